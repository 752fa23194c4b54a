import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join, matchesGlob, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** These load modules again, or others in their place, which a bundle can't. */
const LOADS_MODULES = /vi\.(?:mock|doMock|resetModules)\(/;

/** A module in a bundle still finds the files beside the one that it was. */
const ownPlace = {
  name: "own-place",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const url = JSON.stringify(pathToFileURL(path).href);
      return { contents: text.replaceAll("import.meta.url", url), loader: "ts" };
    });
  },
};

/**
 * Each test file with all that it imports in one file: a change's tests are loaded anew for each change, and to load
 * hundreds of modules takes longer than to run them. Gives the paths of the files to run.
 */
export async function bundleTests({ tests, exclude }) {
  const names = (await readdir(join(ROOT, "test"), { recursive: true })).map((name) => `test/${name}`);
  const paths = names
    .filter((name) => tests.some((one) => matchesGlob(name, one)) && !exclude.includes(name))
    .map((name) => join(ROOT, name));
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  const entryPoints = paths.filter((_, at) => !LOADS_MODULES.test(texts[at]));
  const { outputFiles } = await build({
    entryPoints,
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    outdir: join(ROOT, "reports/mutation/bundles"),
    outbase: ROOT,
    plugins: [ownPlace],
    logLevel: "error",
  });
  await Promise.all(outputFiles.map(writeWhole));
  const alone = paths.filter((path) => !entryPoints.includes(path));
  return [...outputFiles.map(({ path }) => path), ...alone].map((path) => relative(ROOT, path)).sort();
}

/** Two test runners write the same files at the same time. */
async function writeWhole({ path, contents }) {
  await mkdir(dirname(path), { recursive: true });
  const own = `${path}.${process.pid}`;
  await writeFile(own, contents);
  await rename(own, path);
}
