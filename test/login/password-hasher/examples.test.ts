import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

const ROOT = resolve(import.meta.dirname, "../../..");
const EXAMPLES = join(ROOT, "docs/examples/verify-and-upgrade");
/** As the page and its readers see it: blank lines and comments are not the reader's own code. */
const MOST_LINES = 30;
// Known answers: crypt_blowfish, hashcat's examples.
const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

const names = readdirSync(EXAMPLES).filter((name) => /\.[cm]js$/.test(name));

it.each(names)("%s is short, and renews a hash only where it is still the one that was checked", (name) => {
  const text = readFileSync(join(EXAMPLES, name), "utf8");
  const lines = text
    .replace(/\/\*\*[\s\S]*?\*\//g, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  expect(lines.length).toBeLessThanOrEqual(MOST_LINES);
  expect(text).toMatch(
    /AND password_hash = (?:\$3|\?)|replaceHash\(user\.id, user\.passwordHash, newHash\)|(?:value: from|password: hash|equals: user\.oldHash) }/,
  );
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "credport-hasher-"));
  cpSync(EXAMPLES, folder, { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules/credport"));
  for (const name of ["express", "fastify"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const load = (name: string) => import(pathToFileURL(join(folder, name)).href);

interface Login {
  readonly status: number;
  readonly userId?: unknown;
}
type LogIn = (email: unknown, password: unknown) => Promise<Login>;

async function answered(response: Response): Promise<Login> {
  const { status } = response;
  return status === 200 ? { status, ...((await response.json()) as object) } : { status };
}

const POST = { method: "POST", headers: { "content-type": "application/json" } };

/** Users by address, with the two functions that the examples ask for. */
function usersOf(hashes: Readonly<Record<string, string | null>>) {
  const users = Object.entries(hashes).map(([email, passwordHash], at) => ({
    id: at + 1,
    email,
    passwordHash,
  }));
  return {
    hashOf: async (email: string) => users.find((user) => user.email === email)?.passwordHash,
    find: async (email: string) => {
      const found = users.find((user) => user.email === email.toLowerCase());
      return found === undefined ? null : { ...found };
    },
    replaceHash: async (id: number, from: string, to: string) => {
      const user = users.find((one) => one.id === id && one.passwordHash === from);
      if (user !== undefined) user.passwordHash = to;
    },
  };
}

const HASHES = {
  "ann@example.com": PHPASS,
  "ben@example.com": BCRYPT,
  "eve@example.com": "$2a$05$cut.off",
  "kim@example.com": null,
};

async function logsIn(logIn: LogIn, hashOf: (email: string) => Promise<unknown>): Promise<void> {
  expect(await logIn("ann@example.com", "wrong")).toEqual({ status: 401 });
  expect(await hashOf("ann@example.com")).toBe(PHPASS);
  for (const _ of ["old", "new"]) {
    expect(await logIn("Ann@example.com", "hashcat")).toEqual({ status: 200, userId: 1 });
    expect(await hashOf("ann@example.com")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  }
  expect(await logIn("ann@example.com", "wrong")).toEqual({ status: 401 });
  expect(await logIn("ben@example.com", "U*U")).toEqual({ status: 200, userId: 2 });
  for (const email of ["eve@example.com", "kim@example.com", "nobody@example.com"]) {
    expect(await logIn(email, "U*U"), email).toEqual({ status: 401 });
  }
  expect(await hashOf("kim@example.com")).toBeNull();
  expect(await logIn("ann@example.com", { $ne: null })).toEqual({ status: 400 });
  expect(await logIn(["ann@example.com"], "hashcat")).toEqual({ status: 400 });
}

async function overExpress(pool: object): Promise<LogIn> {
  const { createApp } = await load("express-postgresql.mjs");
  const server: Server = await new Promise((done) => {
    const listening: Server = createApp(pool).listen(0, "127.0.0.1", () => done(listening));
  });
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/login`;
  return async (email, password) => answered(await fetch(url, { ...POST, body: JSON.stringify({ email, password }) }));
}

it("Express logs users in and renews their hashes", async () => {
  const users = usersOf(HASHES);
  const query = async (statement: string, [first, id, from]: [string, number, string]) => {
    if (statement.startsWith("UPDATE")) return users.replaceHash(id, from, first);
    const user = await users.find(first);
    return { rows: user === null ? [] : [{ id: user.id, password_hash: user.passwordHash }] };
  };
  await logsIn(await overExpress({ query }), users.hashOf);
});

describe("Express with PostgreSQL", () => {
  it("does the same, and leaves a password alone that was set meanwhile", async ({ skip }) => {
    const { startPostgresql } = await import(pathToFileURL(join(ROOT, "bench/fallback-run/servers.mjs")).href);
    const server = await startPostgresql();
    if (server === null) return skip("needs PostgreSQL");
    const pool = server.connect();
    onTestFinished(async () => {
      await pool.end();
      await server.stop();
    });
    await pool.query("CREATE TABLE users (id serial PRIMARY KEY, email text UNIQUE, password_hash text)");
    for (const [email, hash] of Object.entries(HASHES)) {
      await pool.query("INSERT INTO users (email, password_hash) VALUES ($1, $2)", [email, hash]);
    }
    const hashOf = async (email: string) =>
      (await pool.query("SELECT password_hash FROM users WHERE email = $1", [email])).rows[0]?.password_hash;
    await logsIn(await overExpress(pool), hashOf);
    await pool.query("UPDATE users SET password_hash = $1 WHERE id = 1", [PHPASS]);
    // The user sets another password while the old one is being checked.
    const interfering = {
      query: async (statement: string, values: readonly unknown[]) => {
        if (statement.startsWith("UPDATE"))
          await pool.query("UPDATE users SET password_hash = $1 WHERE id = 1", [BCRYPT]);
        return pool.query(statement, values);
      },
    };
    expect(await (await overExpress(interfering))("ann@example.com", "hashcat")).toMatchObject({
      status: 200,
    });
    expect(await hashOf("ann@example.com")).toBe(BCRYPT);
  }, 120_000);
});

it("Fastify logs users in and renews their hashes", async () => {
  const users = usersOf(HASHES);
  const { createServer } = await load("fastify.mjs");
  const server = createServer(users);
  onTestFinished(() => server.close());
  const logIn: LogIn = async (email, password) => {
    const { statusCode, body } = await server.inject({
      ...POST,
      url: "/login",
      payload: { email, password },
    });
    return statusCode === 200 ? { status: statusCode, ...JSON.parse(body) } : { status: statusCode };
  };
  await logsIn(logIn, users.hashOf);
});

it("a server of Web requests logs users in and renews their hashes", async () => {
  const users = usersOf(HASHES);
  const { createLogIn } = await load("web-request.mjs");
  const logIn = createLogIn(users);
  const send = async (body: string) =>
    answered(await logIn(new Request("https://app.example/login", { ...POST, body })));
  await logsIn((email, password) => send(JSON.stringify({ email, password })), users.hashOf);
  for (const body of ["", "null", "[]"]) expect(await send(body)).toEqual({ status: 400 });
});
