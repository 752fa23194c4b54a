// Writes package.json's version where it is repeated: in the module that the command line reads it from, in jsr.json, as that
// of the examples' credport, and as the heading of what CHANGELOG.md has as not released yet. The vectors' package has the
// version of the suite. Run by `npm version`.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

const at = (file) => new URL(`../${file}`, import.meta.url);
const { version } = JSON.parse(readFileSync(at("package.json"), "utf8"));
const { suiteVersion } = JSON.parse(readFileSync(at("vectors/manifest.json"), "utf8"));

function rewrite(file, change) {
  writeFileSync(at(file), change(readFileSync(at(file), "utf8")));
}

function rewriteJson(file, change) {
  rewrite(file, (text) => `${JSON.stringify(change(JSON.parse(text)), null, 2)}\n`);
}

rewrite("src/cli/own-version.ts", (text) => text.replace(/"[^"]*";$/m, `${JSON.stringify(version)};`));
rewriteJson("package.json", (manifest) => ({
  ...manifest,
  peerDependencies: { ...manifest.peerDependencies, "credport-vectors": suiteVersion },
}));
rewriteJson("jsr.json", (manifest) => ({ ...manifest, version }));
rewriteJson("vectors/package.json", (manifest) => ({ ...manifest, version: suiteVersion }));
for (const name of readdirSync(at("docs/examples"))) {
  const file = `docs/examples/${name}/package.json`;
  if (!existsSync(at(file))) continue;
  rewriteJson(file, (manifest) => ({
    ...manifest,
    dependencies: { ...manifest.dependencies, credport: version },
  }));
}
rewrite("CHANGELOG.md", (text) => {
  if (text.includes(`\n## ${version} `)) return text;
  const today = new Date().toISOString().slice(0, 10);
  return text.replace("\n## Unreleased\n", `\n## Unreleased\n\n## ${version} - ${today}\n`);
});
