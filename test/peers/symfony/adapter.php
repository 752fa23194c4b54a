<?php
// Symfony's password hashers (Debian's php-symfony-password-hasher) held to the vectors, by docs/conformance.md.
require '/usr/share/php/Symfony/Component/PasswordHasher/autoload.php';

use Symfony\Component\PasswordHasher\Hasher\NativePasswordHasher;

function passwordOf(mixed $value): string
{
    return is_string($value) ? $value : hex2bin($value['hex'] ?? throw new InvalidArgumentException('not text'));
}

function verify(array $input): array
{
    if (isset($input['source']) || isset($input['pepper'])) {
        return ['skipped' => ['reason' => 'knows no systems']];
    }
    try {
        $matches = (new NativePasswordHasher())->verify($input['hash'], passwordOf($input['password']));
        return ['ok' => ['matches' => $matches]];
    } catch (InvalidArgumentException $refused) {
        return ['error' => ['code' => $refused->getMessage()]];
    }
}

$version = trim((string) shell_exec("dpkg-query -W -f '\${Version}' php-symfony-password-hasher"));
while (($line = fgets(STDIN)) !== false) {
    $message = json_decode($line, true, 512, JSON_THROW_ON_ERROR);
    if ($message['cmd'] === 'bye') {
        break;
    }
    $hello = [
        'protocol' => 1,
        'implementation' => ['name' => 'Symfony PasswordHasher', 'version' => $version, 'language' => 'PHP'],
        'operations' => ['verify'],
        'notations' => ['argon2', 'bcrypt'],
        'owners' => ['symfony'],
    ];
    echo json_encode($message['cmd'] === 'hello' ? $hello : ['seq' => $message['seq'], ...verify($message['input'])]), "\n";
    flush();
}
