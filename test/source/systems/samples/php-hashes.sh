#!/bin/sh
# php-hashes.tsv: hashes of the password "correct horse" by PHP's own functions and passlib, with other salts each time.
php -r '
$p = "correct horse";
$bcrypt = fn($text) => password_hash($text, PASSWORD_BCRYPT, ["cost" => 4]);
$argon2 = fn($algorithm) => password_hash("correct horse", $algorithm, ["memory_cost" => 1024, "time_cost" => 2, "threads" => 1]);
$salt = "abcdefghijklmnop1234567890ABCDEF";
$of = [
  "bcrypt" => $bcrypt($p), "argon2id" => $argon2(PASSWORD_ARGON2ID), "argon2i" => $argon2(PASSWORD_ARGON2I), "md5" => md5($p),
  "wordpress" => "\$wp" . $bcrypt(base64_encode(hash_hmac("sha384", $p, "wp-sha384", true))),
  "bcrypt over md5" => $bcrypt(md5($p)), "bcrypt over sha384" => $bcrypt(base64_encode(hash("sha384", $p, true))),
  "sha512-crypt" => crypt($p, "\$6\$rounds=10000\$moodlesalt123456\$"),
  "joomla sha256" => "{SHA256}" . hash("sha256", $p . "saltsalt") . ":saltsalt",
  "vbulletin md5" => md5(md5($p) . "a~bc"),
  "magento 0" => md5($salt . $p) . ":$salt", "magento 1" => hash("sha256", $salt . $p) . ":$salt:1",
  "magento 3" => bin2hex(sodium_crypto_pwhash(32, $p, substr($salt, 0, 16), 1, 8192 * 8, SODIUM_CRYPTO_PWHASH_ALG_ARGON2ID13)) . ":$salt:3_32_1_65536",
  "mediawiki pbkdf2" => ":pbkdf2:sha512:1000:64:" . base64_encode("saltsaltsaltsalt") . ":" . base64_encode(hash_pbkdf2("sha512", $p, "saltsaltsaltsalt", 1000, 64, true)),
  "discourse" => bin2hex(hash_pbkdf2("sha256", $p, "0123456789abcdef0123456789abcdef", 1000, 32, true)),
  "xenforo core" => serialize(["hash" => hash("sha256", hash("sha256", $p) . $salt), "salt" => $salt, "hashFunc" => "sha256"]),
];
foreach ($of as $name => $hash) echo "$name\t$hash\n";'
/usr/bin/python3 -c '
from passlib.hash import phpass
print("phpass", phpass.using(rounds=13, salt="BYELgLlx").hash("correct horse"), sep="\t")
print("phpass H", phpass.using(rounds=13, salt="BYELgLlx", ident="$H$").hash("correct horse"), sep="\t")'
