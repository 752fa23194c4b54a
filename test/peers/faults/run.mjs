// Runs the reproduction of each fault of faults.json against the version that it names, in a folder of its own:
// node test/peers/faults/run.mjs [--newest] [<id> …]. Ends with exit code 1 where a library answers otherwise: it is
// fixed, and the entry goes; with 2 where nothing changed and some could not be run here. --newest takes the newest version
// of each library.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runLimited } from "../run-limited.mjs";

const FOLDER = import.meta.dirname;
/** Compiling the libraries of a language may take minutes. */
const LIMIT_MS = 600_000;
const { values, positionals } = parseArgs({
  options: { newest: { type: "boolean", default: false } },
  allowPositionals: true,
});

/** How packages of a language are brought in, and how a file is run. A package is its name, version and flags. */
const LANGUAGES = {
  Go: {
    program: "go",
    install: async (packages) => {
      await call("go", ["mod", "init", "faults"]);
      await call("go", ["get", ...packages.map(([name, version = "latest"]) => `${name}@${version}`)]);
    },
    run: (file) => ["go", ["run", file]],
  },
  Java: {
    program: "mvn",
    install: async (packages) => {
      writeFileSync(join(place, "pom.xml"), pomOf(packages));
      await call("mvn", ["-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory=lib"]);
    },
    run: (file) => ["java", ["-cp", "lib/*", file]],
  },
  JavaScript: {
    program: "npm",
    install: async (packages) => {
      writeFileSync(join(place, "package.json"), "{}");
      const names = packages.map(([name, version = "latest"]) => `${name}@${version}`);
      await call("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", ...names]);
    },
    run: (file) => ["node", [file]],
  },
  Perl: { ...ofDebian("perl"), run: (file) => ["perl", [file]] },
  PHP: { ...ofDebian("php"), run: (file) => ["php", [file]] },
  Python: {
    program: "python3",
    install: async (packages) => {
      await call("python3", ["-m", "venv", "."]);
      const names = packages.map(([name, version]) => (version === undefined ? name : `${name}==${version}`));
      await call("bin/pip", ["install", "-q", ...names]);
    },
    run: (file) => ["bin/python", [file]],
  },
  Ruby: { ...ofDebian("ruby"), run: (file) => ["ruby", [file]] },
  Rust: {
    program: "cargo",
    install: async (packages) => {
      await call("cargo", ["init", "-q", "--vcs", "none", "--name", "faults"]);
      for (const [name, version, ...flags] of packages) {
        await call("cargo", ["add", "-q", version === undefined ? name : `${name}@=${version}`, ...flags]);
      }
      mkdirSync(join(place, "src/bin"));
    },
    into: "src/bin",
    run: (file) => ["cargo", ["run", "-q", "--bin", file.replace(/^.*\/|\.rs$/g, "")]],
  },
};
const EXTENSIONS = {
  Go: "go",
  Java: "java",
  JavaScript: "mjs",
  Perl: "pl",
  PHP: "php",
  Python: "py",
  Ruby: "rb",
  Rust: "rs",
};

/** The package is Debian's, which root alone could install: the version that is there is the one that is asked. */
function ofDebian(program) {
  return { program, install: async () => {}, isThere: ([name, version]) => isInstalled(name, version) };
}

function isInstalled(name, version) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation is that of dpkg-query
  const { stdout } = spawnSync("dpkg-query", ["-W", "-f", "${Version}", name], { encoding: "utf8" });
  return (stdout ?? "") !== "" && (values.newest || stdout === version);
}

const LATE = `is not over after ${LIMIT_MS / 1000} seconds`;

let place = "";
let areAllRun = true;

const inPlace = (program) => (program.includes("/") ? join(place, program) : program);

async function call(program, args) {
  const { code, isLate, stderr } = await runLimited([inPlace(program), ...args], { cwd: place, limitMs: LIMIT_MS });
  if (code !== 0) throw new Error(`${program} ${args[0]} ${isLate ? LATE : `ends with ${code}`}\n${stderr}`);
}

function pomOf(packages) {
  const dependencies = packages.map(([name, version = "LATEST"]) => {
    const [group, artifact] = name.split(":");
    return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
  });
  return `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>faults</groupId><artifactId>faults</artifactId><version>1</version><dependencies>${dependencies.join("")}</dependencies></project>`;
}

/** The lines that a reproduction prints; how it was ended where a signal did. */
async function linesOf({ id, language }) {
  const { into = ".", run } = LANGUAGES[language];
  const file = join(into, `${id}.${EXTENSIONS[language]}`);
  copyFileSync(join(FOLDER, `${id}.${EXTENSIONS[language]}`), join(place, file));
  const [program, args] = run(file);
  const command = [inPlace(program), ...args];
  const { stdout, stderr, signal, isLate } = await runLimited(command, { cwd: place, limitMs: LIMIT_MS });
  const lines = stdout.trim().split("\n");
  if (isLate) return [LATE];
  if (signal !== null) return [`ended by ${signal}`];
  return stdout === "" ? [`nothing; ${stderr.trim().split("\n").at(-1)}`] : lines;
}

async function check(fault) {
  const lines = await linesOf(fault);
  const isSame = JSON.stringify(lines) === JSON.stringify(fault.prints);
  process.stdout.write(`${isSame ? "as before" : "CHANGED  "}  ${fault.id}${isSame ? "" : `: ${lines.join(" | ")}`}\n`);
  return isSame;
}

async function runLanguage(language, faults) {
  const { program, install, isThere = () => true } = LANGUAGES[language];
  const has = spawnSync(program, [program === "go" ? "version" : "--version"], { stdio: "ignore" }).status === 0;
  const whyNot = ({ platform = system, packages }) => {
    if (!has) return `no ${program}`;
    if (platform !== system) return "another system";
    return packages.map((one) => one.split(" ")).every(isThere) ? undefined : `no ${packages.join(", ")}`;
  };
  const here = faults.filter((fault) => whyNot(fault) === undefined);
  for (const fault of faults)
    if (!here.includes(fault)) process.stdout.write(`left out   ${fault.id}: ${whyNot(fault)}\n`);
  areAllRun &&= here.length === faults.length;
  if (here.length === 0) return true;
  place = mkdtempSync(join(tmpdir(), "credport-faults-"));
  try {
    const wanted = [...new Set(here.flatMap(({ packages }) => packages))].map((one) => one.split(" "));
    try {
      await install(values.newest ? wanted.map(([name, , ...flags]) => [name, undefined, ...flags]) : wanted);
    } catch ({ message }) {
      process.stdout.write(`left out   ${here.map(({ id }) => id).join(", ")}: ${message}\n`);
      areAllRun = false;
      return true;
    }
    const results = [];
    for (const fault of here) results.push(await check(fault));
    return results.every(Boolean);
  } finally {
    // Go's cache of modules is not in it, so that nothing there is read-only.
    rmSync(place, { recursive: true, force: true });
  }
}

const system = `${process.platform}-${process.arch}`;
const all = JSON.parse(readFileSync(join(FOLDER, "faults.json"), "utf8"));
const chosen = all.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
const unknown = positionals.filter((id) => !all.some((fault) => fault.id === id));
if (unknown.length > 0) throw new Error(`no such fault: ${unknown.join(", ")}`);
const results = [];
for (const language of Object.keys(LANGUAGES)) {
  const faults = chosen.filter((fault) => fault.language === language);
  results.push(await runLanguage(language, faults));
}
process.exitCode = !results.every(Boolean) ? 1 : areAllRun ? 0 : 2;
