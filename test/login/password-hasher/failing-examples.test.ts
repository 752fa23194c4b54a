import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { folderOfExamples, loadExample } from "./folder-of-examples.js";

// Known answer: hashcat's examples.
const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";
const EMAIL = "ann@example.com";

const folders: string[] = [];
function folderWith(packages: Readonly<Record<string, string>>): string {
  const folder = folderOfExamples(packages);
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

/** What databases say, with the statement and its values. */
async function failing(): Promise<never> {
  throw Object.assign(new Error("value too long for type character varying(60): $argon2id$v=19"), { code: "22001" });
}
const user = { id: 1, email: EMAIL, passwordHash: PHPASS, password_hash: PHPASS };
/** A read-only database, or a column that is too narrow. */
const users = { find: async () => ({ ...user }), replaceHash: failing };
const POST = { method: "POST", headers: { "content-type": "application/json" } };

type StatusOf = (folder: string, password: string) => Promise<unknown>;

/** Each example's own answer, as a status. */
const STATUS: Readonly<Record<string, StatusOf>> = {
  express: async (folder, password) => {
    const { createApp } = await loadExample(folder, "express-postgresql.mjs");
    const query = async (text: string) => (text.startsWith("SELECT") ? { rows: [user] } : failing());
    const server: Server = await new Promise((done) => {
      const listening: Server = createApp({ query }).listen(0, "127.0.0.1", () => done(listening));
    });
    onTestFinished(() => void server.close());
    const body = JSON.stringify({ email: EMAIL, password });
    return (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/login`, { ...POST, body })).status;
  },
  fastify: async (folder, password) => {
    const server = (await loadExample(folder, "fastify.mjs")).createServer(users);
    onTestFinished(() => server.close());
    return (await server.inject({ ...POST, url: "/login", payload: { email: EMAIL, password } })).statusCode;
  },
  "web-request": async (folder, password) => {
    const logIn = (await loadExample(folder, "web-request.mjs")).createLogIn(users);
    const body = JSON.stringify({ email: EMAIL, password });
    return (await logIn(new Request("https://app.example/login", { ...POST, body }))).status;
  },
  hono: async (folder, password) => {
    const { default: app } = await loadExample(folder, "hono-d1.mjs");
    const DB = { prepare: () => ({ bind: () => ({ first: async () => user, run: failing }) }) };
    const req = { json: async () => ({ email: EMAIL, password }), raw: {} };
    const answers = { body: (_: unknown, status: number) => status, json: () => 200 };
    return app.handle({ env: { DB }, req, ...answers });
  },
  nest: async (folder, password) => {
    const { AuthService } = await loadExample(folder, "nest.mjs");
    return new AuthService(users).logIn(EMAIL, password).then(
      () => 200,
      (error: { status?: number }) => error.status,
    );
  },
};

/** These let in or don't. */
const LETS_IN: Readonly<Record<string, (folder: string, password: string) => Promise<unknown>>> = {
  "auth.js": async (folder, password) => {
    const { authorize } = (await loadExample(folder, "auth-js.mjs")).passwordProvider(users);
    return (await authorize({ email: EMAIL, password })) !== null;
  },
  "better auth": async (folder, password) => {
    const { createAuth } = await loadExample(folder, "better-auth.mjs");
    const { options } = createAuth(Promise.resolve({ adapter: { updateMany: failing } }));
    return options.emailAndPassword.password.verify({ password, hash: PHPASS });
  },
  strapi: async (folder, password) => {
    const extend = createRequire(join(folder, "package.json"))("./strapi-server.cjs");
    const strapi = { log: console, db: { query: () => ({ updateMany: failing }) } };
    const { services } = extend({ services: { user: () => ({}) } });
    return services.user({ strapi }).validatePassword(password, PHPASS);
  },
};

/** A hasher that answers as the test says. */
const STAND_IN = `
  export const [argon2id, scrypt, bcrypt] = [() => {}, () => {}, () => {}];
  export const createPasswordHasher = () => ({ verify: async () => globalThis.answered });`;
const stubbed = folderWith({ credport: STAND_IN });
const answer = (answered: unknown) => Object.assign(globalThis, { answered });

describe("where the new hash can't be stored", () => {
  const newHash = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub";

  it.each(Object.entries({ ...STATUS, ...LETS_IN }))(
    "%s lets the right password in, and logs no hash",
    async (...row) => {
      const [name, ask] = row;
      answer({ ok: true, value: { matches: true, newHash }, warnings: [] });
      expect(await ask(stubbed, "hashcat")).toBe(name in STATUS ? 200 : true);
      const logged = vi.mocked(console.error).mock.calls.flat().join("\n");
      if (name !== "fastify") expect(logged).toMatch(/not stored: 22001$/);
      expect(logged).not.toContain("$argon2id");
      answer({ ok: true, value: { matches: false }, warnings: [] });
      expect(await ask(stubbed, "wrong")).toBe(name in STATUS ? 401 : false);
    },
  );

  it("the real hasher's users are let in as well", async () => {
    const folder = folderWith({});
    expect(await STATUS["web-request"]?.(folder, "hashcat")).toBe(200);
    expect(await STATUS["web-request"]?.(folder, "wrong")).toBe(401);
  });
});

describe.each(Object.entries(STATUS))("%s answers as the page's table says", (_, ask) => {
  it.each([
    ["verify/queue-full", 503],
    ["verify/engine-failed", 503],
    ["verify/aborted", 503],
    ["verify/password-too-long", 401],
    ["hash/empty", 401],
    ["verify/pepper-missing", 401],
  ])("%s: %i", async (code, status) => {
    answer({ ok: false, problems: [{ code }] });
    expect(await ask(stubbed, "hashcat")).toBe(status);
  });
});
