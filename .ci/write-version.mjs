// Writes package.json's version where it is repeated: in the module that the command line reads it from, and as the
// version of the vectors' package. Run by `npm version`.
import { readFileSync, writeFileSync } from "node:fs";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const path = new URL("../src/cli/own-version.ts", import.meta.url);
const text = readFileSync(path, "utf8").replace(/"[^"]*";$/m, `${JSON.stringify(version)};`);
writeFileSync(path, text);

for (const file of ["../package.json", "../vectors/package.json"]) {
  const manifest = new URL(file, import.meta.url);
  const content = JSON.parse(readFileSync(manifest, "utf8"));
  if (content.name === "credport-vectors") content.version = version;
  else content.peerDependencies["credport-vectors"] = version;
  writeFileSync(manifest, `${JSON.stringify(content, null, 2)}\n`);
}
