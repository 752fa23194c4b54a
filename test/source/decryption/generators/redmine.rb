# ruby redmine.rb FOLDER-OF-REDMINE
require 'base64'; require 'digest'; require 'openssl'
class Object; def blank?; respond_to?(:empty?) ? empty? : !self; end; end unless Object.method_defined?(:blank?)
module Redmine; Configuration = {'database_cipher_key' => 'a cipher key'}; end
require File.expand_path('lib/redmine/ciphering.rb', ARGV[0])
text = Redmine::Ciphering.encrypt_text('JBSWY3DPEHPK3PXP')
raise unless Redmine::Ciphering.decrypt_text(text) == 'JBSWY3DPEHPK3PXP'
puts text
