<?php
// Asks systems in PHP by their own classes, which are in the folder that is given. Each line of stdin has a system, a
// hash and a password in base64; it is answered with yes, no or refused.

error_reporting(0);
$tools = $argv[1];

class MWException extends Exception
{
}

$places = [
    'wcf\\system\\user\\authentication\\password\\' => "$tools/systems/WoltLab/WCF/wcfsetup/install/files/lib/system/user/authentication/password/%s.class.php",
    'Drupal\\Core\\Password\\' => "$tools/systems/drupal/core/lib/Drupal/Core/Password/%s.php",
    'phpbb\\' => "$tools/systems/phpbb/phpbb/phpBB/phpbb/%s.php",
];
spl_autoload_register(static function (string $name) use ($places, $tools): void {
    foreach ($places as $space => $place) {
        if (str_starts_with($name, $space)) {
            @include_once sprintf($place, str_replace('\\', '/', substr($name, strlen($space))));
            return;
        }
    }
    @include_once "$tools/mediawiki/includes/password/" . basename(str_replace('\\', '/', $name)) . '.php';
});

function mediawiki(): Closure
{
    $factory = new PasswordFactory();
    foreach (['A' => 'MWOldPassword', 'B' => 'MWSaltedPassword', 'pbkdf2' => 'Pbkdf2Password', 'bcrypt' => 'BcryptPassword', 'argon2' => 'Argon2Password'] as $type => $class) {
        $factory->register($type, ['class' => $class, 'algo' => 'sha512', 'cost' => '30000', 'length' => '64']);
    }
    foreach (['A', 'B'] as $type) {
        $factory->register("pbkdf2-legacy$type", ['class' => 'LayeredParameterizedPassword', 'types' => [$type, 'pbkdf2']]);
    }
    return fn (string $hash, string $password) => $factory->newFromCiphertext($hash)->verify($password);
}

/** As its user is checked: what is in front of the first colon names the algorithm, and before 5.4 there was one only. */
function woltlab(): Closure
{
    $space = 'wcf\\system\\user\\authentication\\password\\algorithm\\';
    return function (string $hash, string $password) use ($space): bool {
        [$name, $rest] = str_starts_with($hash, '$') ? ['DoubleBcrypt', $hash] : explode(':', $hash, 2);
        $class = $space . ucfirst($name);
        return (new $class())->verify($password, $rest);
    };
}

class Drupal8Password extends Drupal\Core\Password\PhpassHashedPasswordBase
{
}

function drupal(): Closure
{
    $service = new Drupal8Password(new Drupal\Core\Password\PhpPassword());
    return fn (string $hash, string $password) => $service->check($password, $hash);
}

function phpbb(): Closure
{
    $config = new phpbb\config\config([]);
    $helper = new phpbb\passwords\driver\helper($config);
    $drivers = [];
    foreach (['bcrypt_2y', 'bcrypt', 'salted_md5', 'phpass', 'argon2i', 'argon2id'] as $name) {
        $class = "phpbb\\passwords\\driver\\$name";
        $drivers["passwords.driver.$name"] = new $class($config, $helper);
    }
    $manager = new phpbb\passwords\manager($config, $drivers, new phpbb\passwords\helper(), array_keys($drivers));
    return fn (string $hash, string $password) => $manager->check($password, $hash);
}

$systems = ['MediaWiki' => 'mediawiki', 'WoltLab Suite' => 'woltlab', 'Drupal' => 'drupal', 'phpBB' => 'phpbb'];
$made = [];
while (($line = fgets(STDIN)) !== false) {
    [$system, $hash, $password] = array_map(base64_decode(...), explode(' ', rtrim($line, "\n")));
    try {
        $made[$system] ??= $systems[$system]();
        echo $made[$system]($hash, $password) === true ? 'yes' : 'no', "\n";
    } catch (Throwable $error) {
        fwrite(STDERR, "$system: {$error->getMessage()}\n");
        echo "refused\n";
    }
}
