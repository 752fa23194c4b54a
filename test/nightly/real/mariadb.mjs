/** A MariaDB of Debian in the folder, with an empty database. Its programs find it without options. */
import { writeFileSync } from "node:fs";
import { debian, freePort } from "./workshop.mjs";

const DATABASE = "old_system";

export async function mariadb(shop) {
  // Each by name: a package that the machine has comes without what it depends on.
  await debian(shop, "mariadb-server", "mariadb-server-core", "mariadb-client", "mariadb-client-core");
  const [base, data, socket] = [shop.path("root/usr"), shop.path("mariadb"), shop.path("mariadb.sock")];
  const where = ["--no-defaults", `--basedir=${base}`, `--datadir=${data}`];
  // A process of root's has to be told so.
  const as = process.getuid() === 0 ? ["--user=root"] : [];
  await shop.run("mariadb-install-db", [
    ...[...where, ...as, "--auth-root-authentication-method=normal", "--skip-test-db"],
  ]);
  const port = String(await freePort());
  const settings = [`--socket=${socket}`, `--port=${port}`, "--bind-address=127.0.0.1"];
  const server = shop.service("mariadbd", [
    ...[...where, ...as, ...settings, `--lc-messages-dir=${base}/share/mysql`],
    ...[`--plugin-dir=${base}/lib/mysql/plugin`, `--pid-file=${shop.path("mariadb.pid")}`],
  ]);
  // Where the machine has a MariaDB of its own, its settings name another socket, and only a home's come after these.
  writeFileSync(shop.path(".my.cnf"), `[client]\nsocket=${socket}\n`);
  Object.assign(shop.env, { HOME: shop.folder, MYSQL_UNIX_PORT: socket, USER: "root" });
  await shop.until("MariaDB", server, async () => {
    const { status } = await shop.tried("mariadb-admin", ["--no-defaults", "create", DATABASE]);
    return status === 0 ? true : undefined;
  });
  return { name: DATABASE, socket };
}
