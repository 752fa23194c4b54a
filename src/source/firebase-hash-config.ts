import { anyBase64Bytes, encodeBase64 } from "../lib/base64.js";
import { counted } from "../lib/plural.js";
import { describedAs, redacted } from "../lib/redact.js";
import { problemMaker } from "../problems/problem-maker.js";
import { PROVIDER_SCRYPT_PROBLEMS } from "../problems/provider-scrypt.js";
import { SOURCE_PROBLEMS } from "../problems/source.js";
import { type Failure, type Result, requireText, success } from "../result.js";

const { refuse } = /* @__PURE__ */ problemMaker(PROVIDER_SCRYPT_PROBLEMS, SOURCE_PROBLEMS);

/** Account-wide parameters of Firebase's modified scrypt: its `hash_config`. */
export interface FirebaseHashConfig {
  /** Standard, padded base64 of 64 bytes. A secret. */
  readonly signerKey: string;
  /** Standard, padded base64; usually `Bw==`. */
  readonly saltSeparator: string;
  /** scrypt's r, usually 8. */
  readonly rounds: number;
  /** log2 of scrypt's N, usually 14. */
  readonly memCost: number;
}

const MAX_LENGTH = 16_384;
/** As long as the hashes, which are the key under AES. */
const SIGNER_KEY_BYTES = 64;

/** The spellings of each field: the console's text, the REST interface's JSON. */
const FIELDS = {
  algorithm: ["algorithm"],
  signerKey: ["base64_signer_key", "base64SignerKey", "signerKey"],
  saltSeparator: ["base64_salt_separator", "base64SaltSeparator", "saltSeparator"],
  rounds: ["rounds"],
  memCost: ["mem_cost", "memCost", "memoryCost"],
} as const;

const FIELD_BY_SPELLING: ReadonlyMap<string, Field> = new Map(
  (Object.keys(FIELDS) as Field[]).flatMap((field) => FIELDS[field].map((spelling) => [spelling, field])),
);

/**
 * Reads Firebase's hash parameters as the console shows them
 * (`hash_config { algorithm: SCRYPT, … }`) or as JSON with the same names.
 *
 * @param text At most 16384 characters.
 * @returns The four parameters, or
 * `source/not-utf8`, `source/hash-config-unusable`,
 * `provider-scrypt/signer-key-malformed`, `provider-scrypt/parameter-out-of-range`.
 * @see https://firebase.google.com/docs/cli/auth — "Password hash parameters"
 *
 * @example
 * ```ts
 * import { parseFirebaseHashConfig } from "credport/source";
 *
 * const key = `${"c2lnbmVyIGtl".repeat(7)}eQ==`;
 * const config = parseFirebaseHashConfig(
 *   `hash_config { algorithm: SCRYPT, base64_signer_key: ${key}, base64_salt_separator: Bw==, rounds: 8, mem_cost: 14, }`,
 * );
 * config.ok && [config.value.rounds, config.value.memCost]; // => [8, 14]
 * ```
 */
export function parseFirebaseHashConfig(text: string): Result<FirebaseHashConfig> {
  requireText(text, "text");
  if (text.length > MAX_LENGTH) {
    return refuse("source/hash-config-unusable", `the hash parameters have more than ${MAX_LENGTH} characters`);
  }
  if (text.includes("\0")) {
    return refuse("source/not-utf8", "the hash parameters are in UTF-16 or another encoding with NUL bytes");
  }
  const pairs = readPairs(text);
  if (pairs.length === 0) {
    return refuse("source/hash-config-unusable", "no line of the form name: value was found");
  }
  const values = valuesOf(pairs);
  if (!(values instanceof Map)) return values;
  const algorithm = values.get("algorithm");
  if (algorithm !== undefined && algorithm.toUpperCase() !== "SCRYPT") {
    const message = "the algorithm is not SCRYPT, Firebase's modified scrypt";
    return refused("source/hash-config-unusable", message, "algorithm");
  }
  return fromValues(values);
}

