import { problemMaker } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";

/** provider-scrypt */
export const PROVIDER_SCRYPT_PROBLEMS = {
  /**
   * The text does not begin with `$f_scrypt$`.
   * @cause a column of several schemes, or a vendor's notation of the same scheme.
   */
  "provider-scrypt/not-provider-scrypt": {
    remedy:
      "Run credport identify to see what the string is; a string of this kind is built from hash, salt and the hash parameters.",
  },
  /**
   * The text ends before the parameters.
   * @cause a column that is too short, or parts joined without their separator.
   */
  "provider-scrypt/truncated": { remedy: "Export the user again." },
  /**
   * Something follows the three parameters. The public service accepts a trailing dollar sign; nothing
   * writes one.
   * @cause a template with one dollar sign too many, or two columns joined.
   */
  "provider-scrypt/trailing-characters": { remedy: "Export the user again." },
  /**
   * The user's hash is empty or not a text.
   * @cause a social-only user of the old provider.
   */
  "provider-scrypt/hash-missing": { remedy: "Export the user again with its password hash." },
  /**
   * The user's salt is empty or not there.
   * @cause a CSV export with shifted columns; Firebase's tool drops the salt of users whose hash is of
   * another kind.
   */
  "provider-scrypt/salt-missing": {
    remedy: "Export the user again with its salt: without it no password can be verified.",
  },
  /**
   * The hash does not have 64 bytes. It is the signer key encrypted under the password's key, so it is as
   * long as that key, and real signer keys have 64 bytes.
   * @cause a hash cut off at a multiple of four characters, which base64 does not show. A hash of another
   * length is taken only where the text carries a signer key of that length (16 bytes at least): without the
   * key nothing tells a short hash from a cut one.
   */
  "provider-scrypt/hash-length": {
    remedy: "Export the user again: the hash is as long as the signer key, which is 64 bytes.",
  },
  /**
   * m, r or s is not there.
   * @cause a template that lost one, or a string cut off.
   */
  "provider-scrypt/parameter-missing": {
    remedy: "Take mem_cost, rounds and base64_salt_separator from the old provider's hash parameters.",
  },
  /**
   * A parameter appears twice.
   * @cause a template that was edited by hand.
   */
  "provider-scrypt/parameter-duplicate": { remedy: "Build the string again." },
  /**
   * Something other than `m=`, `r=` and `s=` appears where a parameter should.
   * @cause argon2's or scrypt's own parameters (`n`, `t`, `p`) in this notation.
   */
  "provider-scrypt/parameter-unknown": { remedy: "Build the string again." },
  /**
   * The parameters are not in the order m, r, s. `normalizeHash` reorders them.
   * @cause a template that sorts them by name.
   */
  "provider-scrypt/parameter-order": {
    remedy:
      "Write the parameters in the order m, r, s: normalizing the hash, as check and import do, does it and says so.",
  },
  /**
   * m or r is not a plain decimal number.
   * @cause a number written with a point or an exponent by a spreadsheet.
   */
  "provider-scrypt/malformed-number": { remedy: "Build the string again." },
  /**
   * mem_cost is not a whole number from 1 to 30. It is log2 of scrypt's N: Firebase uses 14. At 31 the
   * public service's arithmetic overflows.
   * @cause scrypt's N itself (16384) in place of its logarithm (14).
   */
  "provider-scrypt/memory-cost-out-of-range": {
    remedy: "Compare with mem_cost in the old provider's hash parameters: it is from 1 to 30, usually 14.",
  },
  /**
   * rounds is not a whole number from 1 to 1073741823. It is scrypt's r: Firebase uses 8.
   * @cause values of two columns exchanged.
   */
  "provider-scrypt/rounds-out-of-range": {
    remedy:
      "Compare with rounds in the old provider's hash parameters: it is from 1 to 1073741823, usually 8.",
  },
  /**
   * A field is in the URL-safe alphabet, as the Admin SDK writes it, or mixes both. The public service
   * compares the text of the hash, so the URL-safe form is accepted and never verifies. `normalizeHash` and
   * `buildProviderScrypt` rewrite it; a mix is refused.
   * @cause a listing by the Admin SDK in place of the console's or the command's export.
   */
  "provider-scrypt/base64-alphabet": {
    remedy:
      "Export the user again: a mix of both alphabets is damage. A URL-safe alphabet alone is rewritten when the hash is normalized.",
  },
  /**
   * A field lacks its padding, or has padding of the wrong length or place. Missing padding is added; wrong
   * padding is refused as damage.
   * @cause a library that leaves `=` off, or text copied from a URL.
   */
  "provider-scrypt/base64-padding": {
    remedy:
      "Export the user again: wrong padding is damage. Missing padding is added when the hash is normalized.",
  },
  /**
   * A length of 4n + 1 that base64 never has: a part was cut off.
   * @cause a column that is too short, or a selection with the mouse that missed the end.
   */
  "provider-scrypt/base64-length": { remedy: "Export the user again: a part was cut off." },
  /**
   * The last character has bits that belong to no byte: a part was probably cut off.
   * @cause a column that is too short, or a character that was typed wrongly.
   */
  "provider-scrypt/padding-bits": { remedy: "Export the user again: a part was probably cut off." },
  /**
   * A field has a character that is not base64.
   * @cause hexadecimal, or a hash of another kind in the column.
   */
  "provider-scrypt/illegal-character": { remedy: "Export the user again." },
  /**
   * The signer key or the separator is not sound base64.
   * @cause a line copied without its end; the key in the public documentation of one service is a cut copy.
   */
  "provider-scrypt/signer-key-malformed": {
    remedy:
      "Copy base64_signer_key whole from the old provider's hash parameters: it is padded base64 of 64 bytes.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The signer key and the hash have different numbers of bytes, so the key can't be the one that made the
   * hash.
   * @cause the key of another project, or the salt separator in its place.
   */
  "provider-scrypt/signer-key-length": {
    remedy: "Copy base64_signer_key whole: the hash and the signer key have the same number of bytes.",
    fault: "settings",
    repeat: "later",
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;

export type ProviderScryptProblemCode = keyof typeof PROVIDER_SCRYPT_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(PROVIDER_SCRYPT_PROBLEMS);
