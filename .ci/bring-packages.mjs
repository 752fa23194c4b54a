/**
 * Brings into the command line what each of its runs loads of other packages, each with its licence: to find and read
 * their files takes longer than to run them. What only some runs load stays a package of its own.
 */
import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";

/** Of these the part that is used is in the package, so that they are not installed. */
export const BROUGHT_ALONE = ["commander", "csv-parse"];

const BROUGHT = [...BROUGHT_ALONE, "hi-base32", "@noble/hashes"];
const ON_DEMAND = /^@noble\/hashes\/(?!sha2)/;
/** The module of each that is loaded first. */
const FIRST =
  /\/(?:commander\/index|csv-parse\/(?:lib|dist\/esm)\/sync|hi-base32\/src\/base32|@noble\/hashes\/sha2)\.js$/;

export const bringPackages = {
  name: "bring-packages",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[@a-z]/ }, ({ path, kind, importer }) => {
      const isOfNode = builtinModules.includes(path.replace(/^node:/, ""));
      if (isOfNode) return kind === "require-call" ? { path, namespace: "required" } : { path, external: true };
      const isBrought = importer.includes("/node_modules/") || BROUGHT.some((name) => path.startsWith(name));
      return isBrought && !ON_DEMAND.test(path) ? undefined : { path, external: true };
    });
    // There is no `require` in a module.
    onLoad({ filter: /./, namespace: "required" }, ({ path }) => ({
      contents: `import whole from ${JSON.stringify(path)}; module.exports = whole;`,
    }));
    onLoad({ filter: FIRST }, ({ path }) => ({
      contents: `/*! ${licenceOf(dirname(path))} */\n${readFileSync(path, "utf8")}`,
    }));
  },
};

/** The text that has to go with a copy of a package's code. */
function licenceOf(folder) {
  const name = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  return name === undefined ? licenceOf(dirname(folder)) : readFileSync(join(folder, name), "utf8").trim();
}