function refused(code: Parameters<typeof refuse>[0], message: string, field: string): Failure {
  return refuse(code, message, { field });
}

function fromValues(values: ReadonlyMap<Field, string>): Result<FirebaseHashConfig> {
  const names = ["signerKey", "saltSeparator", "rounds", "memCost"] as const;
  const [key, separator, ...costs] = names.map((name) => values.get(name));
  const missing = names.find((name) => !values.has(name));
  if (missing !== undefined || key === undefined || separator === undefined) {
    const [field] = FIELDS[missing ?? "signerKey"];
    return refused("source/hash-config-unusable", `${field} is missing`, field);
  }
  const [keyField, separatorField] = [FIELDS.signerKey[0], FIELDS.saltSeparator[0]];
  const signerKey = anyBase64Bytes(key);
  if (signerKey === null || signerKey.length === 0) {
    const message = `${keyField} is not sound base64; a part may have been left out when it was copied`;
    return refused("provider-scrypt/signer-key-malformed", message, keyField);
  }
  const saltSeparator = anyBase64Bytes(separator);
  if (signerKey.length !== SIGNER_KEY_BYTES) return wrongKeyLength(signerKey, saltSeparator);
  if (saltSeparator === null) {
    return refused("source/hash-config-unusable", `${separatorField} is not sound base64`, separatorField);
  }
  const [rounds = -1, memCost = -1] = costs.map((text) => wholeNumber(text ?? ""));
  if (rounds < 1) {
    return refused("provider-scrypt/parameter-out-of-range", "rounds is not a whole number from 1 on", "rounds");
  }
  if (memCost < 1 || memCost > 30) {
    return refused("provider-scrypt/parameter-out-of-range", "mem_cost is not a whole number from 1 to 30", "mem_cost");
  }
  const config = { signerKey: encodeBase64(signerKey), saltSeparator: encodeBase64(saltSeparator), rounds, memCost };
  return success(describedAs(config, () => ({ ...config, signerKey: redacted(config.signerKey) })));
}

/** `name: value` pairs, in quotation marks or not, between commas, braces and line ends. */
function readPairs(text: string): readonly (readonly [name: string, value: string])[] {
  return text.split(/[\n\r,{}]/).flatMap((piece) => {
    const colon = piece.indexOf(":");
    return colon < 0 ? [] : [[unquoted(piece.slice(0, colon)), unquoted(piece.slice(colon + 1))] as const];
  });
}

type Field = keyof typeof FIELDS;

/** The fields that were found; a failure if the parameters of two projects are in one text. */
function valuesOf(pairs: ReturnType<typeof readPairs>): Map<Field, string> | Failure {
  const values = new Map<Field, string>();
  for (const [name, value] of pairs) {
    const field = FIELD_BY_SPELLING.get(name);
    if (field === undefined) continue;
    if ((values.get(field) ?? value) !== value) {
      const spelling = FIELDS[field][0];
      return refused("source/hash-config-unusable", `${spelling} appears twice with different values`, spelling);
    }
    values.set(field, value);
  }
  return values;
}

function unquoted(text: string): string {
  return text.trim().replace(/^"|"$/g, "");
}

function wholeNumber(text: string): number {
  return /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : -1;
}

function wrongKeyLength(signerKey: Uint8Array, saltSeparator: Uint8Array | null): Failure {
  const [field, separator] = [FIELDS.signerKey[0], FIELDS.saltSeparator[0]];
  const isSwapped = saltSeparator?.length === SIGNER_KEY_BYTES;
  const cause = isSwapped
    ? `${separator} has as many, so the two are swapped`
    : "a part was left out or added when it was copied";
  const bytes = counted(signerKey.length, "byte");
  const message = `${field} has ${bytes}, and a signer key has ${SIGNER_KEY_BYTES}; ${cause}`;
  return refused("provider-scrypt/signer-key-malformed", message, field);
}
