<?php
// Prints rows for php.py: hashes as PHP applications write them, made with PHP's own
// password_hash, crypt, hash_pbkdf2, hash_hmac and md5. Passwords come as hexadecimal on stdin.

require __DIR__ . '/php_hashes.php';

$index = 0;
while (($line = fgets(STDIN)) !== false) {
    $password = hex2bin(trim($line));
    $index++;
    $bcryptSalt = salt($index, 21) . 'u';
    $short = salt($index, 8);
    $hasNul = str_contains($password, "\0");

    $wordpress = base64_encode(hash_hmac('sha384', trim($password), 'wp-sha384', true));
    row('$wp' . bcrypt($wordpress, $bcryptSalt), $password, 'bcrypt', 'WordPress 6.8', ['Prehashed']);
    row('$P$5' . $short . stretched('md5', $password, $short, 7, 22), $password, 'phpass', 'phpass portable hash');
    row('$H$6' . $short . stretched('md5', $password, $short, 8, 22), $password, 'phpass', 'phpass under phpBB 3.0\'s marker');
    $trimmed = trim($password);
    row('$S$5' . $short . stretched('sha512', $trimmed, $short, 7, 43), $password, 'drupal-sha512', 'Drupal 7');
    row('U$S$5' . $short . stretched('sha512', md5($trimmed), $short, 7, 43), $password, 'drupal-sha512', 'Drupal 7 over an MD5 of Drupal 6', ['Prehashed']);
    row('U' . bcrypt(md5($trimmed), $bcryptSalt), $password, 'bcrypt', 'Drupal 10 over an MD5 of Drupal 6', ['Prehashed']);
    row(bcrypt(md5($password), $bcryptSalt), $password, 'bcrypt', 'vBulletin 5', ['Prehashed'], ['source' => 'vbulletin']);
    row(bcrypt(hash('sha256', $password), $bcryptSalt), $password, 'bcrypt', 'Meteor', ['Prehashed'], ['source' => 'meteor']);
    row(bcrypt(hash('sha256', $password), $bcryptSalt), $password, 'bcrypt', 'Rocket.Chat', ['Prehashed'], ['source' => 'rocket-chat']);
    $binarySalt = substr(hash('sha256', "credport binary $index", true), 0, 16);
    foreach ([['sha1', 20], ['sha256', 32], ['sha512', 64]] as [$algorithm, $length]) {
        $key = hash_pbkdf2($algorithm, $password, $binarySalt, 1009, $length, true);
        row(":pbkdf2:$algorithm:1009:$length:" . base64_encode($binarySalt) . ':' . base64_encode($key), $password, 'pbkdf2', "MediaWiki, $algorithm");
    }
    row(':B:' . $short . ':' . md5($short . '-' . md5($password)), $password, 'md5', 'MediaWiki before 1.24');
    row(':A:' . md5($password), $password, 'md5', 'MediaWiki, the oldest');
    if (!$hasNul) {
        row(bcrypt($password, $bcryptSalt), $password, 'bcrypt', 'PHP crypt, 2y');
        row(bcrypt($password, $bcryptSalt, '2a'), $password, 'bcrypt', 'PHP crypt, 2a');
        row(bcrypt($password . 'site-wide pepper', $bcryptSalt), $password, 'bcrypt', 'Nextcloud, the old form', ['Peppered'], ['source' => 'nextcloud', 'pepper' => 'site-wide pepper']);
        row(bcrypt($password . 'site-wide pepper', $bcryptSalt), $password, 'bcrypt', 'Devise with a pepper', ['Peppered'], ['source' => 'devise', 'pepper' => 'site-wide pepper']);
        if (preg_match("//u", $password) === 1 && strpbrk($password, "&<>\"\r\n\t ") !== false) {
            $escaped = htmlspecialchars(str_replace(["\r\n", "\r", "\0"], ["\n", "\n", ''], $password), ENT_COMPAT, 'UTF-8');
            row(bcrypt($escaped, $bcryptSalt), $password, 'bcrypt', 'phpBB 3.1', ['Escaped'], ['source' => 'phpbb']);
            row('$H$5' . $short . stretched('md5', $escaped, $short, 7, 22), $password, 'phpass', 'phpBB 3.0', ['Escaped'], ['source' => 'phpbb']);
            row('$P$5' . $short . stretched('md5', $trimmed, $short, 7, 22), $password, 'phpass', 'WordPress before 6.8', [], ['source' => 'wordpress']);
            row(bcrypt($trimmed, $bcryptSalt), $password, 'bcrypt', 'Drupal 10.1', [], ['source' => 'drupal']);
        }
        row(crypt($password, '$6$rounds=1001$' . salt($index, 16)), $password, 'sha512-crypt', 'PHP crypt');
        row(crypt($password, '$5$rounds=1002$' . salt($index, 16)), $password, 'sha256-crypt', 'PHP crypt');
        row(crypt($password, '$1$' . $short), $password, 'md5-crypt', 'PHP crypt');
    }
    if ($index % 3 === 1) {
        row('1|' . random_hash($password === '' || $hasNul ? 'x' : $password, PASSWORD_BCRYPT, ['cost' => 4]), $password === '' || $hasNul ? 'x' : $password, 'bcrypt', 'Nextcloud');
        row('3|' . random_hash($password, PASSWORD_ARGON2ID, ['memory_cost' => 64, 'time_cost' => 2, 'threads' => 1]), $password, 'argon2', 'Nextcloud');
        row(random_hash($password, PASSWORD_ARGON2I, ['memory_cost' => 64, 'time_cost' => 3, 'threads' => 1]), $password, 'argon2', 'PHP argon2i');
    }
}
