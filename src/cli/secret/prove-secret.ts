import { proveSecret, type SecretProof } from "../../check/index.js";
import { counted } from "../../lib/plural.js";
import { CLI_PROBLEMS } from "../../problems/cli.js";
import { problemMaker } from "../../problems/problem-maker.js";
import { TOTP_PROBLEMS } from "../../problems/totp.js";
import type { Problem } from "../../result.js";
import type { SecretReadings } from "../../secret/index.js";
import { CouldNotRun } from "../could-not-run.js";
import { answerWith, describeReading, labelOf, problemsOf, type SecretAnswer, warningsOf } from "./secret-answer.js";

const { problem } = /* @__PURE__ */ problemMaker(CLI_PROBLEMS, TOTP_PROBLEMS);

/** Prints what a code from a real phone says of each reading. */
export function answerProof(given: SecretReadings, code: string, unixSeconds: number): SecretAnswer {
  const proved = proveSecret(given, code, unixSeconds);
  if (!proved.ok) {
    const [{ message }] = proved.problems;
    throw new CouldNotRun("totp/code-malformed", `--prove takes a code, and ${message}`);
  }
  const proof = proved.value;
  const proven = given.readings.find((_, index) => proof.outcome === "proven" && proof.matches[index]);
  const rows = given.readings.map((reading, index) => ({ ...describeReading(reading), matches: proof.matches[index] }));
  return {
    ...answerWith(given, rows, textOf(given, proof)),
    problems: problemsOfProof(given, proof),
    warnings: proven === undefined ? [] : warningsOf({ kind: given.kind, readings: [proven] }),
  };
}

function matchingLabels(given: SecretReadings, { matches }: SecretProof): readonly string[] {
  return given.readings.map(labelOf).filter((_, index) => matches[index]);
}

function textOf(given: SecretReadings, proof: SecretProof): string {
  const labels = given.readings.map(labelOf);
  const width = Math.max(...labels.map(({ length }) => length));
  const rows = given.readings.flatMap(({ device }, index) => {
    const outcome = proof.matches[index] ? "matches" : "does not match";
    return device.ok ? `${labels[index]?.padEnd(width)}  ${outcome}\n` : [];
  });
  const [first, ...others] = matchingLabels(given, proof);
  if (given.kind !== "undecided" || proof.outcome !== "proven") return rows.join("");
  const same = others.length === 0 ? "" : ` (${others.join(", ")}: the same key)`;
  return `${rows.join("")}The secret is ${first}${same}: give --encoding ${first}.\n`;
}

function problemsOfProof(given: SecretReadings, proof: SecretProof): readonly Problem[] {
  if (proof.outcome === "proven") return [];
  if (proof.outcome === "unreadable") return problemsOf(given);
  const own = proof.outcome === "ambiguous" ? [] : problemsOf(given);
  return [...own, problem("cli/code-proves-nothing", whyNothing(given, proof))];
}

function whyNothing(given: SecretReadings, proof: SecretProof): string {
  if (proof.outcome === "ambiguous") {
    const matching = matchingLabels(given, proof).join(" and ");
    return `the code matches ${matching}, by chance or because a key occurs twice, and proves neither`;
  }
  if (proof.outcome !== "wrong-clock") return "the code matches no reading of the secret";
  const { reading, secondsOff } = proof;
  const seconds = counted(Math.abs(secondsOff), "second");
  const when = secondsOff < 0 ? "ago" : "from now";
  return `the code is that of ${given.readings.map(labelOf)[reading]} about ${seconds} ${when}: it is old, or a clock is wrong`;
}
