import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { beforeAll, expect, it } from "vitest";
import type { CheckReport } from "../../src/check/index.js";
import type { Result } from "../../src/result.js";

const ROOT = resolve(import.meta.dirname, "../..");
const SAMPLES = resolve(ROOT, "test/source/systems/samples");
/** What browsers and workers have and the language has not. There is no `Buffer` and no `process`. */
const WEB = { AbortController, DecompressionStream, TextDecoder, TextEncoder, clearTimeout, crypto, setTimeout };

type Check = (bytes: Uint8Array) => Promise<Result<CheckReport>>;
const PROGRAM = `
import { checkExport } from "credport/check";
globalThis.check = (bytes) =>
  checkExport(async function* () { yield Uint8Array.from(bytes); }, { from: "auto" }).then(JSON.stringify);`;

let inBrowsers: (bytes: Uint8Array) => Promise<unknown>;
let inNode: Check;
beforeAll(async () => {
  const { outputFiles, warnings } = await build({
    stdin: { contents: PROGRAM, resolveDir: ROOT },
    ...{ bundle: true, platform: "browser", format: "iife", write: false, logLevel: "silent" },
  });
  // A script has no address, and none is needed: threads are what Node has.
  expect(warnings.filter(({ id }) => id !== "empty-import-meta")).toEqual([]);
  const realm = createContext(WEB) as { check(bytes: Uint8Array): Promise<string> };
  runInContext(outputFiles[0]?.text ?? "", realm);
  inBrowsers = async (bytes) => JSON.parse(await realm.check(bytes));
  const { checkExport } = await import(resolve(ROOT, "dist/check/index.js"));
  inNode = (bytes) =>
    checkExport(
      async function* () {
        yield bytes;
      },
      { from: "auto" },
    );
});

const reportOf = async (bytes: Uint8Array) => JSON.parse(JSON.stringify(await inNode(bytes)));
/** One in so many; the nightly takes all. */
const EVERY = Number(process.env.CREDPORT_SAMPLES_EVERY ?? 8);
const exports = readdirSync(SAMPLES).filter((name) => /\.(?:csv|ndjson|json|sql|tsv)$/.test(name));

it("checks exports in a bundle for browsers as Node does", async () => {
  const taken = exports.filter((_, at) => at % EVERY === 0);
  let read = 0;
  for (const name of taken) {
    const bytes = readFileSync(resolve(SAMPLES, name));
    const report = await reportOf(bytes);
    if (report.ok) read++;
    expect(await inBrowsers(bytes), name).toEqual(report);
  }
  expect(read).toBeGreaterThan(taken.length * 0.7);
});

it.each(["fusionauth.json", "wordpress.sql"])("unpacks %s, and tells one that is cut or damaged", async (name) => {
  const packed = gzipSync(readFileSync(resolve(SAMPLES, name)));
  expect(await inBrowsers(packed)).toEqual(await reportOf(packed));
  const cut = packed.subarray(0, packed.length >> 1);
  expect(await inBrowsers(cut)).toEqual(await reportOf(cut));
  const damaged = packed.fill(0xff, packed.length >> 1);
  expect(await inBrowsers(damaged)).toMatchObject({ ok: (await reportOf(damaged)).ok });
});

it("reads UTF-16 in both orders, and refuses what is no text", async () => {
  const text = "\ufeffusername,email\nann,ann@example.com\nbjörn,björn@example.com\n";
  const little = Buffer.from(text, "utf16le");
  const files = [little, Buffer.from(little).swap16(), Buffer.from(text), Buffer.from(text, "latin1")];
  for (const bytes of files) expect(await inBrowsers(bytes)).toEqual(await reportOf(bytes));
});
