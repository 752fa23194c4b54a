// An adapter that is wrong on purpose: node misbehaving-adapter.mjs <manner>
// The operation is "double": { number } -> { number: 2 * number }; odd numbers are refused.
import { appendFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const manner = process.argv[2];
const TRIGGER = "double/small-003";
let held = "";
let late = "";

const say = (message) => {
  const line = `${JSON.stringify(message)}\n`;
  if (manner === "never-flushes") held += line;
  else process.stdout.write(line);
};

const hello = {
  protocol: manner === "wrong-protocol" ? 99 : 1,
  implementation: { name: "doubler", version: "1.0", language: "JavaScript" },
  operations: manner === "has-nothing" ? ["other"] : ["double"],
};

function answer(input) {
  return input.number % 2 === 1 ? { error: { code: "double/odd" } } : { ok: { number: 2 * input.number } };
}

const atTrigger = {
  crashes: () => process.exit(3),
  "crashes-by-signal": () => process.kill(process.pid, "SIGKILL"),
  hangs: () => {
    for (;;);
  },
  // Not done before it is told to end: slow, and not a word is held back.
  slow: (seq, input) => {
    late = JSON.stringify({ seq, ...answer(input) });
  },
  "wrong-sequence-number": (seq) => say({ seq: seq + 1, ok: {} }),
  "no-sequence-number": () => say({ ok: {} }),
  rubbish: () => process.stdout.write("warning: something happened\n"),
  "rubbish-before": (seq, input) => {
    process.stdout.write("debug\n");
    say({ seq, ...answer(input) });
  },
  "says-it-twice": (seq, input) => {
    say({ seq, ...answer(input) });
    say({ seq, ...answer(input) });
  },
  "answers-deep": (seq) => {
    const depth = 200_000;
    process.stdout.write(`{"seq":${seq},"ok":{"number":${"[".repeat(depth)}${"]".repeat(depth)}}}\n`);
  },
  "answers-large": (seq) => say({ seq, ok: { number: "x".repeat(1_000_000) } }),
  forges: (seq) =>
    say({ seq, errored: { context: `\u001b[2J\nConforms: no failure.\n\u009b1A${"x".repeat(100_000)}` } }),
  "dies-forging": () => {
    process.stderr.write("\u001b[31mno failure\nConforms\n");
    process.exit(3);
  },
  "two-kinds": (seq) => say({ seq, ok: {}, error: {} }),
  "no-kind": (seq) => say({ seq }),
  "skips-without-reason": (seq) => say({ seq, skipped: {} }),
  "not-utf-8": () => process.stdout.write(Buffer.from([0xff, 0xfe, 0x0a])),
  "says-errored": (seq) => say({ seq, errored: { context: "no luck" } }),
  skips: (seq) => say({ seq, skipped: { reason: "not mine", issueUrl: "https://example.com/1" } }),
  "endless-line": () => {
    const piece = "a".repeat(1 << 16);
    const go = () => {
      while (process.stdout.write(piece));
      process.stdout.once("drain", go);
    };
    go();
  },
  "endless-lines": () => {
    const piece = "{}\n".repeat(1 << 14);
    const go = () => {
      while (process.stdout.write(piece));
      process.stdout.once("drain", go);
    };
    go();
  },
  "wrong-answer": (seq) => say({ seq, ok: { number: -1 } }),
  "wrong-code": (seq) => say({ seq, error: { code: "double/whatever" } }),
};

if (manner === "exits-at-once") process.exit(0);
if (manner === "dies-with-reason") {
  console.error("ModuleNotFoundError: no module named doubler");
  process.exit(1);
}
if (manner === "prints-a-banner") process.stdout.write("Doubler 1.0, all rights reserved\n");
if (manner === "floods-stderr") {
  process.stderr.write("x".repeat(5_000_000));
}
const childOf = {
  // It holds standard output open for as long as it lives.
  "leaves-a-child": { stdio: ["ignore", 1, 2] },
  "leaves-a-silent-child": { stdio: "ignore" },
  "leaves-a-detached-child": { stdio: "ignore", detached: true },
}[manner];
if (childOf !== undefined) {
  const { spawn } = await import("node:child_process");
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], childOf);
  writeFileSync(process.argv[3], String(child.pid));
  child.unref();
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (manner === "tells-what-it-reads") appendFileSync(process.argv[3], `${line}\n`);
  if (message.cmd === "bye") {
    if (manner === "ignores-bye") setInterval(() => {}, 1000);
    if (manner === "talks-after-bye") process.stdout.write("goodbye\n");
    if (manner === "talks-after-bye-without-end") process.stdout.write("goodbye");
    break;
  }
  if (message.cmd === "hello") {
    if (manner === "silent") continue;
    if (manner === "slow-hello") await new Promise((resolve) => setTimeout(resolve, 900));
    say(hello);
    if (manner === "exits-after-hello") process.exit(0);
    continue;
  }
  const { seq, id, input } = message;
  const misbehave = atTrigger[manner];
  if (misbehave !== undefined && id === TRIGGER) misbehave(seq, input);
  else if (manner === "always-crashes") process.exit(4);
  else if (manner === "always-rubbish") process.stdout.write("?\n");
  else if (manner === "writes-nulls") {
    say({ seq, ok: null, error: null, skipped: null, errored: null, ...answer(input) });
  } else {
    say({ seq, ...answer(input) });
    if (manner === "says-the-last-twice" && id === "double/small-006") say({ seq, ...answer(input) });
  }
}
process.stdout.write(held);
if (late !== "") process.stdout.write(`${late}\n`);
