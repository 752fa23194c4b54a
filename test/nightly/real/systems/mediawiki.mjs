/** MediaWiki on MariaDB, without a web server; users made by a maintenance script of their own. */
import { appendFileSync, writeFileSync } from "node:fs";
import { readUsers } from "../carry-over.mjs";
import { mariadb } from "../mariadb.mjs";
import { namedInGuide, printedCommand } from "../printed-command.mjs";
import { fromBase32, totpOf } from "../totp-of.mjs";
import { debian, debianNewest, phpIn } from "../workshop.mjs";

/** Kinds of hashes that it can be set to write, and what becomes of their users. */
const KINDS = {
  argon2: "imported",
  bcrypt: "imported",
  pbkdf2: "at-login",
  "pbkdf2-legacyB": "at-login",
  B: "at-login",
  A: "at-login",
};

const MAKE_USERS = `<?php
use MediaWiki\\Extension\\OATHAuth\\Key\\TOTPKey;
use MediaWiki\\Extension\\OATHAuth\\OATHAuthServices;
class MakeUsers extends MediaWiki\\Maintenance\\Maintenance {
  private array $made = [];
  public function execute() {
    foreach (json_decode('${JSON.stringify(Object.keys(KINDS))}') as $kind) $this->make("Of " . strtolower($kind), $kind);
    $this->make("Utf8", "argon2", "Grüße 日本 😀 of utf8");
    foreach (["argon2", "pbkdf2"] as $kind) {
      $user = $this->make("Second " . $kind, $kind);
      $oath = OATHAuthServices::getInstance($this->getServiceContainer());
      $key = TOTPKey::newFromRandom();
      $repository = $oath->getUserRepository();
      $module = $oath->getModuleRegistry()->getModuleByKey("totp");
      $repository->createKey($repository->findByUser($user), $module, $key->jsonSerialize(), "127.0.0.1");
      $this->made[array_key_last($this->made)]["totp"] = $key->getSecret();
    }
    file_put_contents("made.json", json_encode($this->made));
    $this->output(MW_VERSION);
  }
  private function make($name, $kind, $password = null) {
    $services = $this->getServiceContainer();
    $services->getPasswordFactory()->setDefaultType($kind);
    $password ??= "Pass of $name";
    $user = $services->getUserFactory()->newFromName($name);
    $user->addToDatabase();
    $email = strtolower(strtr($name, " ", "-")) . "@example.com";
    $user->setEmail($email);
    $user->setEmailAuthenticationTimestamp(wfTimestampNow());
    $user->saveSettings();
    $hash = $services->getPasswordFactory()->newFromPlaintext($password)->toString();
    if (!$services->getPasswordFactory()->newFromCiphertext($hash)->verify($password)) throw new Exception($name);
    $this->getPrimaryDB()->newUpdateQueryBuilder()->update("user")->set(["user_password" => $hash])
      ->where(["user_id" => $user->getId()])->caller(__METHOD__)->execute();
    $this->made[] = ["name" => $name, "email" => $email, "kind" => $kind, "password" => $password];
    return $user;
  }
}
return MakeUsers::class;
`;

export const system = {
  async install(shop) {
    shop.database = await mariadb(shop);
    await debian(shop, "php-cli", "php-mysql", "php-mbstring", "php-xml", "php-intl");
    await debianNewest(shop, "mediawiki", "mediawiki-classes");
    shop.php = phpIn(shop);
    const folder = shop.path("root/usr/share/mediawiki");
    const run = (...args) => shop.run(shop.php, [`${folder}/maintenance/run.php`, ...args]);
    const { name, socket } = shop.database;
    const database = ["--dbname", name, "--dbserver", `localhost:${socket}`, "--dbuser", "root", "--dbpass", ""];
    await run("install", ...database, "--confpath", shop.folder, "--pass", "Pass of the root", "Example", "Root");
    const settings = `$wgExtensionDirectory = "${folder}/extensions-core"; wfLoadExtension("OATHAuth");`;
    appendFileSync(shop.path("LocalSettings.php"), `\n${settings}\n`);
    shop.env.MW_CONFIG_FILE = shop.path("LocalSettings.php");
    await run("update", "--quick");
    writeFileSync(shop.path("make-users.php"), MAKE_USERS);
    return `MediaWiki ${await run(shop.path("make-users.php"))}`;
  },

  makeUsers: async (shop) => [
    ...readUsers(shop.path("made.json")).map(({ name, email, kind, password, totp }) => ({
      ...{ identifiers: [email, name], email, password, becomes: KINDS[kind] },
      totp: totp && (() => totpOf({ key: fromBase32(totp) })),
    })),
    // Those of the installation: one without an address, and one that is nobody's.
    { identifiers: ["Root"], password: "Pass of the root", becomes: "at-login", atFallback: "must-reset" },
    { identifiers: ["MediaWiki default"], becomes: "refused", code: "user/no-credential" },
  ],

  exports: (shop, users) => [
    {
      title: "mysqldump",
      command: printedCommand("mediawiki", "mysqldump", {
        DATABASE: shop.database.name,
        " user >": ` user ${namedInGuide("mediawiki", "oathauth_devices")} >`,
      }),
      ...{ file: shop.path("users.sql"), from: "mediawiki", users },
    },
  ],
};
