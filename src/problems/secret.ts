import { problemMaker } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";

/** Second-factor secrets */
export const SECRET_PROBLEMS = {
  /**
   * There is no key: the text is empty, or has separators only.
   * @cause a device that was never enrolled to the end, a column that was blanked.
   */
  "secret/empty": { remedy: "Export the second factor again, or let the user enrol again." },
  /**
   * The text has more than 1024 characters, or the key more than 512 bytes.
   * @cause columns that are swapped, a file read as one record.
   */
  "secret/too-long": { remedy: "Look at the column: no shared secret is this long." },
  /**
   * A character that the named encoding does not have appears at `offset`.
   * @cause another encoding than the one that was named, the digits 0, 1, 8 and 9 mistyped for letters in
   * base32, `\x` or `0x` before hexadecimal digits, a line end inside base64.
   */
  "secret/illegal-character": {
    remedy: "Check the encoding that the old system uses for this column; do not replace characters by look.",
  },
  /**
   * No whole number of bytes encodes to text of this length.
   * @cause a column that cut the text off, a character that was lost in copying.
   */
  "secret/impossible-length": { remedy: "Export the secret again: a part was cut off." },
  /**
   * The `=` characters do not complete the last group, or text follows them.
   * @cause two values that were joined, a text that was cut off inside its padding.
   */
  "secret/padding-wrong": {
    remedy: "Export the secret again: padding appears at the end only and completes the last group.",
  },
  /**
   * The last character has bits that belong to no byte, and they are not zero. Lenient decoders drop them.
   * @cause a text that was cut off at its end, a last character that was mistyped.
   */
  "secret/padding-bits": {
    remedy:
      "Export the secret again: the last character has bits that belong to no byte, so a part was probably cut off or mistyped.",
  },
  /**
   * A character of the other base64 alphabet appears in the text, or characters of both.
   * @cause base64url named base64, or the reverse.
   */
  "secret/base64-alphabet": { remedy: "Name the right encoding: base64 has + and /, base64url has - and _." },
  /**
   * Half of a surrogate pair appears alone, so that the text has no UTF-8 form and the key no bytes.
   * @cause text that was cut off inside a character, or binary data read as text.
   */
  "secret/not-text": {
    remedy: "Export the value again: it contains an unpaired surrogate and can't be encoded as UTF-8.",
  },
  /**
   * The value is ciphertext: it carries the mark of a system that encrypts its columns, or is longer than
   * any usual key.
   * @cause a database dump of Laravel, Rails, Nextcloud, Gitea, Better Auth or Supabase that was not
   * decrypted.
   */
  "secret/encrypted": {
    remedy:
      "Decrypt the column with the old system's key and its own tools, and name the encoding of what comes out.",
  },
  /**
   * The value is an otpauth URI, which holds a secret among other things.
   * @cause a column that is named secret and holds the URI of the QR code.
   * @inCode `parseOtpauthUri`, or `parseOtpauthMigrationUri` for an export of several devices.
   */
  "secret/otpauth-uri": {
    remedy: "Give the whole URI as a URI, without naming an encoding: it says how to read its secret.",
    atCommandLine: "Leave --encoding out, and give the whole URI: it says how to read its secret.",
  },
  /**
   * The base32 secret is longer than what the service's column holds (`limits.totpSecret` of the service
   * profile).
   * @cause keys of more than 160 bytes for a column of 256 characters.
   */
  "secret/over-service-limit": {
    remedy: "Let the user enrol again: the service's column holds no secret of this length.",
  },
  /**
   * A warning: the text was read as it was named, but looks like another encoding.
   * @cause Keycloak's text secrets taken for base32, base32 taken for text, keys that were encoded twice.
   */
  "secret/may-be-other-encoding": {
    remedy:
      "Compare a code from one user's device with the code of the converted secret before you import the rest.",
  },
  /**
   * A warning: white space or NUL at an end of a text was taken for a part of the key.
   * @cause a line end that was read with the value, a column of fixed width.
   */
  "secret/surrounding-white-space": {
    remedy:
      "Compare with the old system whether the white space belongs to the key; if not, take it off before.",
  },
  /**
   * A warning: the key has more than 64 bytes.
   * @cause a generator that was set to a long secret; ciphertext without a mark.
   */
  "secret/long-key": {
    remedy:
      "Compare a code from one user's device with the code of the converted secret: keys of this length are rare.",
  },
  /**
   * A warning: the key has less than 128 bits. Codes can be verified all the same.
   * @cause the 80-bit keys that early authenticator libraries made.
   */
  "secret/short-key": {
    remedy:
      "Let these users enrol again some time, since RFC 4226 asks for 128 bits; logins work without it.",
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;

export type SecretProblemCode = keyof typeof SECRET_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(SECRET_PROBLEMS);
