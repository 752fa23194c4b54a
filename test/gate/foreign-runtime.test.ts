import { webcrypto } from "node:crypto";
import { resolve } from "node:path";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { loadSuite } from "../../src/conformance/index.js";
import type { ConformanceCase } from "../../src/conformance/suite/conformance-case.js";
import { IS_FULL } from "../by-day.js";

const SUITE = resolve(import.meta.dirname, "../runtimes/web-suite.mjs");

/** The one name of test/runtimes/web-suite.mjs. */
interface WebSuite {
  runVectors(cases: readonly ConformanceCase[]): Promise<{
    readonly passed: number;
    readonly failed: readonly string[];
    readonly withoutEngine: readonly string[];
  }>;
  smoke(): Promise<{
    readonly login: string;
    readonly client: string;
    readonly serve: string;
    readonly engines: Readonly<Record<string, string>>;
  }>;
}

const NAMES = [
  "AbortController",
  "AbortSignal",
  "Headers",
  "MessageChannel",
  "ReadableStream",
  "Request",
  "Response",
  "TextDecoder",
  "TextEncoder",
  "URL",
  "Uint8Array",
  "WebAssembly",
  "atob",
  "btoa",
  "clearTimeout",
  "performance",
  "setTimeout",
] as const;

/** What browsers, workerd and edge runtimes have in common: no process, no Buffer, no require, no setImmediate. */
function webGlobals(crypto: object | undefined): object {
  const all = globalThis as unknown as Record<string, unknown>;
  return { ...Object.fromEntries(NAMES.map((name) => [name, all[name]])), crypto };
}

/** One program, as a bundler makes it for a browser. */
async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from ${JSON.stringify(SUITE)};`, resolveDir: import.meta.dirname },
    globalName: "credport",
    bundle: true,
    platform: "browser",
    format: "iife",
    target: "es2022",
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]!.text;
}

async function cheapCases(operation?: string): Promise<readonly ConformanceCase[]> {
  const suite = await loadSuite();
  if (!suite.ok) throw new Error(suite.problems[0].message);
  return suite.value.cases.filter(
    (vector) => vector.cost === "cheap" && (operation === undefined || vector.operation === operation),
  );
}

/** bcrypt of bytes that are no UTF-8 under crypt_blowfish's countermeasure, which no portable engine computes. */
const MOST_WITHOUT_ENGINE = 10;

describe("a bundle where nothing of Node is", () => {
  let program: string;
  beforeAll(async () => {
    program = await bundled();
  });
  const suiteIn = (crypto: object | undefined): WebSuite =>
    runInContext(`${program}; credport.credportSuite`, createContext(webGlobals(crypto))) as WebSuite;

  it("passes the vectors of every operation", async () => {
    // Of the hashes each fifth at night: npm run runtimes computes them all.
    const every = IS_FULL ? 5 : 45;
    const cases = (await cheapCases()).filter(({ operation }, at) => operation !== "verify" || at % every === 0);
    const { passed, failed, withoutEngine } = await suiteIn(webcrypto).runVectors(cases);
    process.stdout.write(`${passed} of ${cases.length} vectors, ${withoutEngine.length} without an engine\n`);
    expect(failed).toEqual([]);
    expect(withoutEngine.length).toBeLessThan(MOST_WITHOUT_ENGINE);
    expect(passed + withoutEngine.length).toBe(cases.length);
  });

  it("lets a user in, sends an import, answers a service that asks at login, and names the engines of the web", async () => {
    expect(await suiteIn(webcrypto).smoke()).toEqual({
      login: "migrated, fallback/not-readable",
      client: "POST /recipe/user/passwordhash/import",
      serve: "200 403 401",
      engines: {
        bcrypt: "bcryptjs (portable)",
        argon2: "hash-wasm (wasm)",
        scrypt: "hash-wasm (wasm)",
        "provider-scrypt": "hash-wasm (wasm)",
        pbkdf2: "Web Crypto (native)",
        digest: "@noble/hashes (portable)",
      },
    });
  });

  it("computes TOTP codes and every hash on a page that is not secure, which has no Web Crypto", async () => {
    const insecure = suiteIn({ getRandomValues: webcrypto.getRandomValues.bind(webcrypto) });
    expect((await insecure.smoke()).engines).toMatchObject({ pbkdf2: "@noble/hashes (portable)" });
    const topics = ["firebase", "published", "java"];
    const cases = (await cheapCases("verify")).filter(({ topic }) => topics.includes(topic));
    const codes = await cheapCases("totp-code");
    expect(codes.length).toBeGreaterThan(100);
    const { passed, failed, withoutEngine } = await insecure.runVectors([...cases, ...codes]);
    expect(failed).toEqual([]);
    expect(passed + withoutEngine.length).toBe(cases.length + codes.length);
  });
});
