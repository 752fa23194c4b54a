import { scryptSync, webcrypto } from "node:crypto";
import { resolve } from "node:path";
import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";
import { beforeAll, describe, expect, it } from "vitest";

const DIST = resolve(import.meta.dirname, "../../dist");
/** Of the login room what needs no file: the store over a file is Node's, and a bundler leaves it out. */
const ENTRY = `
export * from ${JSON.stringify(resolve(DIST, "index.js"))};
export * from ${JSON.stringify(resolve(DIST, "verify/index.js"))};
export {
  adviseOnHash, createLoginFallback, formatFallbackUser, LOGIN_ANSWERS, mismatchCauses, parseFallbackUser
} from ${JSON.stringify(resolve(DIST, "login/index.js"))};
export * from ${JSON.stringify(resolve(DIST, "client/index.js"))};
export * from ${JSON.stringify(resolve(DIST, "serve/index.js"))};
`;

type Verified = {
  readonly ok: boolean;
  readonly value?: { readonly matches: boolean };
  readonly problems?: readonly { readonly code: string }[];
};
interface Credport {
  verifyPassword(password: string, hash: string, options?: object): Promise<Verified>;
  requireEngines(schemes: readonly string[]): Promise<void>;
  enginesAvailable(): Promise<
    readonly { readonly scheme: string; readonly kind: string; readonly engines: readonly string[] }[]
  >;
  createImportClient: unknown;
  createVerifyHandler(options: object): (request: Request) => Promise<Response>;
}

/** What browsers, workerd and edge runtimes have in common: no process, no Buffer, no require, no setImmediate. */
function webGlobals(): object {
  const {
    AbortController,
    Headers,
    ReadableStream,
    Request,
    Response,
    TextDecoder,
    TextEncoder,
    URL,
    WebAssembly,
    atob,
    btoa,
    clearTimeout,
    performance,
    setTimeout,
  } = globalThis as typeof globalThis & { WebAssembly: unknown };
  return {
    AbortController,
    Headers,
    ReadableStream,
    Request,
    Response,
    TextDecoder,
    TextEncoder,
    URL,
    WebAssembly,
    Uint8Array: globalThis.Uint8Array,
    atob,
    btoa,
    clearTimeout,
    crypto: webcrypto,
    performance,
    setTimeout,
  };
}

/** One program, as a bundler makes it for a browser, in a place that has nothing of Node. */
async function bundled(): Promise<string> {
  const bundle = await rolldown({
    input: "entry",
    platform: "browser",
    external: [/^@node-rs\//, "argon2", "undici"],
    logLevel: "silent",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === "entry" ? resolve(DIST, "../entry.mjs") : null),
        load: (id) => (id.endsWith("entry.mjs") ? ENTRY : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "iife", name: "credport", codeSplitting: false });
  await bundle.close();
  return output[0].code;
}

describe("a bundle where nothing of Node is", () => {
  let credport: Credport;
  beforeAll(async () => {
    const context = createContext(webGlobals());
    credport = runInContext(`${await bundled()}; credport`, context) as Credport;
  });

  // Known answers: crypt_blowfish, argon2's reference test suite, RFC 7914 and RFC 6070 in passlib's spelling.
  const scrypt = scryptSync("password", "NaCl", 32, { N: 16, r: 8, p: 1 })
    .toString("base64")
    .replace(/=+$/, "");
  it.each([
    ["bcrypt", "U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"],
    [
      "argon2",
      "password",
      "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    ],
    ["scrypt", "password", `$scrypt$ln=4,r=8,p=1$TmFDbA$${scrypt}`],
    ["pbkdf2", "password", "$pbkdf2$4096$c2FsdA$SwB5AbdlSJq.rUnZJvch0GWkKcE"],
    ["a digest", "password", "{SSHA}yI6cZwQadOA1e+/f+T+H3eCQQhRzYWx0"],
  ])("verifies %s", async (name, password, hash) => {
    const right = await credport.verifyPassword(password, hash);
    const wrong = await credport.verifyPassword(`${password}!`, hash);
    expect(
      [right, wrong].map(({ value, problems }) => problems?.[0]?.code ?? value?.matches),
      name,
    ).toEqual([true, false]);
  });

  it("says at start, and at the login, that no engine computes an iterated digest", async () => {
    await expect(credport.requireEngines(["bcrypt", "argon2", "scrypt", "pbkdf2"])).resolves.toBeUndefined();
    await expect(credport.requireEngines(["digest"])).rejects.toThrow(/^no engine for digest: /);
    const { problems } = await credport.verifyPassword("x", "$apr1$71850310$gh9m4xcAn3MGxogwX/ztb.");
    expect(problems?.[0]?.code).toBe("verify/engine-missing");
  });

  it("answers a service that asks at login", async () => {
    const handler = credport.createVerifyHandler({
      shape: "ory",
      caller: { bearer: "a secret that both sides know" },
      findLegacyUser: async () => ({ id: "1", passwordHash: "{SSHA}yI6cZwQadOA1e+/f+T+H3eCQQhRzYWx0" }),
      commonHash: "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
    });
    const ask = async (password: string, secret = "a secret that both sides know") => {
      const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
      const body = JSON.stringify({ identifier: "ann", password });
      return (await handler(new Request("http://127.0.0.1/", { method: "POST", headers, body }))).status;
    };
    expect([await ask("password"), await ask("another"), await ask("password", "another secret")]).toEqual([
      200, 403, 401,
    ]);
  });

  it("names the engines of the web", async () => {
    const available = await credport.enginesAvailable();
    expect(
      Object.fromEntries(available.map(({ scheme, kind, engines }) => [scheme, `${kind} ${engines[0]}`])),
    ).toEqual({
      bcrypt: "portable bcryptjs",
      argon2: "wasm hash-wasm",
      scrypt: "portable scrypt-js",
      "provider-scrypt": "portable scrypt-js",
      pbkdf2: "native Web Crypto",
      digest: "native Web Crypto",
    });
  });
});
