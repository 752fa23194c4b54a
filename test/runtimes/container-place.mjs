import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** The instructions of a container file, one a line: comments gone and continued lines put together. */
export function instructionsOf(text) {
  return text
    .replace(/^\s*#.*\n/gm, "")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, name, rest] = line.match(/^(\S+)\s+(.*)$/);
      return { name, rest };
    });
}

/**
 * Does what the instructions say in folders of this machine, with this Node in place of the base image: one folder is
 * the root of each stage.
 *
 * @returns The root of the last stage and its ENTRYPOINT.
 */
export function buildOnThisMachine(context, folder, text) {
  const stages = [];
  let stage;
  const place = (path) => join(stage.root, path.startsWith("/") ? path : join(stage.workdir, path));
  const steps = {
    FROM: (rest) => {
      const alias = rest.match(/ AS (\S+)$/)?.[1] ?? String(stages.length);
      stage = { alias, root: join(folder, alias), workdir: "/" };
      mkdirSync(stage.root, { recursive: true });
      stages.push(stage);
    },
    WORKDIR: (rest) => {
      stage.workdir = rest;
      mkdirSync(place("."), { recursive: true });
    },
    COPY: (rest) => {
      const [, alias, paths] = rest.match(/^(?:--from=(\S+) )?(.*)$/);
      const words = paths.split(" ");
      const from = alias === undefined ? context : stages.find((one) => one.alias === alias).root;
      const to = words.pop();
      for (const word of words) {
        const target = to.endsWith("/") ? join(place(to), basename(word)) : place(to);
        cpSync(join(from, word), target, { recursive: true, verbatimSymlinks: true });
      }
    },
    RUN: (rest) => {
      const { status, stderr } = spawnSync("sh", ["-c", rest], { cwd: place("."), encoding: "utf8" });
      if (status !== 0) throw new Error(`${rest.slice(0, 60)}: ${stderr.split("\n").find((line) => line !== "")}`);
    },
    ENTRYPOINT: (rest) => {
      stage.entrypoint = JSON.parse(rest);
    },
  };
  for (const { name, rest } of instructionsOf(text)) steps[name]?.(rest);
  return stage;
}

const LINE = "{bcrypt}$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW\n";
/** What the command line is asked in the container: hashes, the vectors, and each package that is loaded when needed. */
const QUESTIONS = [
  [["identify"], "bcrypt in spring-bcrypt, importable"],
  [["conform", "--self", "--only", "totp-code/rfc6238*"], "pass"],
  [["fleet", "--help"], "Usage: credport fleet"],
];

/** The container file's steps, done without a builder: what it copies is all that the command line has. */
export function containerPlace({ folder, root }) {
  const name = "Dockerfile, its steps on this machine";
  const version = process.version;
  try {
    const text = readFileSync(join(root, "Dockerfile"), "utf8");
    const { root: built, entrypoint } = buildOnThisMachine(root, join(folder, "container"), text);
    const main = join(built, entrypoint[1]);
    for (const [args, expected] of QUESTIONS) {
      const { stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
        cwd: join(built, "data"),
        input: LINE,
        encoding: "utf8",
      });
      if (!stdout.includes(expected)) return { name, version, result: `${args[0]}: ${stderr}`, isGood: false };
    }
    return { name, version, result: QUESTIONS.map(([[command]]) => command).join(", "), isGood: true };
  } catch (error) {
    return { name, version, result: String(error).slice(0, 160), isGood: false };
  }
}
