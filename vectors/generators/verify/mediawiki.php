<?php
// Prints rows for mediawiki.py: old hashes hashed again by MediaWiki's own classes, which are
// in the folder that is given. Passwords come as hexadecimal on stdin.

$classes = $argv[1] . '/includes/password/';

class MWException extends Exception
{
}

spl_autoload_register(static function (string $name) use ($classes): void {
    $file = $classes . basename(str_replace('\\', '/', $name)) . '.php';
    if (is_file($file)) {
        require_once $file;
    }
});

$factory = new PasswordFactory();
foreach ([
    'A' => ['class' => 'MWOldPassword'],
    'B' => ['class' => 'MWSaltedPassword'],
    'pbkdf2-legacyA' => ['class' => 'LayeredParameterizedPassword', 'types' => ['A', 'pbkdf2']],
    'pbkdf2-legacyB' => ['class' => 'LayeredParameterizedPassword', 'types' => ['B', 'pbkdf2']],
] as $type => $config) {
    $factory->register($type, $config);
}

function row(string $hash, string $password, string $scheme, string $comment, array $flags = []): void
{
    global $factory;
    if (!$factory->newFromCiphertext($hash)->verify($password)) {
        throw new RuntimeException($hash);
    }
    echo json_encode(
        ['hash' => $hash, 'password' => bin2hex($password), 'scheme' => $scheme, 'comment' => $comment, 'flags' => $flags, 'random' => true],
        JSON_THROW_ON_ERROR
    ), "\n";
}

$algorithms = [['sha256', 1010, 128], ['sha512', 1030, 64], ['sha1', 1011, 20]];
for ($index = 0; ($line = fgets(STDIN)) !== false; $index++) {
    $password = hex2bin(trim($line));
    [$algorithm, $cost, $length] = $algorithms[$index % 3];
    $factory->register('pbkdf2', ['class' => 'Pbkdf2Password', 'algo' => $algorithm, 'cost' => $cost, 'length' => $length]);
    $salt = substr(md5("credport mediawiki $index"), 0, 8);
    $salted = md5($salt . '-' . md5($password));
    row(":A:$salt:$salted", $password, 'md5', 'MediaWiki, :A: before a salted hash');
    foreach ([
        ['pbkdf2-legacyA', ':A:' . md5($password)],
        ['pbkdf2-legacyB', ":B:$salt:$salted"],
        ['pbkdf2-legacyA', ":A:$salt:$salted"],
    ] as [$type, $old]) {
        $layered = $factory->newFromType($type);
        $layered->partialCrypt($factory->newFromCiphertext($old));
        row($layered->toString(), $password, 'pbkdf2', "MediaWiki, wrapOldPasswords.php, $type", ['Prehashed']);
    }
}
