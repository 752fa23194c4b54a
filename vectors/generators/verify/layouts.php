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

function bare(string $bytes): string
{
    return rtrim(base64_encode($bytes), '=');
}

while (($line = fgets(STDIN)) !== false) {
    [$system, $salt, $password] = explode("\t", rtrim($line, "\n"));
    echo text_of($system, hex2bin($salt), hex2bin($password)), "\n";
}
