/**
 * The strings that crackers publish with their modules, as `shares.mjs` reads them:
 * `node test/nightly/published-strings.mjs hashcat <git folder>` or `… john <git folder>`. Nothing of it is kept here.
 */
import { execFileSync } from "node:child_process";

const [suite, folder] = process.argv.slice(2);
const SUITES = {
  hashcat: { at: "src/modules", file: /module_\d+\.c$/, read: ofHashcat },
  john: { at: "src", file: /_fmt(?:_plug|_common_plug)?\.c$|_common(?:_plug)?\.c$/, read: ofJohn },
};
const { at, file, read } = SUITES[suite];
const git = (...args) => execFileSync("git", ["-C", folder, ...args], { maxBuffer: 1 << 30 }).toString("latin1");
const names = git("ls-tree", "-r", "--name-only", "HEAD", at)
  .split("\n")
  .filter((name) => file.test(name));
process.stdout.write(
  `${JSON.stringify(
    names.flatMap((name) => read(git("show", `HEAD:${name}`), name)),
    null,
    1,
  )}\n`,
);

/** Texts of C that follow each other are one. */
function textOf(literals) {
  const inner = [...literals.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, one]) => one).join("");
  return inner.replace(/\\(x[0-9a-fA-F]{2}|[0-7]{1,3}|.)/g, (_, code) => {
    if (code.startsWith("x")) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : ({ n: "\n", t: "\t" }[code] ?? code);
  });
}

function ofHashcat(source) {
  const value = (name) => new RegExp(`\\*${name}\\s*=\\s*((?:"(?:[^"\\\\]|\\\\.)*"\\s*)+);`).exec(source)?.[1];
  const [name, hash, password] = [value("HASH_NAME"), value("ST_HASH"), value("ST_PASS")];
  if (!name || !hash || !password) return [];
  const group = /HASH_CATEGORY\s*=\s*HASH_CATEGORY_(\w+)/.exec(source)?.[1].toLowerCase().replaceAll("_", " ");
  return [{ group, name: textOf(name), hash: textOf(hash), password: textOf(password) }];
}

/** Its first test with a password, of each format. */
function ofJohn(source, path) {
  const label = /#define\s+FORMAT_LABEL\s+"([^"]+)"/.exec(source)?.[1];
  const tests = /struct fmt_tests\s+\w+\[\]\s*=\s*\{([\s\S]*?)\n\};/.exec(source)?.[1];
  const first = /\{\s*((?:"(?:[^"\\]|\\.)*"\s*)+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)[,}]/.exec(tests ?? "");
  if (!first) return [];
  const name = label ?? path.replace(/^.*\/|_common.*$/g, "");
  return [{ group: "john", name, hash: textOf(first[1]), password: textOf(first[2]) }];
}
