# ruby attr-encrypted-cbc.rb, with the gem attr_encrypted: as GitLab declares it in app/models/user.rb.
require 'securerandom'; require 'attr_encrypted'; require 'json'
class U
  extend AttrEncrypted
  attr_accessor :encrypted_otp_secret, :encrypted_otp_secret_iv, :encrypted_otp_secret_salt
  attr_encrypted :otp_secret, key: '5f'*64, mode: :per_attribute_iv_and_salt, insecure_mode: true, algorithm: 'aes-256-cbc', encode: true
end
u=U.new; u.otp_secret='JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
puts JSON.pretty_generate([u.encrypted_otp_secret,u.encrypted_otp_secret_iv,u.encrypted_otp_secret_salt])
