<?php
// Answers lines of layouts.py: system, salt and password in hexadecimal, with the text that the system's source makes of them.

/** What the functions of PHP that Joomla, WordPress and others call give, in the layout of each. */
function text_of(string $system, string $salt, string $password): string
{
    return match ($system) {
        'joomla-md5' => md5($password . $salt) . ($salt === '' ? '' : ":$salt"),
        'joomla-sha256' => '{SHA256}' . hash('sha256', $password . $salt) . ":$salt",
        'md5' => md5($password),
        'sha1' => sha1($password),
        'authme' => "pbkdf2_sha256\$10000\$$salt\$" . strtoupper(hash_pbkdf2('sha256', $password, $salt, 10000, 128)),
        'metabase' => "metabase\$" . base64_encode($salt) . '$'
            . crypt($salt . $password, '$2a$04$' . substr(str_replace('-', '', $salt), 0, 21) . 'u'),
        'sorcery' => "sorcery\$" . base64_encode($salt) . '$' . crypt($password . $salt, '$2a$04$' . substr($salt, 0, 20) . 'xu'),
        'mattermost' => '$pbkdf2$f=SHA256,w=1000,l=32$' . bare($salt) . '$' . bare(hash_pbkdf2('sha256', $password, $salt, 1000, 32, true)),
        'shopware-sha256' => shopware(1000, $salt, $password),
        'crackstation-text-salt' => 'sha256:1000:' . base64_encode($salt) . ':'
            . base64_encode(hash_pbkdf2('sha256', $password, base64_encode($salt), 1000, 24, true)),
        'crackstation-sha512' => 'sha512:1000:' . base64_encode($salt) . ':' . base64_encode(hash_pbkdf2('sha512', $password, $salt, 1000, 64, true)),
        'crackstation-md5' => 'md5:1000:' . base64_encode($salt) . ':' . base64_encode(hash_pbkdf2('md5', $password, $salt, 1000, 16, true)),
        'crackstation' => 'sha1:2000:18:' . base64_encode($salt) . ':' . base64_encode(hash_pbkdf2('sha1', $password, $salt, 2000, 18, true)),
        'crackstation-base64' => '1000:' . base64_encode($salt) . ':' . base64_encode(hash_pbkdf2('sha1', $password, $salt, 1000, 24, true)),
        'crackstation-hex' => '1000:' . bin2hex($salt) . ':' . hash_pbkdf2('sha1', $password, $salt, 1000, 48),
        'crackstation-java' => '1000:' . bin2hex($salt) . ':' . hash_pbkdf2('sha1', $password, $salt, 1000, 128),
        'liferay-sha1' => '{PBKDF2WithHmacSHA1}' . liferay('sha1', $salt, $password),
        'liferay-sha256' => '{PBKDF2WithHmacSHA256}' . liferay('sha256', $salt, $password),
        'liferay-unnamed' => liferay('sha1', $salt, $password),
        'liferay-digest-1' => '{SHA-1}' . base64_encode(sha1($password, true)),
        'liferay-digest-256' => '{SHA-256}' . base64_encode(hash('sha256', $password, true)),
        'liferay-digest-384' => '{SHA-384}' . base64_encode(hash('sha384', $password, true)),
        'spring-md4' => "{MD4}{{$salt}}" . hash('md4', $password . '{' . $salt . '}'),
        'authgear' => "\$bcrypt-sha512\$" . crypt(hash('sha512', $password, true), "\$2a\$04\${$salt}u"),
    };
}

/** The encoder of Shopware 5: the digits before, the password and the salt. */
function shopware(int $rounds, string $salt, string $password): string
{
    $digits = '';
    for ($round = 0; $round <= $rounds; $round++) {
        $digits = hash('sha256', $digits . $password . $salt);
    }
    return "$rounds:$salt:$digits";
}

/** Bits and rounds as words, salt and digest. */
function liferay(string $digest, string $salt, string $password): string
{
    return base64_encode(pack('NN', 160, 1000) . $salt . hash_pbkdf2($digest, $password, $salt, 1000, 20, true));
}

function bare(string $bytes): string
{
    return rtrim(base64_encode($bytes), '=');
}

while (($line = fgets(STDIN)) !== false) {
    [$system, $salt, $password] = explode("\t", rtrim($line, "\n"));
    echo text_of($system, hex2bin($salt), hex2bin($password)), "\n";
}
