// The peers of this folder: each adapter, and each library of an adapter that knows several.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";

const FOLDER = import.meta.dirname;
const LANGUAGES = {
  java: "java",
  node: "javascript",
  perl: "perl",
  php: "php",
  python: "python",
  python3: "python",
};

function peersIn(folder) {
  const path = resolve(FOLDER, folder, "peer.json");
  if (!existsSync(path)) return [];
  const { libraries = [undefined], command, from, build = [] } = JSON.parse(readFileSync(path, "utf8"));
  const language = LANGUAGES[basename(command[0])] ?? folder;
  return libraries.map((library) => ({
    name: library === undefined ? folder : `${folder}/${library}`,
    names: [language, folder, library],
    folder: resolve(FOLDER, folder),
    from,
    build,
    command: inFolder(folder, library === undefined ? command : [...command, library]),
    skips: resolve(FOLDER, folder, library === undefined ? "skips.txt" : `${library}.skips.txt`),
  }));
}

/** With files and built programs of the folder under their whole path. */
function inFolder(folder, [program, ...rest]) {
  const cwd = resolve(FOLDER, folder);
  const isFile = (part) => part.startsWith("node_modules/") || /^[./]*[\w/-]+\.(?:js|mjs|php|pl|py|rb)$/.test(part);
  return [program, ...rest].map((part) =>
    part.split(":").every(isFile)
      ? part
          .split(":")
          .map((one) => resolve(cwd, one))
          .join(":")
      : part,
  );
}

/** All of them, or those of these languages, folders, libraries and names, credport first. */
export function listPeers(wanted = []) {
  const chosen = wanted.map((one) => one.toLowerCase());
  return readdirSync(FOLDER)
    .flatMap(peersIn)
    .filter(({ name, names }) => wanted.length === 0 || [name, ...names].some((one) => chosen.includes(one)))
    .sort((a, b) => (a.name === "credport" ? -1 : b.name === "credport" ? 1 : a.name < b.name ? -1 : 1));
}

/** Packages of npm and compiled programs are brought in on demand, into the peer's own folder. */
export function preparePeer({ folder, build }) {
  if (existsSync(resolve(folder, "package.json"))) {
    const flags = ["--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
    execFileSync("npm", ["install", ...flags], { cwd: folder, stdio: "ignore" });
  }
  for (const [program, ...args] of build) {
    const path = program.includes("/") ? resolve(folder, program) : program;
    execFileSync(path, args, { cwd: folder, stdio: "ignore" });
  }
}
