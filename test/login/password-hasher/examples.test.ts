import { scryptSync } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import bcryptjs from "bcryptjs";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { EXAMPLES, folderOfExamples, loadExample, ROOT } from "./folder-of-examples.js";

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

it.each(["express-postgresql.mjs", "web-request.mjs"])(
  "the page has %s whole, for who has the package alone",
  (name) => {
    const page = readFileSync(join(ROOT, "docs/verify-and-upgrade.md"), "utf8");
    expect(page).toContain(`\`\`\`mjs\n${readFileSync(join(EXAMPLES, name), "utf8")}\`\`\``);
  },
);

let folder: string;
beforeAll(() => {
  folder = folderOfExamples();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const load = (name: string) => loadExample(folder, name);

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

describe("Better Auth", () => {
  // Decomposed, and the ligature that NFKC alone takes apart.
  const spellings = ["pa\u0308\ufb01", "p\u00e4fi"] as const;
  /** As Better Auth writes it: scrypt of the NFKC form, over the salt's hexadecimal text. */
  const ownHash = (password: string) => {
    const salt = "00112233445566778899aabbccddeeff";
    const costs = { N: 16_384, r: 16, p: 1, maxmem: 2 ** 27 };
    return `${salt}:${scryptSync(password.normalize("NFKC"), salt, 64, costs).toString("hex")}`;
  };

  it.each([spellings, spellings.toReversed()])(
    "takes %j for one password after the upgrade too: %j",
    async (...typed) => {
      const account = { password: ownHash(typed[0]) };
      const updateMany = async ({ where, update }: { where: { value: string }[]; update: { password: string } }) => {
        if (where[0]?.value === account.password) account.password = update.password;
      };
      const { createAuth } = await load("better-auth.mjs");
      const { hash, verify } = createAuth(Promise.resolve({ adapter: { updateMany } })).options.emailAndPassword
        .password;
      const logsIn = (password: string) => verify({ password, hash: account.password });
      expect(await logsIn("pafi")).toBe(false);
      for (const password of [...typed, ...typed]) expect(await logsIn(password)).toBe(true);
      expect(account.password).toMatch(/^\$argon2id\$/);
      account.password = await hash(typed[0]);
      for (const password of typed) expect(await logsIn(password)).toBe(true);
      expect(await logsIn("pafi")).toBe(false);
    },
  );
});

interface PayloadUpdate {
  readonly where: { readonly oldHash: { readonly equals: string } };
  readonly data: { readonly password: string };
  readonly context: object;
}

describe("Payload", () => {
  it.each([
    ["hashcat", PHPASS, [" hashcat ", "hashcat"], "hash cat"],
    ["k".repeat(72), bcryptjs.hashSync("k".repeat(72), 4), [`${"k".repeat(72)}more`, "k".repeat(72)], "k".repeat(71)],
  ])("lets all in that the old hash of %j takes, and keeps it until it has seen the whole", async (...row) => {
    const [, oldHash, texts, wrong] = row;
    const user: Record<string, unknown> = { id: 1, email: "ann@example.com", oldHash, password: "random" };
    const { hooks } = (await load("payload.mjs")).Users;
    const update = async ({ where, data, context }: PayloadUpdate) => {
      if (where.oldHash.equals === user.oldHash)
        Object.assign(user, hooks.beforeValidate[0]({ data: { ...data }, operation: "update", context }));
    };
    const payload = { find: async () => ({ docs: [{ ...user }] }), update, logger: console };
    const logsIn = async (password: string) => {
      const args = { data: { email: "ann@example.com", password } };
      await hooks.beforeOperation[0]({ args, collection: { slug: "users" }, operation: "login", req: { payload } });
      return user.password === password;
    };
    expect(await logsIn(wrong)).toBe(false);
    for (const text of texts) {
      expect(user.oldHash).toBe(oldHash);
      expect(await logsIn(text)).toBe(true);
    }
    expect(user.oldHash).toBe(oldHash === PHPASS ? null : oldHash);
    expect(await logsIn(wrong)).toBe(false);
    // Set by a link: Payload gives the hash.
    expect(hooks.beforeValidate[0]({ data: { hash: "x" }, operation: "update", context: {} }).oldHash).toBeNull();
  });
});
