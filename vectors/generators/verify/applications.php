<?php
// Prints rows for applications.py: hashes as forums, shops and frameworks write them, one primitive of
// PHP's over another. Passwords come as hexadecimal on stdin.

require __DIR__ . '/php_hashes.php';

/** Magento's argon2id: libsodium, the salt repeated or cut to 16 bytes. */
function sodium(string $input, string $salt, int $passes, int $memory): string
{
    $salt = substr(str_repeat($salt, 16), 0, 16);
    return bin2hex(sodium_crypto_pwhash(32, $input, $salt, $passes, $memory, SODIUM_CRYPTO_PWHASH_ALG_ARGON2ID13));
}

$index = 0;
while (($line = fgets(STDIN)) !== false) {
    $password = hex2bin(trim($line));
    $index++;
    $bcryptSalt = salt($index, 21) . 'u';
    $short = salt($index, 8);
    $hasNul = str_contains($password, "\0");

    $hexSalt = substr(md5("credport php $index"), 0, 16);
    row('$SHA$' . $hexSalt . '$' . hash('sha256', hash('sha256', $password) . $hexSalt), $password, 'sha256', 'AuthMe');
    row(md5(md5($password) . $short) . ':' . $short, $password, 'md5', 'vBulletin 3 and 4', [], ['source' => 'vbulletin']);
    row(md5(md5($short) . md5($password)) . ':' . $short, $password, 'md5', 'MyBB', [], ['source' => 'mybb']);
    $named = 'smf$' . base64_encode("änne $index") . '$';
    row($named . sha1("änne $index" . $password), $password, 'sha1', 'Simple Machines Forum 2.0');
    if (!$hasNul) row($named . bcrypt("änne $index" . $password, $bcryptSalt), $password, 'bcrypt', 'Simple Machines Forum 2.1', ['Prehashed']);
    row('Vb4:' . md5(md5($password) . $short) . ':' . $short, $password, 'md5', 'WoltLab, imported from vBulletin 4');
    row('Vb5Bcrypt:' . bcrypt(md5($password), $bcryptSalt), $password, 'bcrypt', 'WoltLab, imported from vBulletin 5', ['Prehashed']);
    row('vb5Argon2:' . random_hash(md5($password), PASSWORD_ARGON2ID, ['memory_cost' => 64, 'time_cost' => 1, 'threads' => 1]), $password, 'argon2', 'WoltLab, imported from vBulletin 5', ['Prehashed']);
    foreach (['sha1', 'sha256'] as $algorithm) {
        $long = hash($algorithm, "credport xenforo $index");
        $data = ['hash' => hash($algorithm, hash($algorithm, $password) . $long), 'salt' => $long, 'hashFunc' => $algorithm];
        row(serialize($data), $password, $algorithm, 'XenForo before 1.2');
    }
    row('$H\\2y$5' . $short . '$04\\' . $bcryptSalt . '$' . substr(bcrypt(stretched('md5', $password, $short, 7, 22), $bcryptSalt), -31), $password, 'bcrypt', 'phpBB, a phpass hash hashed again', ['Prehashed']);
    row('$H\\2a$6' . $short . '$04\\' . $bcryptSalt . '$' . substr(bcrypt(stretched('md5', $password, $short, 8, 22), $bcryptSalt, '2a'), -31), $password, 'bcrypt', 'phpBB, a phpass hash hashed again', ['Prehashed']);
    $magento = salt($index, 32);
    $magento = strtr($magento, './', 'xy');
    row(md5($magento . $password) . ":$magento:0", $password, 'md5', 'Magento 2, a hash of Magento 1');
    row(hash('sha256', $magento . $password) . ":$magento:1", $password, 'sha256', 'Magento 2');
    row(hash('sha256', $magento . md5($magento . $password)) . ":$magento:0:1", $password, 'sha256', 'Magento 2, a hash of Magento 1 hashed again');
    row(sodium($password, $magento, 1, 65536) . ":$magento:3_32_1_65536", $password, 'argon2', 'Magento 2.4');
    row(sodium($password, 'short', 2, 131072) . ':short:3_32_2_131072', $password, 'argon2', 'Magento 2.4 with a short salt');
    row(sodium(hash('sha256', $magento . $password), $magento, 1, 65536) . ":$magento:1:3_32_1_65536", $password, 'argon2', 'Magento 2.4 over SHA-256', ['Prehashed']);
    if ($index === 4) {
        row(sodium($password, $magento, 2, 67108864) . ":$magento:2", $password, 'argon2', 'Magento 2.3, costs of libsodium since 1.0.15', ['Costly']);
        row(sodium($password, $magento, 4, 33554432) . ":$magento:2", $password, 'argon2', 'Magento 2.3, costs of libsodium before', ['Costly']);
    }
    $sha384 = base64_encode(hash('sha384', $password, true));
    row(bcrypt($sha384, $bcryptSalt), $password, 'bcrypt', 'TYPO3', ['Prehashed'], ['source' => 'typo3']);
    row(bcrypt($sha384, $bcryptSalt), $password, 'bcrypt', 'Myth:Auth', ['Prehashed'], ['source' => 'myth-auth']);
    row(bcrypt(hash('sha512', $password), $bcryptSalt), $password, 'bcrypt', 'NodeBB', ['Prehashed'], ['source' => 'nodebb']);
    if (!$hasNul) {
        $twice = bcrypt(bcrypt($password, $bcryptSalt, '2a'), $bcryptSalt, '2a');
        row($twice, $password, 'bcrypt', 'WoltLab before 5.4', ['Prehashed'], ['source' => 'woltlab']);
        row('DoubleBcrypt:' . $twice, $password, 'bcrypt', 'WoltLab before 5.4, named', ['Prehashed']);
        row('wcf2:' . $twice, $password, 'bcrypt', 'WoltLab Community Framework 2', ['Prehashed']);
        row(crypt($password . 'site-wide pepper', '$6$rounds=1006$' . salt($index, 16)), $password, 'sha512-crypt', 'Moodle with a pepper', ['Peppered'], ['source' => 'moodle', 'pepper' => 'site-wide pepper']);
        row(crypt($password, '$1$a!b'), $password, 'md5-crypt', 'PHP crypt, a salt beyond the alphabet');
    }
}
