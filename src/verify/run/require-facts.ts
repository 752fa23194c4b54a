import type { PasswordStep } from "../../hash/internal.js";
import { DIGEST_BYTES } from "../../lib/digest-bytes.js";
import { decodeSignerKey } from "./signer-key.js";

type Rule = (value: unknown) => boolean;

const oneOf =
  (...names: readonly string[]): Rule =>
  (value) =>
    names.some((name) => name === value);
const isDigest: Rule = (value) => typeof value === "string" && Object.hasOwn(DIGEST_BYTES, value);
const isBytes: Rule = (value) => value instanceof Uint8Array;
const isBytesOrMissing: Rule = (value) => value === undefined || isBytes(value);

/** What each field of a step has to be. One step that is missing here does not compile. */
const STEP_FIELDS: Readonly<Record<PasswordStep["kind"], Readonly<Record<string, Rule>>>> = {
  digest: { digest: isDigest, before: isBytesOrMissing, after: isBytesOrMissing },
  hmac: { digest: isDigest, key: isBytes },
  pepper: { place: oneOf("after", "before"), pepper: isBytes },
  encode: { as: oneOf("hex", "base64", "bcrypt-base64", "aix-base64", "dahua") },
  surround: { before: isBytes, after: isBytes },
  "digested-salt": { digest: isDigest, salt: isBytes },
  "php-trim": {},
  "php-slashes": {},
  "php-unslashed": {},
  "prestashop-strip": {},
  "phpbb-escape": {},
  utf16le: { from: oneOf("utf-8", "bytes") },
  unicode: { form: oneOf("NFC", "NFKC", "SASLprep") },
  // Of no bytes every password would be alike.
  cut: { bytes: (value) => Number.isSafeInteger(value) && (value as number) >= 1 },
  "fold-case": { to: oneOf("upper", "lower") },
  "sha512-base64-beyond-bcrypt": {},
};

/** Throws for facts that no hash can be verified with: every login would fail, and only then. */
export function requireFacts(facts: {
  readonly passwordSteps?: readonly PasswordStep[] | undefined;
  readonly signerKey?: string | undefined;
  readonly pepper?: string | readonly string[] | undefined;
}): void {
  const { passwordSteps = [], signerKey, pepper = [] } = facts;
  if (!Array.isArray(passwordSteps)) throw new TypeError("passwordSteps must be a list");
  for (const step of passwordSteps) requireStep(step);
  if (signerKey !== undefined && !(typeof signerKey === "string" && decodeSignerKey(signerKey).ok)) {
    throw new TypeError("signerKey must be whole base64");
  }
  if ([pepper].flat().some((one) => typeof one === "string" && /\p{Surrogate}/u.test(one))) {
    throw new TypeError("pepper has half a character, which has no bytes");
  }
}

function requireStep(step: unknown): void {
  const given = (step ?? {}) as Readonly<Record<string, unknown>>;
  const { kind } = given;
  if (typeof kind !== "string" || !Object.hasOwn(STEP_FIELDS, kind)) {
    throw new TypeError(`passwordSteps: the kind of each must be one of ${Object.keys(STEP_FIELDS).join(", ")}`);
  }
  const fields = Object.entries(STEP_FIELDS[kind as PasswordStep["kind"]]);
  const broken = fields.find(([name, rule]) => !rule(given[name]));
  if (broken !== undefined)
    throw new TypeError(`passwordSteps: ${broken[0]} of ${kind} is missing or out of its range`);
}
