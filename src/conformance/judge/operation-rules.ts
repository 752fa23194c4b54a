import type { JsonObject } from "../suite/conformance-case.js";
import { coversJson, fieldOf, sameJson } from "./compare-json.js";
import { requestsCover } from "./compare-requests.js";

/** How the outputs of an operation are compared. Fields that no vector asks for don't count. */
interface OperationRule {
  /** Fields that explain the answer: another value alone is another reason and costs nothing, and so does none. */
  readonly reasons: readonly string[];
  /** Fields that must be absent where the vector does not have them. */
  readonly exclusive: readonly string[];
  /** Whether an output says no where a refusal, too, would keep the user out. */
  readonly isDenial?: (output: JsonObject) => boolean;
  /** Compares one field; `coversJson` if absent. */
  readonly covers?: Readonly<Record<string, (expected: unknown, actual: unknown) => boolean>>;
}

const PLAIN: OperationRule = { reasons: [], exclusive: [] };

/** The operations that are known; others are compared field by field. */
export const OPERATION_RULES: Readonly<Record<string, OperationRule>> = {
  // The names of wrappings are the suite's own; what hangs on them are scheme and disposition.
  identify: { ...PLAIN, reasons: ["problem", "wrapping"] },
  // An algorithm named where there is none to name is sent to the service and refused there.
  normalize: { reasons: ["changes"], exclusive: ["hashingAlgorithm"], covers: { changes: sameMembers } },
  "parse-bcrypt": PLAIN,
  "parse-argon2": PLAIN,
  "parse-provider-scrypt": PLAIN,
  "build-provider-scrypt": PLAIN,
  verify: { ...PLAIN, reasons: ["scheme"], isDenial: ({ matches }) => matches === false },
  "secret-to-base32": PLAIN,
  otpauth: PLAIN,
  "totp-code": PLAIN,
  "client-requests": { ...PLAIN, covers: { requests: requestsCover } },
};

export const OPERATIONS: readonly string[] = Object.keys(OPERATION_RULES);

/** Kinds of changes, in whatever order they were made. */
function sameMembers(expected: unknown, actual: unknown): boolean {
  if (!Array.isArray(expected) || !Array.isArray(actual)) return false;
  return sameJson([...expected].sort(), [...actual].sort());
}

function ruleOf(operation: string): OperationRule {
  return Object.hasOwn(OPERATION_RULES, operation) ? (OPERATION_RULES[operation] as OperationRule) : PLAIN;
}

/** Whether each of the outputs says no. */
export function areDenials(operation: string, outputs: readonly JsonObject[]): boolean {
  const { isDenial } = ruleOf(operation);
  return isDenial !== undefined && outputs.length > 0 && outputs.every(isDenial);
}

export function differenceOf(operation: string, expected: JsonObject, actual: JsonObject) {
  const rule = ruleOf(operation);
  const differing = Object.keys(expected).filter((field) => {
    const covers = rule.covers?.[field] ?? coversJson;
    return !covers(expected[field], fieldOf(actual, field));
  });
  const uncalledFor = rule.exclusive.filter(
    (field) => expected[field] === undefined && Object.hasOwn(actual, field) && actual[field] !== null,
  );
  return {
    verdict: [...differing.filter((field) => !rule.reasons.includes(field)), ...uncalledFor],
    reason: differing.filter((field) => rule.reasons.includes(field) && (fieldOf(actual, field) ?? null) !== null),
  };
}
