<?php
// What the generators in PHP share: rows on stdout, salts that are always the same, phpass.

const ITOA64 = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function row(string $hash, string $password, string $scheme, string $comment, array $flags = [], array $given = []): void
{
    echo json_encode(
        ['hash' => $hash, 'password' => bin2hex($password), 'scheme' => $scheme, 'comment' => $comment,
         'flags' => $flags, 'given' => (object) $given, 'random' => salted_at_random()],
        JSON_THROW_ON_ERROR
    ), "\n";
}

/** password_hash takes no salt. */
function random_hash(string $password, string $algorithm, array $options): string
{
    salted_at_random(true);
    return password_hash($password, $algorithm, $options);
}

/** Whether random_hash was called since the last row; true notes a call. */
function salted_at_random(bool $now = false): bool
{
    static $noted = false;
    $before = $noted;
    $noted = $now;
    return $before;
}

function bcrypt(string $input, string $salt, string $version = '2y'): string
{
    return crypt($input, '$' . $version . '$04$' . $salt);
}

function salt(int $index, int $length): string
{
    $salt = '';
    foreach (str_split(hash('sha512', "credport php $index", true)) as $byte) {
        $salt .= ITOA64[ord($byte) & 63];
    }
    return substr($salt, 0, $length);
}

/** The stretching that phpass defines and Drupal 7 took over with SHA-512. */
function stretched(string $algorithm, string $password, string $salt, int $log2, int $characters): string
{
    $digest = hash($algorithm, $salt . $password, true);
    for ($left = 1 << $log2; $left > 0; $left--) {
        $digest = hash($algorithm, $digest . $password, true);
    }
    $bits = '';
    foreach (str_split($digest) as $byte) {
        $bits = sprintf('%08b', ord($byte)) . $bits;
    }
    $bits = str_pad($bits, intdiv(strlen($bits) + 5, 6) * 6, '0', STR_PAD_LEFT);
    $text = '';
    foreach (array_reverse(str_split($bits, 6)) as $six) {
        $text .= ITOA64[bindec($six)];
    }
    return substr($text, 0, $characters);
}
