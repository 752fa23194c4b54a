import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installed, missingRow, versionIn } from "./install.mjs";

/** The oldest that has the module resolution of Node's packages as it is today, some between, and the newest. */
const VERSIONS = ["5.0", "5.4", "5.8", "latest"];
/** What a browser project has: neither Node's types nor skipLibCheck. */
const OPTIONS = {
  target: "ES2022",
  lib: ["ES2022", "DOM"],
  module: "NodeNext",
  moduleResolution: "NodeNext",
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
};

/** Whether a compiler finds every declaration sound in a project without `@types/node`. */
export function typescriptPlaces({ folder, root }) {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const subpaths = Object.entries(exports).filter(([, { types }]) => types !== undefined);
  const lines = subpaths.map(([path], at) => `export * as s${at} from "credport${path.slice(1)}";`);
  return VERSIONS.map((version) => {
    const name = `TypeScript ${version}`;
    const place = installed(folder, `place-typescript-${version}`, [`typescript@${version}`]);
    if (place === null) return missingRow(name, `typescript@${version}`);
    // Not beside the packages of the repository, whose types of Node the compiler would find.
    const files = ["dist", "package.json"];
    const copy = join(place, "node_modules/credport");
    mkdirSync(copy);
    for (const file of files) symlinkSync(join(root, file), join(copy, file));
    writeFileSync(join(place, "consumer.mts"), lines.join("\n"));
    const config = {
      compilerOptions: { ...OPTIONS, preserveSymlinks: true },
      files: ["consumer.mts"],
    };
    writeFileSync(join(place, "tsconfig.json"), JSON.stringify(config));
    const compiler = join(place, "node_modules/typescript/bin/tsc");
    const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", place], { encoding: "utf8" });
    const result = status === 0 ? `${lines.length} subpaths` : stdout.split("\n")[0].slice(0, 160);
    return { name, version: versionIn(place, "typescript"), result, isGood: status === 0 };
  });
}
