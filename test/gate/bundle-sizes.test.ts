import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";

const DIST = resolve(import.meta.dirname, "../../dist");
/** Bytes after gzip, of one function in a bundle by itself: what it has today, with room for a sentence or two. */
const SIZES: readonly (readonly [name: string, room: string, most: number, target: number])[] = [
  ["parseBcrypt", "index.js", 2_600, 2_000],
  ["toBase32Secret", "index.js", 7_500, 6_000],
  ["normalizeHash", "index.js", 40_500, 30_000],
  ["identifyHash", "index.js", 38_900, 30_000],
  ["verifyPassword", "verify/index.js", 63_400, 60_000],
];

async function gzipped(name: string, file: string): Promise<number> {
  const bundle = await rolldown({
    input: "entry",
    platform: "browser",
    external: [/^@node-rs\//, "argon2", "hash-wasm"],
    logLevel: "silent",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === "entry" ? id : null),
        load: (id) =>
          id === "entry" ? `export { ${name} } from ${JSON.stringify(resolve(DIST, file))};` : null,
      },
    ],
  });
  const { output } = await bundle.generate({ format: "es", minify: true, codeSplitting: false });
  await bundle.close();
  return gzipSync(output[0].code, { level: 9 }).length;
}

it("one function in a bundle is no larger than it was", async () => {
  const rows = await Promise.all(
    SIZES.map(async ([name, room, most, target]) => ({
      name,
      bytes: await gzipped(name, room),
      most,
      target,
    })),
  );
  const table = rows.map(({ name, bytes, most, target }) => `${name} ${bytes} of ${most}, target ${target}`);
  process.stdout.write(`${table.join("\n")}\n`);
  expect(rows.filter(({ bytes, most }) => bytes > most)).toEqual([]);
});
