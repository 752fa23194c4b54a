// Writes who publishes credport, and from where, into the manifests and SECURITY.md: run it after a change of publisher.json, which is
// the one place for it. The names in it are reserved ones until a maintainer fills them in; a release refuses those.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");
const read = (root, file) => JSON.parse(readFileSync(join(root, file), "utf8"));

/** Fields that npm shows, in this order after the licence. */
function npmFields({ repository, homepage, bugs, funding }, directory) {
  return {
    homepage,
    bugs: { url: bugs },
    repository: {
      type: "git",
      url: `git+${repository}.git`,
      ...(directory === undefined ? {} : { directory }),
    },
    funding,
  };
}

/** The manifest with these fields after its licence, wherever they were before. */
function withFields(manifest, fields) {
  const kept = Object.entries(manifest).filter(([name]) => !(name in fields));
  const at = kept.findIndex(([name]) => name === "license") + 1;
  return Object.fromEntries([...kept.slice(0, at), ...Object.entries(fields), ...kept.slice(at)]);
}

/** The page with the address to which vulnerabilities are reported. */
function securityPage(root, { security }) {
  const page = readFileSync(join(root, "SECURITY.md"), "utf8");
  return page.replace(/(?<=Report a vulnerability privately at <)[^>]*(?=>)/, security);
}

/** The module from which the command line knows where its pages are. */
function homepageModule(root, { homepage }) {
  const module = readFileSync(join(root, "src/cli/own-homepage.ts"), "utf8");
  return module.replace(/"[^"]*";$/m, `${JSON.stringify(homepage)};`);
}

/** Each manifest as it should be, and the page beside them: its file and its content. */
export function manifestsOf(root = ROOT) {
  const publisher = read(root, ".ci/publisher.json");
  const manifests = [
    ["package.json", withFields(read(root, "package.json"), npmFields(publisher))],
    ["vectors/package.json", withFields(read(root, "vectors/package.json"), npmFields(publisher, "vectors"))],
    ["jsr.json", { ...read(root, "jsr.json"), name: `@${publisher.jsrScope}/credport` }],
  ].map(([file, content]) => [file, `${JSON.stringify(content, null, 2)}\n`]);
  return [
    ...manifests,
    ["SECURITY.md", securityPage(root, publisher)],
    ["src/cli/own-homepage.ts", homepageModule(root, publisher)],
  ];
}

/** Values that nobody has filled in: example.org and its like belong to no one (RFC 2606). */
export function placeholdersOf(root = ROOT) {
  const isReserved = (value) => /(?:^|[/@.])example(?:\.(?:org|com|net))?(?:\/|$)/.test(value);
  return Object.entries(read(root, ".ci/publisher.json"))
    .filter(([, value]) => isReserved(value))
    .map(([name]) => name);
}

if (process.argv[1] === import.meta.filename) {
  for (const [file, content] of manifestsOf()) writeFileSync(join(ROOT, file), content);
}
