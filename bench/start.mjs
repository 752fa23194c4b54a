/** How much processor time the program takes to start, beside a Node process that does nothing. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const RUNS = 21;

/** Milliseconds of processor time, user and system, of the middle one of many processes. */
function processorTime(args) {
  const times = Array.from({ length: RUNS }, () => {
    const before = childTimes();
    spawnSync(process.execPath, args, { stdio: "ignore" });
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

export default function run() {
  const empty = processorTime(["--eval", ""]);
  return ["--version", "--help"].map((words) => {
    const ours = processorTime([PROGRAM, ...words.split(" ")]);
    return {
      name: `credport ${words}`,
      unit: "ms of CPU",
      ours,
      others: [{ name: "an empty Node process", value: empty, ratio: ours / empty }],
      note: "below 1.5 is hardly more than Node itself",
    };
  });
}
