# Answers lines of layouts.py: salt and password in hexadecimal, with the text that Request Tracker 4.0 makes of them.
use strict;
use warnings;
use Digest::SHA qw(sha512_base64);

while (my $line = <STDIN>) {
    chomp $line;
    my ($salt, $password) = map { pack 'H*', $_ } split /\t/, $line, -1;
    print "!sha512!$salt!", sha512_base64($salt . $password), "\n";
}
