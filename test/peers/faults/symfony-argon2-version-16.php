<?php
require "/usr/share/php/Symfony/Component/PasswordHasher/autoload.php";

use Symfony\Component\PasswordHasher\Hasher\NativePasswordHasher;

// argon2 -id -v 10; the program of the reference implementation wrote it.
$hash = '$argon2id$v=16$m=64,t=2,p=2$cm1WNHo4ZjZNNndC$Pg5pBsMnOEASKCYtWH5Bihbw7ck5kL3Y';
var_dump(password_verify("a", $hash));
var_dump((new NativePasswordHasher())->verify($hash, "a"));
