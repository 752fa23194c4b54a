<?php
// Prints rows for symfony.py: what Symfony's own hashers make of the passwords on stdin.
require '/usr/share/php/Symfony/Component/PasswordHasher/autoload.php';

use Symfony\Component\PasswordHasher\Hasher\NativePasswordHasher;

$hasher = new NativePasswordHasher(null, null, 4, PASSWORD_BCRYPT);
while (($line = fgets(STDIN)) !== false) {
    $password = hex2bin(trim($line));
    if ($password === '') {
        continue;
    }
    $hash = $hasher->hash($password);
    if (!$hasher->verify($hash, $password)) {
        throw new RuntimeException($hash);
    }
    echo $hash, "\t", bin2hex($password), "\n";
}
