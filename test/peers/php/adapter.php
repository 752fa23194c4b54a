<?php
// PHP's password_verify, held to the vectors.
const SCHEMES = [
    '$2' => 'bcrypt', '$argon2' => 'argon2', '$1$' => 'md5-crypt', '$5$' => 'sha256-crypt', '$6$' => 'sha512-crypt',
];

/** The output, or null with the reason of a case that is not PHP's. */
function verify(array $given, ?string &$skipped): ?array
{
    if (isset($given['source']) || isset($given['pepper'])) {
        $skipped = 'knows no systems';
        return null;
    }
    // Mosquitto's marker is that of crypt(3), and its digests are in base64.
    if (str_starts_with($given['hash'], '$6$') && str_ends_with($given['hash'], '==')) {
        $skipped = 'another scheme with the same marker';
        return null;
    }
    foreach (SCHEMES as $prefix => $scheme) {
        if (str_starts_with($given['hash'], $prefix)) {
            $password = $given['password'];
            if (is_array($password)) {
                // PHP has no form of half a surrogate pair.
                $password = hex2bin($password['hex'] ?? throw new ValueError('not text'));
            }
            return ['matches' => password_verify($password, $given['hash']), 'scheme' => $scheme];
        }
    }
    $skipped = 'another scheme';
    return null;
}

function answer(array $message): array
{
    try {
        $output = verify($message['input'], $skipped);
        return $output === null ? ['skipped' => ['reason' => $skipped]] : ['ok' => $output];
    } catch (Throwable $refused) {
        return ['error' => ['code' => $refused->getMessage()]];
    }
}

ini_set('display_errors', 'stderr');
$hello = [
    'protocol' => 1,
    'implementation' => [
        'name' => 'PHP password_verify', 'version' => PHP_VERSION, 'language' => 'PHP',
        'reproduce' => ['verify' => 'var_dump(password_verify({{password:bytes}}, {{hash:bytes}}));'],
    ],
    'operations' => ['verify'],
];
while (($line = fgets(STDIN)) !== false) {
    $message = json_decode($line, true, 512, JSON_THROW_ON_ERROR);
    if ($message['cmd'] === 'bye') {
        break;
    } else {
        $reply = $message['cmd'] === 'hello' ? $hello : ['seq' => $message['seq']] + answer($message);
    }
    fwrite(STDOUT, json_encode($reply) . "\n");
}
