import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";

/** `import{a as b}from"./chunk.js"` as esbuild writes it; one that only loads has no names. */
const IMPORT = /\b(import|export)(?:\{([^}]*)\}from)?"\.\/([^"]+)"/g;

/**
 * Puts parts of a divided bundle that are loaded together into one file. esbuild makes a part for each set of entries that
 * share one, however small, and at a start a file costs more than lines in it that are not used.
 *
 * @param folder Where the bundle is.
 * @param outputs What esbuild says of its files.
 * @param groups The files that are loaded together, by the name of the new one, the earliest first: what they import goes
 * there, unless an earlier one has it. What is loaded on demand by its name stays a file.
 */
export async function mergeChunks(folder, outputs, groups, options) {
  const files = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  const places = new Map();
  for (const [into, starts] of Object.entries(groups)) {
    for (const name of reachedFrom(files, starts)) {
      if (name.startsWith("chunk-") && !places.has(name)) places.set(name, { into, number: places.size });
    }
  }
  const others = [...files.keys()].filter((name) => !places.has(name));
  const texts = Object.keys(groups).map((into) => [into, contentsOf(into, files, places)]);
  for (const [into, contents] of texts) {
    const external = [...files.keys()].filter((name) => places.get(name)?.into !== into);
    const stdin = { contents, resolveDir: folder };
    const outfile = join(folder, into);
    await build({ ...options, stdin, outfile, external: external.map((name) => `./${name}`) });
  }
  for (const name of places.keys()) rmSync(join(folder, name));
  for (const name of [...others, ...Object.keys(groups)]) redirect(join(folder, name), places);
}

function reachedFrom(files, starts) {
  const reached = new Set(starts);
  for (const name of reached) {
    for (const { path, kind, external } of files.get(name).imports) {
      if (kind === "import-statement" && external !== true) reached.add(basename(path));
    }
  }
  return reached;
}

/** Each part has an `a`, so that the new file gives its number with it. */
function contentsOf(into, files, places) {
  const parts = [...places].filter(([, place]) => place.into === into);
  const lines = parts.map(([name, { number }]) => {
    const names = files.get(name).exports.map((own) => `${own} as ${own}_${number}`);
    return `export{${names.join(",")}}from"./${name}"`;
  });
  return lines.join("\n");
}

/** Has a file import from the new files what it imports from parts. */
function redirect(path, places) {
  const text = readFileSync(path, "utf8").replace(IMPORT, (whole, verb, names, from) => {
    const place = places.get(from);
    if (place === undefined) return whole;
    if (names === undefined) return `${verb}"./${place.into}"`;
    const renamed = names.split(",").map((one) => {
      const [own, here = own] = one.trim().split(" as ");
      return `${own}_${place.number} as ${here}`;
    });
    return `${verb}{${renamed.join(",")}}from"./${place.into}"`;
  });
  const unseen = [...places.keys()].find((chunk) => text.includes(chunk));
  if (unseen !== undefined) throw new Error(`${path} imports ${unseen} in a way that is not known here`);
  writeFileSync(path, text);
}
