/**
 * The examples of docs/verify-and-upgrade.md with the packages that no test installs: puts them into a folder of their own,
 * signs users in by each, and looks at the hashes that are stored afterwards. `node test/nightly/hasher-examples.mjs`
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { packedInto } from "../runtimes/install.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const PACKAGES = ["better-auth@1", "hono@4", "@auth/core@0.41", "@nestjs/common@11", "@nestjs/core@11"];
const PEERS = ["rxjs@7", "reflect-metadata@0.2"];
/** By themselves: what they ask for besides is a whole server with its admin panel. */
const ALONE = ["@strapi/plugin-users-permissions@5", "payload@3", "@payloadcms/db-sqlite@3", "graphql@16"];
// Known answer: hashcat's examples.
const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";

const folder = mkdtempSync(join(tmpdir(), "credport-hasher-"));
const load = (name) => import(pathToFileURL(join(folder, name)).href);

/** A user, with the functions that the examples ask for. */
function usersOf(passwordHash) {
  const user = { id: "1", email: "ann@example.com", passwordHash };
  return {
    user,
    find: async (email) => (email === user.email ? { ...user } : null),
    replaceHash: async (id, from, to) => {
      if (id === user.id && from === user.passwordHash) user.passwordHash = to;
    },
  };
}

const EXAMPLES = {
  async "better-auth"() {
    const { createAuth } = await load("better-auth.mjs");
    const { memoryAdapter } = await load("node_modules/better-auth/dist/adapters/memory-adapter/index.mjs");
    const { hashPassword } = await load("node_modules/better-auth/dist/crypto/index.mjs");
    const tables = { user: [], session: [], account: [], verification: [] };
    process.env.BETTER_AUTH_SECRET = "an-invented-secret-of-32-characters";
    process.env.BETTER_AUTH_URL = "http://localhost:3000";
    const { api } = createAuth(memoryAdapter(tables));
    const ann = { email: "ann@example.com", password: "correct horse" };
    await api.signUpEmail({ body: { ...ann, name: "Ann" } });
    const [account] = tables.account;
    assert.match(account.password, /^\$argon2id\$/);
    // As Better Auth itself had written it.
    const old = await hashPassword(ann.password);
    account.password = old;
    await assert.rejects(api.signInEmail({ body: { ...ann, password: "wrong horse" } }));
    assert.equal(tables.account[0].password, old);
    for (let time = 0; time < 2; time++) assert.ok((await api.signInEmail({ body: ann })).user.id);
    assert.match(tables.account[0].password, /^\$argon2id\$/);
    await assert.rejects(api.signInEmail({ body: { ...ann, password: "wrong horse" } }));
    await assert.rejects(api.signInEmail({ body: { ...ann, email: "eve@example.com" } }));
    // Better Auth takes both forms, so both have to be taken after the upgrade.
    const forms = ["NFD", "NFC", "NFD"].map((form) => "correct hörse".normalize(form));
    tables.account[0].password = await hashPassword(forms[1]);
    for (const password of forms) assert.ok((await api.signInEmail({ body: { ...ann, password } })).user.id);
    assert.match(tables.account[0].password, /^\$argon2id\$/);
  },
  async hono() {
    const { default: app } = await load("hono-d1.mjs");
    const { user, find, replaceHash } = usersOf(PHPASS);
    const prepare = (statement) => ({
      bind: (first, id, from) => ({
        first: async () => {
          const found = await find(first);
          return found && { id: found.id, password_hash: found.passwordHash };
        },
        run: async () => statement.startsWith("UPDATE") && replaceHash(id, from, first),
      }),
    });
    const logIn = async (email, password) => {
      const body = JSON.stringify({ email, password });
      return (await app.request("/login", { method: "POST", body }, { DB: { prepare } })).status;
    };
    assert.equal(await logIn(user.email, "wrong"), 401);
    assert.equal(user.passwordHash, PHPASS);
    for (let time = 0; time < 2; time++) assert.equal(await logIn(user.email, "hashcat"), 200);
    assert.match(user.passwordHash, /^\$scrypt\$ln=15,r=8,p=3\$/);
    assert.equal(await logIn("eve@example.com", "hashcat"), 401);
    assert.equal(await logIn(user.email, { $ne: null }), 400);
  },
  async "auth.js"() {
    const { passwordProvider } = await load("auth-js.mjs");
    const { Auth } = await load("node_modules/@auth/core/index.js");
    const users = usersOf(PHPASS);
    const config = {
      ...{ trustHost: true, secret: "an-invented-secret", basePath: "/auth", logger: { error: () => {} } },
      providers: [passwordProvider(users)],
    };
    const cookiesOf = (response) => response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    const logIn = async (password) => {
      const first = await Auth(new Request("http://localhost/auth/csrf"), config);
      const { csrfToken } = await first.json();
      const body = new URLSearchParams({ csrfToken, email: users.user.email, password });
      const headers = { cookie: cookiesOf(first).join("; ") };
      const url = "http://localhost/auth/callback/credentials";
      const response = await Auth(new Request(url, { method: "POST", body, headers }), config);
      return cookiesOf(response).some((cookie) => /session-token=./.test(cookie));
    };
    assert.equal(await logIn("wrong"), false);
    assert.equal(users.user.passwordHash, PHPASS);
    for (let time = 0; time < 2; time++) assert.equal(await logIn("hashcat"), true);
    assert.match(users.user.passwordHash, /^\$argon2id\$/);
  },
  async nest() {
    const { AuthService } = await load("nest.mjs");
    await load("node_modules/reflect-metadata/Reflect.js");
    const { Module } = (await load("node_modules/@nestjs/common/index.js")).default;
    const { NestFactory } = (await load("node_modules/@nestjs/core/index.js")).default;
    const users = usersOf(PHPASS);
    class AppModule {}
    const provider = { provide: AuthService, useFactory: () => new AuthService(users) };
    Module({ providers: [provider] })(AppModule);
    const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
    const service = app.get(AuthService);
    const statusOf = (call) =>
      call.then(
        ({ id }) => id,
        (error) => error.getStatus(),
      );
    assert.equal(await statusOf(service.logIn(users.user.email, "wrong")), 401);
    assert.equal(users.user.passwordHash, PHPASS);
    for (let time = 0; time < 2; time++) assert.equal(await statusOf(service.logIn(users.user.email, "hashcat")), "1");
    assert.match(users.user.passwordHash, /^\$argon2id\$/);
    assert.equal(await statusOf(service.logIn("eve@example.com", "hashcat")), 401);
    await app.close();
  },
  async "strapi's plugin"() {
    const require = createRequire(join(folder, "package.json"));
    const extend = require("./strapi-server.cjs");
    const plugin = require("@strapi/plugin-users-permissions/strapi-server");
    const { user } = usersOf(PHPASS);
    const updateMany = async ({ where, data }) => {
      if (where.password === user.passwordHash) user.passwordHash = data.password;
    };
    const strapi = { log: console, db: { query: () => ({ updateMany }) } };
    const services = extend({ services: { ...plugin().services } }).services;
    const service = services.user({ strapi });
    assert.equal(typeof service.edit, "function");
    assert.equal(await service.validatePassword("wrong", user.passwordHash), false);
    assert.equal(user.passwordHash, PHPASS);
    for (let time = 0; time < 2; time++)
      assert.equal(await service.validatePassword("hashcat", user.passwordHash), true);
    // By Strapi's own function, as if the extension were taken out again.
    const own = plugin().services.user({ strapi });
    assert.equal(await own.validatePassword("hashcat", user.passwordHash), true);
  },
  async payload() {
    const { Users } = await load("payload.mjs");
    const { buildConfig, getPayload } = await load("node_modules/payload/dist/index.js");
    const { sqliteAdapter } = await load("node_modules/@payloadcms/db-sqlite/dist/index.js");
    const config = buildConfig({
      ...{ secret: "an-invented-secret", telemetry: false, typescript: { autoGenerate: false } },
      ...{ collections: [Users], logger: { options: { level: "silent" } } },
      db: sqliteAdapter({ client: { url: `file:${join(folder, "payload.db")}` } }),
    });
    const payload = await getPayload({ config });
    const collection = "users";
    const stored = (email) => payload.db.findOne({ collection, where: { email: { equals: email } } });
    const statusOf = ({ email }, password) =>
      payload.login({ collection, data: { email, password } }).then(
        () => 200,
        ({ status }) => status,
      );
    const [ann, bob, cyd] = ["ann", "bob", "cyd"].map((name) => ({ email: `${name}@example.com` }));
    for (const user of [ann, bob, cyd]) {
      await payload.create({ collection, data: { ...user, password: "a random password", oldHash: PHPASS } });
    }
    assert.equal((await payload.find({ collection })).docs[0].oldHash, undefined);
    assert.equal(await statusOf(ann, "wrong"), 401);
    // WordPress takes blanks off, and the old hash still decides afterwards.
    assert.equal(await statusOf(ann, " hashcat "), 200);
    assert.equal((await stored(ann.email)).oldHash, PHPASS);
    for (let time = 0; time < 2; time++) assert.equal(await statusOf(ann, "hashcat"), 200);
    assert.equal((await stored(ann.email)).oldHash, null);
    assert.equal(await statusOf(ann, "a random password"), 401);
    // Whoever sets a password by a link, or has it set, has no other one afterwards.
    const token = await payload.forgotPassword({ collection, data: bob, disableEmail: true });
    await payload.resetPassword({ collection, data: { token, password: "set by a link" }, overrideAccess: true });
    const where = { email: { equals: cyd.email } };
    const { user } = await payload.login({ collection, data: { ...ann, password: "hashcat" } });
    const byAdministrator = { collection, where, data: { password: "set" }, overrideAccess: false, user };
    assert.equal((await payload.update(byAdministrator)).docs.length, 1);
    for (const [user, password] of [
      [bob, "set by a link"],
      [cyd, "set"],
    ]) {
      assert.equal(await statusOf(user, "hashcat"), 401);
      assert.equal(await statusOf(user, password), 200);
    }
    assert.equal(await statusOf({ email: "eve@example.com" }, "hashcat"), 401);
    await payload.destroy?.();
  },
};

try {
  cpSync(join(ROOT, "docs/examples/verify-and-upgrade"), folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--silent"];
  const install = (packages) =>
    execFileSync("npm", ["install", ...options, ...packages], {
      ...{ cwd: folder, stdio: ["ignore", "ignore", "inherit"] },
    });
  install([...PACKAGES, ...PEERS, packedInto(folder, ROOT)]);
  install(["--legacy-peer-deps", ...ALONE]);
  for (const [name, run] of Object.entries(EXAMPLES)) {
    await run();
    console.log(`${name}: signs in, and the hash is new`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
