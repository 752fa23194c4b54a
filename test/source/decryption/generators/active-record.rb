# ruby active-record.rb FOLDER, a checkout of rails/rails.
%w[activesupport activemodel activerecord].each { |d| $:.unshift "#{ARGV[0]}/#{d}/lib" }
require 'logger'; require 'active_support'; require 'active_support/all'; require 'active_record'; require 'json'
E=ActiveRecord::Encryption
out={}
{sha256: OpenSSL::Digest::SHA256, sha1: OpenSSL::Digest::SHA1}.each do |n,d|
  E.configure(primary_key: 'primary-key-of-32-characters-123', deterministic_key: 'd'*32, key_derivation_salt: 'derivation-salt', hash_digest_class: d, support_sha1_for_non_deterministic_encryption: false)
  out[n]=E.encryptor.encrypt('JBSWY3DPEHPK3PXP')
  out["long_#{n}"]=E.encryptor.encrypt('JBSWY3DPEHPK3PXP'*10) if n==:sha256
end
puts JSON.pretty_generate(out)
