require "rotp"

# A secret that was cut to one character is the empty key; one without its last character is another key.
p ROTP::Base32.decode("A")
puts ROTP::TOTP.new("").at(0)
p ROTP::Base32.decode("JBSWY3DPEHPK3PX")
