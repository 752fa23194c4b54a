/** A PostgreSQL in the folder, with an empty database. */
import { chmodSync, mkdirSync } from "node:fs";
import { freePort, NotHere } from "./workshop.mjs";

const DATABASE = "old_system";

/** The server takes no orders of root: there it runs as its own user. */
export async function postgresql(shop) {
  const { status, out } = await shop.tried("pg_config", ["--bindir"]).catch(() => ({ status: 1 }));
  if (status !== 0) throw new NotHere("PostgreSQL is not installed");
  shop.env.PATH = `${out.trim()}:${shop.env.PATH}`;
  const data = shop.path("postgresql");
  mkdirSync(data);
  const as = process.getuid() === 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : [];
  if (as.length > 0) {
    chmodSync(shop.folder, 0o711);
    await shop.run("chown", ["postgres:postgres", data]);
  }
  const [initdb, ...initdbArgs] = [...as, "initdb", "-D", data, "-U", "owner", "--auth=trust", "--no-sync"];
  await shop.run(initdb, [...initdbArgs, "--encoding=UTF8", "--locale=C"], { cwd: "/" });
  const port = String(await freePort());
  const settings = ["-p", port, "-h", "127.0.0.1", "-k", "", "-c", "fsync=off"];
  const [server, ...serverArgs] = [...as, "postgres", "-D", data, ...settings];
  const running = shop.service(server, serverArgs, { cwd: "/" });
  Object.assign(shop.env, { PGHOST: "127.0.0.1", PGPORT: port, PGUSER: "owner" });
  await shop.until("PostgreSQL", running, async () => {
    const { status: ready } = await shop.tried("createdb", [DATABASE]);
    return ready === 0 ? true : undefined;
  });
  return { name: DATABASE, port, url: `postgresql://owner@127.0.0.1:${port}/${DATABASE}` };
}
