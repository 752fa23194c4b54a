import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";

const DIST = resolve(import.meta.dirname, "../../dist");
/** KiB after gzip, of one function, or of all that an entry has, in a bundle for browsers: what a page loads before it calls it. */
const MOST: readonly (readonly [name: string, room: string, most: number])[] = [
  ["parseBcrypt", "index.js", 2.05],
  ["toBase32Secret", "index.js", 6],
  ["normalizeHash", "index.js", 33.4],
  ["identifyHash", "index.js", 35.8],
  ["verifyPassword", "verify/index.js", 66.4],
  ["createImportClient", "client/index.js", 21],
  ["*", "strict.js", 10],
];

async function bundled(name: string, room: string) {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `export ${name === "*" ? name : `{ ${name} }`} from ${JSON.stringify(resolve(DIST, room))};`,
      resolveDir: DIST,
    },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    // Engines are chunks of their own, each loaded with the first hash that needs it.
    splitting: true,
    outdir: DIST,
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const { outputs } = metafile;
  const entry = Object.keys(outputs).find((path) => outputs[path]!.entryPoint === "<stdin>")!;
  const atStart = new Set([entry]);
  for (const path of atStart) {
    for (const { path: next, kind } of outputs[path]!.imports) {
      if (kind === "import-statement" && next in outputs) atStart.add(next);
    }
  }
  const names = [...atStart].map((path) => resolve(path));
  return outputFiles.filter(({ path }) => names.includes(path)).map(({ contents }) => contents);
}

it("one function in a bundle is no larger than what a page can bear", async () => {
  const rows = await Promise.all(
    MOST.map(async ([name, room, most]) => {
      const files = await bundled(name, room);
      const bytes = files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0);
      return { name, bytes, most: most * 1024 };
    }),
  );
  const lines = rows.map(({ name, bytes, most }) => `${name.padEnd(18)} ${bytes} of ${most} bytes`);
  process.stdout.write(`${lines.join("\n")}\n`);
  expect(rows.filter(({ bytes, most }) => bytes > most)).toEqual([]);
});

it("a bundle that reads hashes has none of what only documentation says of formats and systems", async () => {
  for (const [name, room] of MOST) {
    const text = (await bundled(name, room)).map((file) => new TextDecoder().decode(file)).join("\n");
    expect(text.match(/https:\/\/(?:github\.com|passlib\.|www\.mediawiki)[^"]*/g) ?? [], name).toEqual([]);
  }
});

it("has hi-base32 where Node runs it, and not in a bundle for browsers", async () => {
  const [file] = (
    await build({
      stdin: { contents: `export * from ${JSON.stringify(resolve(DIST, "index.js"))};`, resolveDir: DIST },
      bundle: true,
      platform: "node",
      format: "esm",
      write: false,
      logLevel: "silent",
    })
  ).outputFiles;
  const ofHiBase32 = "Decoded data is not valid UTF-8";
  expect(file!.text).toContain(ofHiBase32);
  expect(new TextDecoder().decode((await bundled("toBase32Secret", "index.js"))[0])).not.toContain(ofHiBase32);
});
