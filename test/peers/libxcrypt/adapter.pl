#!/usr/bin/perl
# crypt(3) of the system, which is libxcrypt on Debian, held to the vectors. Core modules only.
use strict;
use warnings;
use JSON::PP;

my %scheme = (
    '$1$' => 'md5-crypt', '$2' => 'bcrypt', '$3$' => 'nt-hash', '$5$' => 'sha256-crypt', '$6$' => 'sha512-crypt',
    '$7$' => 'scrypt', '_' => 'des-crypt', '$md5' => 'sun-md5', '$y$' => 'yescrypt',
    '$gy$' => 'gost-yescrypt',
);
my $json = JSON::PP->new->ascii->canonical;
my $version = `dpkg-query -W -f '\${Version}' libcrypt1 2>/dev/null` || 'unknown';
$| = 1;

sub verify {
    my ($given) = @_;
    # Traditional DES has no mark: by this source it is asked about, of whatever crypt(3).
    my $is_unmarked = ($given->{source} // '') eq 'htpasswd' && $given->{hash} !~ /^[\$\{_]/;
    return { skipped => { reason => 'knows no systems' } } if defined $given->{source} && !$is_unmarked || defined $given->{pepper};
    my $hash = $given->{hash};
    my ($prefix) = grep { index($hash, $_) == 0 } sort keys %scheme;
    $prefix = '_' if $is_unmarked;
    return { skipped => { reason => 'another scheme' } } unless defined $prefix;
    my $password = $given->{password};
    return { error => { code => 'not text' } } if ref $password && !defined $password->{hex};
    if (ref $password) { $password = pack 'H*', $password->{hex} }
    else { utf8::encode($password) }
    utf8::encode($hash);
    my $made = crypt $password, $hash;
    # A string that begins with an asterisk, or none, says that the setting is not valid.
    return { error => { code => 'invalid setting' } } if !defined $made || $made =~ /^\*/;
    return { ok => { matches => $made eq $hash ? JSON::PP::true : JSON::PP::false, scheme => $scheme{$prefix} } };
}

while (my $line = <STDIN>) {
    my $message = $json->decode($line);
    last if $message->{cmd} eq 'bye';
    my $reply =
        $message->{cmd} eq 'hello'
      ? { protocol => 1, implementation => { name => 'libxcrypt', version => $version, language => 'C', reproduce => { verify => 'crypt({{password:bytes}}, {{hash:bytes}})' } }, operations => ['verify'], owners => ['libxcrypt'] }
      : { seq => $message->{seq}, %{ verify($message->{input}) } };
    print $json->encode($reply), "\n";
}
