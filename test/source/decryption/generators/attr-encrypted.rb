# ruby attr-encrypted.rb, with the gem attr_encrypted.
require 'securerandom'; require 'attr_encrypted'; require 'json'
class U
  extend AttrEncrypted
  attr_accessor :encrypted_otp_secret, :encrypted_otp_secret_iv, :encrypted_otp_secret_salt
  attr_encrypted :otp_secret, key: 'a'*32, mode: :per_attribute_iv_and_salt, algorithm: 'aes-256-gcm', encode: true
end
u=U.new; u.otp_secret='JBSWY3DPEHPK3PXP'
puts JSON.pretty_generate([u.encrypted_otp_secret,u.encrypted_otp_secret_iv,u.encrypted_otp_secret_salt])
