import { base64Padding, decodeBase64, encodeBase64, scanBase64 } from "../lib/base64.js";
import { INSPECT, redacted } from "../lib/redact.js";
import { type Failure, type Result, refuse, requireText, success } from "../result.js";

/** Account-wide parameters of Firebase's modified scrypt: its `hash_config`. */
export interface FirebaseHashConfig {
  /** Standard, padded base64; 64 bytes in the field. A secret. */
  readonly signerKey: string;
  /** Standard, padded base64; usually `Bw==`. */
  readonly saltSeparator: string;
  /** scrypt's r, usually 8. */
  readonly rounds: number;
  /** log2 of scrypt's N, usually 14. */
  readonly memCost: number;
}

const MAX_LENGTH = 16_384;

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
 * @returns The four parameters, or `source/hash-config-unreadable`,
 * `source/hash-config-incomplete`, `source/hash-config-algorithm`,
 * `provider-scrypt/signer-key-malformed`, `provider-scrypt/rounds-out-of-range`,
 * `provider-scrypt/memory-cost-out-of-range`.
 * @see https://firebase.google.com/docs/cli/auth — "Password hash parameters"
 *
 * @example
 * ```ts
 * import { parseFirebaseHashConfig } from "credport/source";
 *
 * const text = "hash_config { algorithm: SCRYPT, base64_signer_key: c2lnbmVyIGtleQ==, base64_salt_separator: Bw==, rounds: 8, mem_cost: 14, }";
 * const config = parseFirebaseHashConfig(text);
 * config.ok && [config.value.rounds, config.value.memCost]; // => [8, 14]
 * ```
 */
export function parseFirebaseHashConfig(text: string): Result<FirebaseHashConfig> {
  requireText(text, "text");
  if (text.length > MAX_LENGTH) {
    return refuse(
      "source/hash-config-unreadable",
      `the hash parameters have more than ${MAX_LENGTH} characters`,
    );
  }
  const pairs = readPairs(text);
  if (pairs.length === 0) {
    return refuse("source/hash-config-unreadable", "no line of the form name: value was found");
  }
  const values = valuesOf(pairs);
  if (!(values instanceof Map)) return values;
  const algorithm = values.get("algorithm");
  if (algorithm !== undefined && algorithm.toUpperCase() !== "SCRYPT") {
    return refuse("source/hash-config-algorithm", "the algorithm is not SCRYPT, Firebase's modified scrypt", {
      field: "algorithm",
    });
  }
  return fromValues(values);
}

function fromValues(values: ReadonlyMap<Field, string>): Result<FirebaseHashConfig> {
  for (const field of ["signerKey", "saltSeparator", "rounds", "memCost"] as const) {
    if (!values.has(field)) {
      return refuse("source/hash-config-incomplete", `${FIELDS[field][0]} is missing`, {
        field: FIELDS[field][0],
      });
    }
  }
  const signerKey = canonicalBase64(values.get("signerKey") as string, FIELDS.signerKey[0]);
  if (typeof signerKey !== "string") return signerKey;
  const saltSeparator = canonicalBase64(values.get("saltSeparator") as string, FIELDS.saltSeparator[0]);
  if (typeof saltSeparator !== "string") return saltSeparator;
  const rounds = wholeNumber(values.get("rounds") as string);
  if (rounds < 1) {
    return refuse("provider-scrypt/rounds-out-of-range", "rounds is not a whole number from 1 on", {
      field: "rounds",
    });
  }
  const memCost = wholeNumber(values.get("memCost") as string);
  if (memCost < 1 || memCost > 30) {
    return refuse("provider-scrypt/memory-cost-out-of-range", "mem_cost is not a whole number from 1 to 30", {
      field: "mem_cost",
    });
  }
  return success(new ParsedConfig(signerKey, saltSeparator, rounds, memCost));
}

class ParsedConfig implements FirebaseHashConfig {
  readonly signerKey: string;
  readonly saltSeparator: string;
  readonly rounds: number;
  readonly memCost: number;

  constructor(signerKey: string, saltSeparator: string, rounds: number, memCost: number) {
    this.signerKey = signerKey;
    this.saltSeparator = saltSeparator;
    this.rounds = rounds;
    this.memCost = memCost;
  }

  [INSPECT](): object {
    return { ...this, signerKey: redacted(this.signerKey) };
  }
}

/** `name: value` pairs, in quotation marks or not, between commas, braces and line ends. */
function readPairs(text: string): readonly (readonly [name: string, value: string])[] {
  return text.split(/[\n\r,{}]/).flatMap((piece) => {
    const colon = piece.indexOf(":");
    return colon < 0 ? [] : [[unquoted(piece.slice(0, colon)), unquoted(piece.slice(colon + 1))] as const];
  });
}

type Field = keyof typeof FIELDS;

/** The fields that were found; a failure if the parameters of two projects stand in one text. */
function valuesOf(pairs: ReturnType<typeof readPairs>): Map<Field, string> | Failure {
  const values = new Map<Field, string>();
  for (const [name, value] of pairs) {
    const field = FIELD_BY_SPELLING.get(name);
    if (field === undefined) continue;
    if ((values.get(field) ?? value) !== value) {
      const spelling = FIELDS[field][0];
      return refuse(
        "source/hash-config-unreadable",
        `${spelling} stands there twice, with different values`,
        {
          field: spelling,
        },
      );
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

function canonicalBase64(text: string, field: string): string | Failure {
  const scan = scanBase64(text);
  const bodyLength = scan.bodyEnd;
  const sound =
    scan.illegalAt < 0 &&
    !scan.impossibleLength &&
    !scan.unusedBits &&
    !(scan.hasStandardOnly && scan.hasUrlSafeOnly) &&
    (scan.padding === 0 || scan.padding === base64Padding(bodyLength));
  const needed = field === FIELDS.signerKey[0];
  if (!sound || (needed && bodyLength === 0)) {
    return refuse(
      "provider-scrypt/signer-key-malformed",
      `${field} is not sound base64; a part may have been left out when it was copied`,
      {
        field,
      },
    );
  }
  return encodeBase64(decodeBase64(text, 0, bodyLength));
}
