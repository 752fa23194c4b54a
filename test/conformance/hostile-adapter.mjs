// An adapter that answers right by a static set, and in one manner breaks the protocol, or the patience of a runner.
// Usage: hostile-adapter.mjs <static set> <manner>
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [, , set = "", manner = ""] = process.argv;
const lines = readFileSync(join(set, "verify.jsonl"), "utf8").trim().split("\n");
const outputs = new Map(lines.map((line) => JSON.parse(line)).map((one) => [one.id, one.outputs]));
const LAST = 9;
const FIRST = JSON.parse(lines[0]).id;

const hello = {
  protocol: 1,
  implementation: { name: "hostile", version: "1", language: "JavaScript" },
  operations: ["verify"],
};
const HELLOS = {
  "no-implementation": { implementation: undefined },
  "no-operations": { operations: undefined },
  "null-operations": { operations: null },
  "operations-as-text": { operations: "verify" },
  "empty-operations": { operations: [] },
  "misspelt-operations": { operations: ["verfy"] },
  "notations-as-text": { notations: "bcrypt" },
  "empty-notations": { notations: [] },
  "misspelt-notations": { notations: ["bcrpyt"] },
  "owners-as-text": { owners: "django" },
  "protocol-as-text": { protocol: "1" },
};

const deep = (depth, seq) => `{"seq":${seq},"ok":{"matches":${"[".repeat(depth)}${"]".repeat(depth)}}}\n`;
const said = (message) => `${JSON.stringify(message)}\n`;

/** What is written in place of the right answer; `at` is which answer of this process it is. */
const ANSWERS = {
  "wrong-answers": ({ seq }) => said({ seq, ok: {} }),
  "skips-all": ({ seq }) => said({ seq, skipped: { reason: "no" } }),
  "refuses-all": ({ seq }) => said({ seq, error: { code: "no" } }),
  "differs-in-policy": ({ seq }) => said({ seq, ok: {} }),
  "skips-without-reason": ({ seq }) => said({ seq, skipped: {} }),
  "errs-at-all": ({ seq }) => said({ seq, errored: { context: "no" } }),
  "says-ok-as-text": ({ seq }) => said({ seq, ok: "yes" }),
  "says-two-kinds": ({ seq }) => said({ seq, ok: {}, error: {} }),
  "says-nulls": (answer) => said({ error: null, skipped: null, errored: null, ...answer }),
  "says-a-number-of-400-digits": (answer) => said(answer).replace(/}\n$/, `,"n":${"9".repeat(400)}}\n`),
  "says-a-number-of-5000-digits": (answer) => said(answer).replace(/}\n$/, `,"n":${"9".repeat(5000)}}\n`),
  "says-nan": ({ seq }) => `{"seq":${seq},"ok":{"matches":NaN}}\n`,
  "says-sequence-as-text": (answer) => said({ ...answer, seq: String(answer.seq) }),
  "says-sequence-as-true": (answer) => said({ ...answer, seq: true }),
  "ends-lines-by-crlf": (answer) => said(answer).replace("\n", "\r\n"),
  "writes-blank-lines": (answer) => `\n${said(answer)}`,
  "says-it-twice": (answer) => said(answer).repeat(2),
  "says-the-last-twice": (answer, at) => said(answer).repeat(at === LAST ? 2 : 1),
  "begins-with-a-mark": (answer, at) => `${at === 1 ? "\ufeff" : ""}${said(answer)}`,
  "writes-a-log": (answer, at) => `${at === 3 ? "debug\n" : ""}${said(answer)}`,
  "nests-200000-deep": (answer, at) => (at === 3 ? "[".repeat(200_000) : said(answer)).replace(/\[$/, "[\n"),
  "nests-65-deep": (answer, at) => (at === 3 ? deep(63, answer.seq) : said(answer)),
  "nests-64-deep": (answer, at) => (at === 3 ? deep(62, answer.seq) : said(answer)),
  "is-not-utf-8": (answer, at) =>
    at === 3 ? Buffer.from(`{"seq":${answer.seq},"ok":{"a":"\xff"}}\n`, "latin1") : said(answer),
  "writes-without-end": (answer, at) => (at === 3 ? Buffer.alloc((1 << 24) + (1 << 17), "a") : said(answer)),
  "writes-half-a-line": (answer, at) => (at === 3 ? null : said(answer)),
  "talks-after-bye": (answer) => said(answer),
};

/** With a child that leaves the group and holds the output open, and does not end by itself. */
function leaveChild() {
  spawn("sleep", ["10000"], { stdio: ["ignore", "inherit", "ignore"], detached: true }).unref();
}

if (manner === "reads-nothing") {
  process.stdout.write(said(hello));
  setInterval(() => {}, 1000);
} else {
  let at = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    const { cmd, seq, id } = JSON.parse(line);
    if (cmd === "bye" && manner === "ignores-bye") setInterval(() => {}, 1000);
    if (cmd === "bye" && manner === "talks-after-bye") process.stdout.write("goodbye");
    if (cmd === "bye") break;
    if (cmd === "hello") {
      process.stdout.write(said({ ...hello, ...HELLOS[manner] }));
      continue;
    }
    at++;
    const answer = { seq, ok: outputs.get(id)[0] };
    if (manner === "leaves-a-child" && at === 1) leaveChild();
    if (manner === "dies" && at === 3) process.exit(3);
    if (manner === "dies-of-all-but-one" && id !== FIRST) process.exit(3);
    const written = (ANSWERS[manner] ?? said)(answer, at);
    if (written === null) {
      process.stdout.write(said(answer).trim(), () => process.exit(0));
      break;
    }
    process.stdout.write(written);
  }
}
