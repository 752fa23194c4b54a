import { counted } from "../lib/plural.js";
import { type Problem, problem } from "../result.js";
import type { TotpDevice } from "../secret/index.js";
import { verifyTotp } from "../verify/index.js";
import { CouldNotRun } from "./cli-io.js";
import {
  describeReading,
  labelOf,
  problemsOf,
  rowsToJson,
  type SecretAnswer,
  warningsOf,
} from "./secret-answer.js";
import type { SecretReading, SecretReadings } from "./secret-readings.js";

/** Steps around now in which a clock that is wrong is looked for; never taken for proof. */
const CLOCK_STEPS = 20;

interface Trial {
  readonly reading: SecretReading;
  readonly label: string;
  readonly matches: boolean;
}

/**
 * Holds a code from a real phone against each reading: evidence of the encoding
 * instead of a guess. One step before and after now is taken, as the service does.
 */
export function proveSecret(given: SecretReadings, code: string, unixSeconds: number): SecretAnswer {
  const trials = given.readings.map((reading, index) => ({
    reading,
    label: labelOf(reading, index),
    matches: matchesCode(reading, code, unixSeconds),
  }));
  const matching = trials.filter(({ matches }) => matches);
  const keys = new Set(matching.map(({ reading }) => reading.device.ok && reading.device.value.secretKey));
  const isProven = keys.size === 1;
  const rows = trials.map(({ reading, matches }) => ({ ...describeReading(reading), matches }));
  return {
    text: textOf(given.kind, trials, isProven),
    json: rowsToJson(given, rows),
    problems: isProven ? [] : notProven(given, trials, code, unixSeconds),
    warnings: isProven ? warningsOf({ kind: given.kind, readings: [(matching[0] as Trial).reading] }) : [],
  };
}

function matchesCode({ device }: SecretReading, code: string, unixSeconds: number): boolean {
  return device.ok && stepsOff(device.value, code, unixSeconds, device.value.skew) !== null;
}

/** By how many steps the code is early or late; null if it is none of the device's. */
function stepsOff(device: TotpDevice, code: string, unixSeconds: number, skew: number): number | null {
  const verified = verifyTotp(code, { ...device, skew }, { unixSeconds });
  if (!verified.ok) return null;
  if (verified.warnings.some((warning) => warning.code === "totp/code-malformed")) {
    throw new CouldNotRun(
      "totp/code-malformed",
      `--prove takes a code of ${device.digits} decimal digits, and this is none`,
    );
  }
  const { matches, step } = verified.value;
  return matches ? step - Math.floor(unixSeconds / device.period) : null;
}

function textOf(kind: SecretReadings["kind"], trials: readonly Trial[], isProven: boolean): string {
  const width = Math.max(...trials.map(({ label }) => label.length));
  const rows = trials
    .filter(({ reading }) => reading.device.ok)
    .map(({ label, matches }) => `${label.padEnd(width)}  ${matches ? "matches" : "does not match"}\n`);
  const [first, ...others] = trials.filter(({ matches }) => matches);
  if (kind !== "undecided" || !isProven || first === undefined) return rows.join("");
  const same = others.length === 0 ? "" : ` (${others.map(({ label }) => label).join(", ")}: the same key)`;
  return `${rows.join("")}The secret is ${first.label}${same}: give --encoding ${first.label}.\n`;
}

function notProven(
  given: SecretReadings,
  trials: readonly Trial[],
  code: string,
  unixSeconds: number,
): readonly Problem[] {
  const matching = trials.filter(({ matches }) => matches).map(({ label }) => label);
  if (matching.length > 1) {
    const message = `The code matches ${matching.join(" and ")}, by chance or because keys stand twice: it proves neither.`;
    return [problem("cli/code-proves-nothing", message)];
  }
  const refusals = problemsOf(given);
  const isRefused = trials.every(({ reading }) => !reading.device.ok);
  return isRefused ? refusals : [...refusals, wrongClock(trials, code, unixSeconds) ?? mismatch()];
}

function mismatch(): Problem {
  return problem("cli/code-proves-nothing", "The code matches no reading of the secret.");
}

function wrongClock(trials: readonly Trial[], code: string, unixSeconds: number): Problem | null {
  for (const { reading, label } of trials) {
    if (!reading.device.ok) continue;
    const off = stepsOff(reading.device.value, code, unixSeconds, CLOCK_STEPS);
    if (off === null) continue;
    const seconds = Math.abs(off) * reading.device.value.period;
    const message = `The code is that of ${label} about ${counted(seconds, "second")} ${off < 0 ? "ago" : "from now"}: it is old, or a clock is wrong.`;
    return problem("cli/code-proves-nothing", message);
  }
  return null;
}
