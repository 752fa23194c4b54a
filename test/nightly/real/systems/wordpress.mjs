/** WordPress on MariaDB, without a web server; users made by its own functions. */
import { writeFileSync } from "node:fs";
import { readUsers } from "../carry-over.mjs";
import { mariadb } from "../mariadb.mjs";
import { printedCommand } from "../printed-command.mjs";
import { debian, debianNewest, phpIn } from "../workshop.mjs";

const makeUsers = ({ folder, database }) => `<?php
define("ABSPATH", ${JSON.stringify(`${folder}/`)});
define("DB_NAME", ${JSON.stringify(database.name)});
define("DB_USER", "root");
define("DB_PASSWORD", "");
define("DB_HOST", ${JSON.stringify(`localhost:${database.socket}`)});
define("DB_CHARSET", "utf8mb4");
define("WP_INSTALLING", true);
define("WP_HTTP_BLOCK_EXTERNAL", true);
$_SERVER += ["HTTP_HOST" => "old.example.org", "REQUEST_URI" => "/", "SERVER_PROTOCOL" => "HTTP/1.1"];
$table_prefix = "wp_";
function wp_mail() { return true; }
require ABSPATH . "wp-settings.php";
require ABSPATH . "wp-admin/includes/upgrade.php";
require ABSPATH . "wp-includes/class-phpass.php";
wp_install("Example", "root", "root@example.com", false, "", "Pass of root");
$made = [["name" => "root", "password" => "Pass of root"]];
function make($name, $password, $hash = null) {
  global $made, $wpdb;
  $email = "$name@example.com";
  $id = wp_insert_user(["user_login" => $name, "user_email" => $email, "user_pass" => $password]);
  if (is_wp_error($id)) throw new Exception($id->get_error_message());
  // As releases before 6.8 and before 2.5 wrote it: a sign-in would write it anew.
  if ($hash !== null) $wpdb->update($wpdb->users, ["user_pass" => $hash], ["ID" => $id]);
  clean_user_cache($id);
  $user = get_user_by("id", $id);
  if (!wp_check_password($password, $user->user_pass)) throw new Exception("$name can't sign in");
  $made[] = ["name" => $name, "password" => $password];
}
make("plain", "Pass of plain");
make("utf8", "Grüße 日本 😀 of utf8");
make("long", str_repeat("0123456789", 9) . " of long");
make("marks", "a'b\\"c\\\\d of marks");
make("phpass", "Pass of phpass", (new PasswordHash(8, true))->HashPassword("Pass of phpass"));
make("md5", "Pass of md5", md5("Pass of md5"));
file_put_contents("made.json", json_encode($made));
echo $wp_version;
`;

export const system = {
  async install(shop) {
    shop.database = await mariadb(shop);
    await debian(shop, "php-cli", "php-mysql");
    await debianNewest(shop, "wordpress");
    shop.php = phpIn(shop);
    writeFileSync(
      shop.path("make-users.php"),
      makeUsers({ folder: shop.path("root/usr/share/wordpress"), database: shop.database }),
    );
    const version = await shop.run(shop.php, ["make-users.php"]);
    return `WordPress ${version}`;
  },

  makeUsers: async (shop) =>
    readUsers(shop.path("made.json")).map(({ name, password }) => {
      const email = `${name}@example.com`;
      return { identifiers: [email, name], email, password, becomes: "at-login" };
    }),

  exports: (shop, users) => [
    {
      title: "mysqldump",
      command: printedCommand("wordpress", "mysqldump", { DATABASE: shop.database.name }),
      ...{ file: shop.path("users.sql"), from: "wordpress", users },
    },
  ],
};
