use Authen::Passphrase;

# What is left of a record of OpenLDAP that was cut after its scheme.
print Authen::Passphrase->from_rfc2307("{CRYPT}")->match("anything else"), "\n";
