#!/usr/bin/perl
# Perl's modules of Debian held to the vectors, each by the name that peer.json gives it, by docs/conformance.md.
use strict;
use warnings;
use JSON::PP;

# Module, the notations that it reads, and whether a password fits a hash; what it dies of is a refusal.
my %library = (
    'authen-passphrase' => [
        'Authen::Passphrase',
        [qw(bcrypt htpasswd-des-crypt ldap-crypt ldap-des-crypt ldap-md5 ldap-salted-md5 ldap-salted-sha1 ldap-sha1 md5-crypt nt-hash-crypt)],
        sub {
            my ($hash, $password) = @_;
            my $passphrase = $hash =~ /^\{/ ? Authen::Passphrase->from_rfc2307($hash) : Authen::Passphrase->from_crypt($hash);
            return $passphrase->match($password);
        },
    ],
    'crypt-argon2' => [
        'Crypt::Argon2',
        ['argon2'],
        sub {
            my ($hash, $password) = @_;
            die { skipped => { reason => 'has no argon2d' } } if $hash =~ /^\$argon2d\$/;
            return $hash =~ /^\$argon2i\$/ ? Crypt::Argon2::argon2i_verify($hash, $password) : Crypt::Argon2::argon2id_verify($hash, $password);
        },
    ],
    'crypt-eksblowfish' => [
        'Crypt::Eksblowfish::Bcrypt',
        ['bcrypt'],
        sub { Crypt::Eksblowfish::Bcrypt::bcrypt($_[1], $_[0]) eq $_[0] },
    ],
    'crypt-passwdmd5' => [
        'Crypt::PasswdMD5',
        [qw(apr1 md5-crypt)],
        sub {
            my ($hash, $password) = @_;
            my $crypt = $hash =~ /^\$apr1\$/ ? \&Crypt::PasswdMD5::apache_md5_crypt : \&Crypt::PasswdMD5::unix_md5_crypt;
            return $crypt->($password, $hash) eq $hash;
        },
    ],
    'crypt-unixcrypt' => [
        'Crypt::UnixCrypt',
        ['htpasswd-des-crypt'],
        sub { Crypt::UnixCrypt::crypt($_[1], $_[0]) eq $_[0] },
    ],
);

my ($module, $notations, $fits) = @{ $library{ $ARGV[0] } };
# Crypt::UnixCrypt stands back where the system has a crypt(3) of its own.
{ no warnings 'once'; $Crypt::UnixCrypt::OVERRIDE_BUILTIN = 1; }
eval "require $module" or die $@;
my $json = JSON::PP->new->ascii->canonical;
my $version = $module->VERSION // 'unknown';
$| = 1;

sub verify {
    my ($given) = @_;
    my $source = $given->{source} // 'htpasswd';
    return { skipped => { reason => 'knows no systems' } } if $source ne 'htpasswd' || defined $given->{pepper};
    my ($hash, $password) = @$given{qw(hash password)};
    if (ref $password) {
        return { error => { code => 'not text' } } unless defined $password->{hex};
        $password = pack 'H*', $password->{hex};
    }
    else { utf8::encode($password) }
    utf8::encode($hash);
    my $matches = eval { $fits->($hash, $password) ? JSON::PP::true : JSON::PP::false };
    return { ok => { matches => $matches } } if defined $matches;
    return $@ if ref $@;
    return { error => { code => "$@" } };
}

my $implementation = { name => $module, version => "$version", language => 'Perl' };
while (my $line = <STDIN>) {
    my $message = $json->decode($line);
    last if $message->{cmd} eq 'bye';
    my $reply =
        $message->{cmd} eq 'hello'
      ? { protocol => 1, implementation => $implementation, operations => ['verify'], notations => $notations }
      : { seq => $message->{seq}, %{ verify($message->{input}) } };
    print $json->encode($reply), "\n";
}
