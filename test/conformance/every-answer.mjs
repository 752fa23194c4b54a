// An adapter that gives every kind of answer, chosen by the id: what two runners make of it must be the same.
// Usage: every-answer.mjs <static set>
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [, , set = ""] = process.argv;
const files = readdirSync(set).filter((name) => name.endsWith(".jsonl") && name !== "client-requests.jsonl");
const operations = files.map((name) => name.replace(".jsonl", "")).filter((name) => name !== "identify");

/** Lines by the id of their case, for each operation that is asked for: this program is started often, and the set is large. */
const linesOf = new Map();

function read(operation) {
  const lines = readFileSync(join(set, `${operation}.jsonl`), "utf8")
    .trim()
    .split("\n");
  linesOf.set(operation, new Map(lines.map((line) => [/"id":"([^"]*)"/.exec(line)?.[1], line])));
}

// Before the first case: some of these have a short limit, in which no set is read on a busy machine.
read("verify");

function caseOf(id) {
  const [operation] = id.split("/");
  if (!linesOf.has(operation)) read(operation);
  return JSON.parse(linesOf.get(operation).get(id));
}

/** Rarely nothing at all; a refusal where there is no output to give. */
function answerTo({ id, outputs, limit }) {
  const number = [...id].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 9973, 7);
  // Each of these is waited for, and starts this program again.
  if (number % 599 === 0) process.exit(3);
  if ((limit === "trap" && number % 5 === 0) || number % 997 === 0) return null;
  const refusal = { error: { code: "any/other" } };
  switch (number % 9) {
    case 0:
      return { ok: { matches: number % 2 === 0, more: [1] } };
    case 1:
      return refusal;
    case 2:
      return { skipped: { reason: "no" } };
    case 3:
      return number % 4 === 0 ? { errored: { context: "no" } } : { ok: {}, error: null };
    case 4:
      return outputs.length > 0 ? { ok: { ...outputs.at(-1), more: null } } : refusal;
    default:
      return outputs.length > 0 ? { ok: outputs[0] } : refusal;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { cmd, seq, id } = JSON.parse(line);
  if (cmd === "bye") break;
  const implementation = { name: "every answer", version: "1", language: "JavaScript" };
  const hello = {
    protocol: 1,
    implementation,
    operations,
    notations: ["*-crypt", "bcrypt", "argon2"],
    owners: ["pass*"],
  };
  const answer = cmd === "hello" ? hello : answerTo(caseOf(id));
  if (answer !== null) process.stdout.write(`${JSON.stringify({ ...(cmd === "run" ? { seq } : {}), ...answer })}\n`);
}
