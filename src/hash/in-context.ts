import { type Problem, problem } from "../result.js";
import type { HashReading } from "./hash-reading.js";
import {
  alteredPasswords,
  contextOf,
  type HashContext,
  mayBePeppered,
  type SourceContext,
} from "./source-context.js";

/** What the source knows that the text does not show. */
export function inContext(reading: HashReading, context: HashContext): HashReading {
  const { canonical, wrapping } = reading;
  // Firebase has no pepper: what the caller tells of one is about the other hashes of the system.
  if (canonical === null || canonical.scheme === "provider-scrypt") return reading;
  const row = contextOf(context, canonical.scheme, wrapping?.name ?? null);
  return row === undefined ? withWarnings(reading, context) : overPrehash(reading, row);
}

function overPrehash(reading: HashReading, row: SourceContext): HashReading {
  return {
    ...reading,
    wrapping: { name: row.name, system: row.system, treatment: "keep" },
    disposition: row.disposition,
    problems: [problem(row.problem, row.reason)],
    warnings: [],
    prehash: row.prehash,
  };
}

function withWarnings(reading: HashReading, context: HashContext): HashReading {
  const warnings: Problem[] = [];
  if (mayBePeppered(context)) {
    warnings.push(
      problem(
        "wrapping/pepper-possible",
        "this system may be set up with a pepper, which the string does not show",
      ),
    );
  }
  const altered = alteredPasswords(context);
  if (altered !== undefined) warnings.push(problem("wrapping/password-altered", altered));
  return warnings.length === 0 ? reading : { ...reading, warnings: [...reading.warnings, ...warnings] };
}
