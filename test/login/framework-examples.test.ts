import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createRehearsalService, type ListeningService, type RehearsalService } from "../../src/rehearsal/index.js";
import { copiedExample } from "../copied-example.js";

const ROOT = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

/** What an example prints, by way of the built package. */
async function printed(name: string): Promise<readonly string[]> {
  expect(existsSync(resolve(ROOT, "dist/login/index.js")), "run npm run build first").toBe(true);
  const { path, remove } = copiedExample(name);
  onTestFinished(remove);
  const { stdout } = await run(process.execPath, ["run.mjs"], { cwd: path });
  return stdout.trimEnd().split("\n");
}

it("the example with Fastify logs users in from the store, and forgets those who are brought over", async () => {
  expect(await printed("login-fastify")).toEqual([
    "ann@example.com 401",
    "ann@example.com 200",
    "ann@example.com 200",
    "ANN@example.com 401",
    "bob 200",
    "bob 200",
    "bob@example.com 200",
    "eve@example.com 401",
    "kim@example.com 403",
    "nobody@example.com 401",
    "nobody@example.com 400",
    "users in the new service: 2 (2 emailpassword, 1 passwordless, 1 thirdparty, 1 authenticator app), left: 2",
    "while the service is down 503",
  ]);
});

it("the route of the example with Next logs users in, and bounds what it reads", async () => {
  // Next takes no file .mjs for a route by itself; test/runtimes/example-places.mjs runs it in Next.
  const config = resolve(ROOT, "docs/examples/login-next/next.config.mjs");
  const { default: settings } = (await import(config)) as { default: { pageExtensions: string[] } };
  expect(settings.pageExtensions).toContain("mjs");
  expect(await printed("login-next")).toEqual([
    "ann@example.com 401",
    "ann@example.com 200",
    "ann@example.com 200",
    "bob 200",
    "bob 200",
    "bob@example.com 200",
    "kim@example.com 403",
    "nobody@example.com 401",
    "ann@example.com 400",
    "ann@example.com 400",
    "while the service is down 503",
  ]);
});

/** What Workers have of the web; nothing of Node. */
function workerGlobals(): object {
  const { AbortController, Headers, Request, Response, TextDecoder, TextEncoder, URL, URLSearchParams, WebAssembly } =
    globalThis as typeof globalThis & { WebAssembly: unknown };
  const { atob, btoa, clearTimeout, crypto, fetch, performance, setTimeout, ReadableStream } = globalThis;
  const classes = {
    AbortController,
    Headers,
    ReadableStream,
    Request,
    Response,
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams,
  };
  const functions = { atob, btoa, clearTimeout, fetch, setTimeout };
  return { ...classes, ...functions, WebAssembly, Uint8Array, crypto, performance };
}

/** A KV namespace, as far as the example uses one. */
class Namespace {
  readonly #texts = new Map<string, string>();
  async put(key: string, text: string): Promise<void> {
    this.#texts.set(key, text);
  }
  async get(key: string): Promise<string | null> {
    return this.#texts.get(key) ?? null;
  }
  async delete(key: string): Promise<void> {
    this.#texts.delete(key);
  }
  get size(): number {
    return this.#texts.size;
  }
}

const BESIDE_THE_PASSWORD: Readonly<Record<string, object>> = {
  "bob@example.com": {
    phoneNumber: "+15555550100",
    thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "bob@example.com", isVerified: true }],
    totp: [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1, deviceName: "phone" }],
  },
};

// Known answers: crypt_blowfish, passlib.
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const LONG_PASSWORD = `${"0123456789".repeat(7)}012`;
const LONG_PASSWORD_HASH = "$P$53wLJAn9olyTFKiJKxLNw7Y4zeqevU.";

interface Worker {
  fetch(request: Request, env: object): Promise<Response>;
}

