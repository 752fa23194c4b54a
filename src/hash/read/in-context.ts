import { problem } from "../../problems/wrapping.js";
import type { Problem } from "../../result.js";
import type { HashRule } from "../systems/hash-rules.js";
import { alteredPasswords } from "../systems/password-forms.js";
import { type HashContext, mayBePeppered, ruleOf } from "../systems/source-context.js";
import type { HashReading } from "./hash-reading.js";

/** What the source knows that the text does not show. */
export function inContext(reading: HashReading, context: HashContext): HashReading {
  const { canonical, wrapping } = reading;
  if (canonical === null) return ofLegacy(reading, context);
  // Firebase has no pepper: what the caller tells of one is about the other hashes of the system.
  if (canonical.scheme === "provider-scrypt") return reading;
  const rule = ruleOf(context, canonical.scheme, wrapping?.name ?? null, canonical.text);
  return rule === undefined ? withWarnings(reading, context) : underRule(reading, rule);
}

/**
 * A scheme that the service does not verify anyhow, and that the system hands what it hands to bcrypt and argon2. Those
 * two in formats of their own say themselves what they are over; a pepper is only read where it was given.
 */
function ofLegacy(reading: HashReading, context: HashContext): HashReading {
  const { scheme, wrapping, disposition } = reading;
  if (disposition !== "verifiable" || scheme === "bcrypt" || scheme === "argon2") return reading;
  const rule = ruleOf(context, scheme, wrapping?.name ?? null);
  return rule?.applies === "always" ? { ...reading, rule } : reading;
}

function underRule(reading: HashReading, rule: HashRule): HashReading {
  return {
    ...reading,
    wrapping: { name: rule.name, system: rule.system, treatment: "keep" },
    disposition: rule.disposition,
    problems: [problem(rule.problem, rule.reason)],
    warnings: [],
    rule,
  };
}

function withWarnings(reading: HashReading, context: HashContext): HashReading {
  const warnings: Problem[] = [];
  if (mayBePeppered(context)) {
    warnings.push(
      problem("wrapping/pepper-possible", "this system may be set up with a pepper, which the string does not show"),
    );
  }
  const altered = alteredPasswords(context.source);
  if (altered !== undefined) warnings.push(problem("wrapping/password-altered", altered));
  return warnings.length === 0 ? reading : { ...reading, warnings: [...reading.warnings, ...warnings] };
}
