// Writes package.json's version into the module that the command line reads it from. Run by `npm version`.
import { readFileSync, writeFileSync } from "node:fs";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const path = new URL("../src/cli/own-version.ts", import.meta.url);
const text = readFileSync(path, "utf8").replace(/"[^"]*";$/m, `${JSON.stringify(version)};`);
writeFileSync(path, text);
