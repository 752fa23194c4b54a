import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import pg from "pg";

/**
 * Real servers of this machine, each in a folder of its own and on a port of the loopback address, for as long as a run
 * takes. Null where the program is not installed.
 */
export async function startPostgresql() {
  const programs = postgresqlPrograms();
  if (programs === undefined) return null;
  const folder = await mkdtemp(join(tmpdir(), "credport-postgresql-"));
  const user = await unprivileged(folder);
  const data = join(folder, "data");
  const made = spawnSync(
    join(programs, "initdb"),
    ["--pgdata", data, "--username", "credport", "--auth", "trust", "--encoding", "UTF8", "--locale", "C"],
    { ...user, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb did not succeed: ${made.stderr}`);
  const port = await freePort();
  const options = ["-D", data, "-h", "127.0.0.1", "-p", String(port), "-k", folder];
  const server = spawn(join(programs, "postgres"), options, { ...user, stdio: "ignore" });
  const connection = { host: "127.0.0.1", port, user: "credport", database: "postgres" };
  await untilReady(server, async () => {
    const client = new pg.Client(connection);
    // A server that is about to start ends its first connections.
    client.on("error", () => {});
    await client.connect();
    await client.end();
  });
  return {
    connection,
    connect: () => {
      const pool = new pg.Pool({ ...connection, max: 8 });
      // A connection that breaks while nobody uses it is made again.
      pool.on("error", () => {});
      return pool;
    },
    // An orderly end, which does not wait for clients.
    stop: () => stop(server, "SIGINT", folder),
  };
}

export async function startRedis() {
  if (spawnSync("redis-server", ["--version"]).status !== 0) return null;
  const folder = await mkdtemp(join(tmpdir(), "credport-redis-"));
  const port = await freePort();
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""];
  const durable = ["--appendonly", "yes", "--appendfsync", "always"];
  const start = () => spawn("redis-server", [...options, ...durable], { stdio: "ignore" });
  const connection = { host: "127.0.0.1", port };
  const connect = (options = {}) =>
    new Redis({ ...connection, lazyConnect: true, retryStrategy: () => null, ...options });
  const ready = (server) =>
    untilReady(server, async () => {
      const client = connect();
      client.on("error", () => {});
      try {
        await client.connect();
        await client.ping();
      } finally {
        client.disconnect();
      }
    });
  let server = start();
  await ready(server);
  return {
    connection,
    connect,
    stop: () => stop(server, "SIGTERM", folder),
    /** As a crash does it, and up again over what it had written. */
    crash: async () => {
      await stop(server, "SIGKILL", undefined);
      server = start();
      await ready(server);
    },
  };
}

/** Debian keeps them in a folder of their own, which is on no path. */
function postgresqlPrograms() {
  const all = "/usr/lib/postgresql";
  const versions = existsSync(all) ? readdirSync(all).sort((one, other) => Number(other) - Number(one)) : [];
  return versions.map((version) => join(all, version, "bin")).find((path) => existsSync(join(path, "initdb")));
}

/** PostgreSQL does not run as root: Debian's package has an account for it. */
async function unprivileged(folder) {
  if (process.getuid?.() !== 0) return {};
  const id = (flag) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  const [uid, gid] = [id("-u"), id("-g")];
  await chown(folder, uid, gid);
  return { uid, gid, cwd: folder };
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const READY_WITHIN_MILLISECONDS = 60_000;

async function untilReady(server, ask) {
  const end = Date.now() + READY_WITHIN_MILLISECONDS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (server.exitCode !== null || Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function stop(server, signal, folder) {
  if (server.exitCode === null && server.signalCode === null) {
    const exited = new Promise((resolve) => server.once("exit", resolve));
    server.kill(signal);
    await exited;
  }
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
