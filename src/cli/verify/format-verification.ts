import type { Style } from "../style.js";
import type { VerifyAnswer } from "./verify-answer.js";

const VERDICTS = { true: "The password matches.", false: "The password does not match." } as const;

export function formatVerification(answered: VerifyAnswer, style: Style): string {
  const { matches, next } = answered;
  const verdict = matches === null ? "The hash can't be verified." : VERDICTS[`${matches}`];
  const rows = rowsOf(answered).map(([label, text]) => `  ${style.faint(label.padEnd(8))} ${text}\n`);
  const heading = matches === false ? "Possible causes:" : "What to do next:";
  const steps = next.length === 0 ? [] : [`${heading}\n`, ...next.map((step) => `  - ${step}\n`)];
  return [`${matches === true ? style.good(verdict) : style.bad(verdict)}\n`, ...rows, ...steps].join("");
}

const MEBIBYTE = 1_048_576;

function rowsOf(answered: VerifyAnswer): readonly (readonly [string, string])[] {
  const { scheme, wrapping, disposition, parameters, memoryBytes, milliseconds, needsRehash } = answered;
  const around = wrapping === null ? "" : `, ${wrapping.name} (${wrapping.system}): ${wrapping.treatment}`;
  const changed = answered.changes.map(({ kind }) => kind);
  const cost = Object.entries(parameters ?? {}).map(([name, value]) => `${name} ${value}`);
  if (memoryBytes !== undefined && memoryBytes >= MEBIBYTE) {
    cost.push(`${Math.round(memoryBytes / MEBIBYTE)} MiB of memory`);
  }
  return [
    ["hash", `${scheme}${around}`],
    ["status", `${disposition}${changed.length === 0 ? "" : ` (${changed.join(", ")})`}`],
    ["cost", cost.join(", ")],
    ["time", milliseconds === undefined ? "" : `${milliseconds} ms`],
    ["rehash", needsRehash === undefined ? "" : needsRehash ? WEAK : "not needed"],
  ].filter((row): row is [string, string] => row[1] !== "");
}

const WEAK = "needed: weaker than OWASP's minimum";
