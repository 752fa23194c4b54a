/** How much processor time the program takes to start, beside a Node process that does nothing. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const RUNS = 21;

/** Milliseconds of processor time, user and system, of the middle one of many processes. */
function processorTime(args, input = "") {
  const times = Array.from({ length: RUNS }, () => {
    const before = childTimes();
    spawnSync(process.execPath, args, { input, stdio: ["pipe", "ignore", "ignore"] });
    return childTimes() - before;
  });
  return times.sort((a, b) => a - b)[RUNS >> 1];
}

/** What the finished children of this process have used, in milliseconds; Linux only. */
function childTimes() {
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const TICKS_PER_SECOND = 100;
  return ((Number(fields[13]) + Number(fields[14])) * 1000) / TICKS_PER_SECOND;
}

const EXAMPLE = fileURLToPath(new URL("../docs/examples/firebase/", import.meta.url));
const CHECK = ["check", `${EXAMPLE}users.json`, "--from", "firebase"];
const HASH = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW\n";

/** What is run, and how much of it is Node itself at best. */
const PROGRAMS = [
  { name: "--version", args: ["--version"], note: "below 1.5 is hardly more than Node itself" },
  { name: "--help", args: ["--help"], note: "below 1.5 is hardly more than Node itself" },
  { name: "identify, one hash", args: ["identify"], input: HASH, note: "the aim is 2" },
  {
    name: "check, 200 users",
    args: [...CHECK, "--hash-config", `${EXAMPLE}hash-config.txt`],
    note: "the aim is 4; less than half of it is loading",
  },
];

export default function run() {
  const empty = processorTime(["--eval", ""]);
  return PROGRAMS.map(({ name, args, input, note }) => {
    const ours = processorTime([PROGRAM, ...args], input);
    return {
      name: `credport ${name}`,
      unit: "ms of CPU",
      ours,
      others: [{ name: "an empty Node process", value: empty, ratio: ours / empty }],
      note,
    };
  });
}