describe("the example with a Worker, bundled for the web", () => {
  const apiKey = "an-invented-key-0123456789";
  let rehearsal: RehearsalService;
  let listening: ListeningService;
  let worker: Worker;
  beforeAll(async () => {
    rehearsal = createRehearsalService({ service: "supertokens", apiKeys: [apiKey] });
    listening = await rehearsal.listen();
    const copy = copiedExample("login-worker");
    const bundle = await rolldown({
      input: join(copy.path, "worker.mjs"),
      platform: "browser",
      external: [/^@node-rs\//, "argon2", "hash-wasm"],
      logLevel: "silent",
    });
    const { output } = await bundle.generate({ format: "iife", name: "worker", codeSplitting: false });
    await bundle.close();
    copy.remove();
    const context = createContext(workerGlobals());
    worker = runInContext(`${output[0].code}; worker.default ?? worker`, context) as Worker;
  });
  afterAll(() => listening.close());

  const commonHash = "$2b$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const loginsAt = (USERS: Namespace, url: string) => async (email: string, password: string) => {
    const env = { USERS, SERVICE_URL: url, SERVICE_KEY: apiKey, COMMON_HASH: commonHash };
    const body = JSON.stringify({ email, password });
    return (
      await worker.fetch(
        new Request("https://app.example/login", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        }),
        env,
      )
    ).status;
  };

  it("logs a user in by their user name again and again, and keeps no key of theirs but the address", async () => {
    const USERS = new Namespace();
    const email = "cem@example.com";
    const user = {
      externalUserId: "3",
      identifiers: [email, "cem"],
      email,
      emailVerified: true,
      passwordHash: BCRYPT,
    };
    for (const key of user.identifiers) USERS.put(key, JSON.stringify(user));
    const logIn = loginsAt(USERS, listening.url);
    expect(await logIn("cem", "wrong")).toBe(401);
    for (const typed of ["cem", "cem", email, "CEM@example.com"]) expect(await logIn(typed, "U*U")).toBe(200);
    expect(await logIn("cem", "wrong")).toBe(401);
    expect(USERS.size).toBe(1);
  });

  it("refuses a user without a hash as it does anyone, and says nothing of being down", async () => {
    const USERS = new Namespace();
    const email = "dan@example.com";
    USERS.put(email, JSON.stringify({ externalUserId: "5", identifiers: [email], email }));
    expect(await loginsAt(USERS, listening.url)(email, "U*U")).toBe(401);
    expect(USERS.size).toBe(1);
  });

  it("makes no account whose password would be the first 72 bytes of what was typed", async () => {
    const USERS = new Namespace();
    const email = "kim@example.com";
    const user = { externalUserId: "4", identifiers: [email], email, passwordHash: LONG_PASSWORD_HASH };
    USERS.put(email, JSON.stringify(user));
    const logIn = loginsAt(USERS, listening.url);
    expect(await logIn(email, LONG_PASSWORD)).toBe(403);
    expect(await logIn(email, LONG_PASSWORD.slice(0, 72))).toBe(401);
    expect(USERS.size).toBe(1);
  });

  it("says that nothing is known while the service or the namespace is down", async () => {
    const down = await createRehearsalService().listen();
    await down.close();
    expect(await loginsAt(new Namespace(), down.url)("ann@example.com", "U*U")).toBe(503);
    const broken = new Namespace();
    broken.get = () => Promise.reject(new Error("down"));
    expect(await loginsAt(broken, listening.url)("ann@example.com", "U*U")).toBe(503);
  });

  it("logs users in, brings them over by hash or by sign-up, and takes them out of the namespace", async () => {
    const USERS = new Namespace();
    // Known answers: crypt_blowfish, RFC 6070 in passlib's spelling.
    for (const [externalUserId, email, passwordHash] of [
      ["1", "ann@example.com", BCRYPT],
      ["2", "bob@example.com", "$pbkdf2$4096$c2FsdA$SwB5AbdlSJq.rUnZJvch0GWkKcE"],
    ] as const) {
      const user = { externalUserId, identifiers: [email], email, emailVerified: true, passwordHash };
      USERS.put(email, JSON.stringify({ ...user, ...BESIDE_THE_PASSWORD[email] }));
    }
    const env = { USERS, SERVICE_URL: listening.url, SERVICE_KEY: apiKey, COMMON_HASH: commonHash };
    const logIn = loginsAt(USERS, listening.url);
    expect(await logIn("ann@example.com", "wrong")).toBe(401);
    expect(await logIn("nobody@example.com", "U*U")).toBe(401);
    expect(await logIn("ann@example.com", "U*U")).toBe(200);
    expect(USERS.size).toBe(1);
    expect(await logIn("ann@example.com", "U*U")).toBe(200);
    expect(await logIn("ann@example.com", "wrong")).toBe(401);
    expect(await logIn("BOB@example.com", "passwor")).toBe(401);
    expect(await logIn("bob@example.com", "password")).toBe(200);
    expect(USERS.size).toBe(0);
    const { users, devices } = rehearsal.state();
    const bobs = users.filter(({ loginMethods }) => loginMethods.some(({ email }) => email === "bob@example.com"));
    expect(bobs.map(({ loginMethods }) => loginMethods.map(({ recipeId }) => recipeId))).toEqual([
      ["emailpassword", "thirdparty", "passwordless"],
    ]);
    expect(devices.map(({ userId, deviceName }) => [userId, deviceName])).toEqual([[bobs[0]?.id, "phone"]]);
    expect(await logIn("bob@example.com", "password")).toBe(200);
    expect((await worker.fetch(new Request("https://app.example/login"), env)).status).toBe(404);
    const large = new Request("https://app.example/login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "x".repeat(20_000),
    });
    expect((await worker.fetch(large, env)).status).toBe(400);
  });
});
