/**
 * What a check keeps in memory: the peak of the process (VmHWM) for each reader, and for each way of reading, at two
 * sizes. `npm run build` first; `npm run bench memory`. CREDPORT_BENCH_USERS=100000,2000000 sets the sizes,
 * CREDPORT_BENCH_FORM=CSV chooses those with that in their name, and NODE_OPTIONS="--max-old-space-size=32
 * --max-semi-space-size=2" shows what is left where V8 may put nothing off. Linux only.
 */
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expectedCounts, FORMS, writeForm } from "./_export-forms.mjs";

const PROGRAM = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const SIZES = (process.env.CREDPORT_BENCH_USERS ?? "100000,400000").split(",").map(Number);

/** MiB at the highest, and what the check counted. */
async function peakOf({ args, stdin }) {
  const input = stdin === undefined ? "ignore" : openSync(stdin);
  const child = spawn(process.execPath, [PROGRAM, "check", ...args, "--json"], {
    stdio: [input, "pipe", "inherit"],
  });
  let highest = 0;
  const look = () => {
    try {
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
      highest = Math.max(highest, Number(kilobytes ?? 0));
    } catch {
      // It has ended.
    }
  };
  const timer = setInterval(look, 20);
  let out = "";
  child.stdout.on("data", (bytes) => {
    look();
    out += bytes;
  });
  await new Promise((resolve) => child.once("close", resolve));
  clearInterval(timer);
  if (stdin !== undefined) closeSync(input);
  return { mebibytes: highest / 1024, report: JSON.parse(out) };
}

/** Peaks of one form, by size. */
async function peaksOf(name, form, folder) {
  const sizes = [];
  for (const users of SIZES) {
    const { mebibytes, report } = await peakOf(await writeForm(folder, form, users));
    for (const [count, expected] of Object.entries(expectedCounts(form, users))) {
      if (report[count] !== expected) throw new Error(`${name}: ${report[count]} of ${expected} are ${count}`);
    }
    sizes.push({ users, mebibytes });
  }
  return sizes;
}

export default async function run() {
  const folder = await mkdtemp(join(tmpdir(), "credport-bench-"));
  const only = process.env.CREDPORT_BENCH_FORM ?? "";
  const measured = [];
  try {
    for (const [name, form] of Object.entries(FORMS).filter(([name]) => name.includes(only))) {
      const [first, ...others] = await peaksOf(name, form, folder);
      measured.push({
        name: `check of ${name}, ${first.users} users`,
        unit: "MiB",
        ours: first.mebibytes,
        others: others.map(({ users, mebibytes }) => ({
          name: `credport, ${users} users`,
          value: mebibytes,
          ratio: mebibytes / first.mebibytes,
        })),
        note: "memory does not grow with the file where the ratio is about 1",
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return measured;
}
