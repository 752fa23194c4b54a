import { problemMaker } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";

/** otpauth URIs */
export const OTPAUTH_PROBLEMS = {
  /**
   * The text does not begin with `otpauth://`.
   * @cause a bare secret in a column of URIs, the address of a QR code picture.
   */
  "otpauth/not-otpauth": {
    remedy: "Look at the column: a device's URI begins with otpauth://totp/.",
    fault: "user-data",
    repeat: "never",
  },
  /**
   * The text is an `otpauth-migration://` URI, and was given to the reader for one device.
   * @cause the export code of Google Authenticator scanned in place of a device's code.
   * @inCode `parseOtpauthMigrationUri`.
   */
  "otpauth/migration-uri": {
    remedy: "Read it as a migration URI: it can hold several devices.",
    atCommandLine: "Give it without --lines, or add --json: a migration URI can hold several devices.",
  },
  /**
   * The text is an `otpauth://` URI for one device, and was given to the reader of exports.
   * @cause a file that holds both kinds.
   * @inCode `parseOtpauthUri`.
   */
  "otpauth/single-uri": { remedy: "Read it as the URI of a single device." },
  /**
   * The URI has more than 4096 characters, a migration URI more than 65536.
   * @cause a file read as one record.
   */
  "otpauth/too-long": { remedy: "Look at the column: no otpauth URI is this long." },
  /**
   * A control character, a `#` or half a surrogate pair appears in the URI. After a `#` most readers would
   * drop the rest, the secret included.
   * @cause names that were put into the URI without percent-encoding.
   */
  "otpauth/illegal-character": {
    remedy:
      "Write the URI again with percent-encoding: control characters and # can't appear in it as they are.",
  },
  /**
   * A `%` is not followed by two hexadecimal digits, or the bytes are not UTF-8.
   * @cause names with a percent sign that were not encoded, a URI that was cut off, Latin-1.
   */
  "otpauth/percent-encoding": {
    remedy: "Write the URI again: each % is followed by two hexadecimal digits, and the bytes are UTF-8.",
  },
  /**
   * `&amp;` appears in place of `&`, so that the parameters after it would be overlooked.
   * @cause a URI that was copied out of the source of a web page.
   */
  "otpauth/html-escaped": {
    remedy: "Undo the HTML escaping once: &amp; has to be & before the URI is read.",
  },
  /**
   * The device is counter-based (HOTP). The service verifies time-based codes only.
   * @cause hardware tokens, old enrolments.
   */
  "otpauth/hotp": {
    remedy: "Let the user enrol again: the service verifies time-based codes only, and this device counts.",
  },
  /**
   * The type is neither `totp` nor `hotp`, or a migration URI does not begin with
   * `otpauth-migration://offline`.
   * @cause `motp`, `steam` and other kinds of password managers.
   */
  "otpauth/type-unsupported": {
    remedy: "Let the user enrol again: the service verifies time-based codes (totp) only.",
  },
  /**
   * The URI has no parameter `secret`.
   * @cause a URI with its secret taken out for logging or display.
   */
  "otpauth/secret-missing": { remedy: "Export the device again: a URI without secret has no key." },
  /**
   * A parameter appears twice. Readers differ on which one counts.
   * @cause parameters appended to a URI that had them.
   */
  "otpauth/parameter-duplicate": { remedy: "Export the device again: each parameter appears once." },
  /**
   * `digits` or `period` is not a decimal number.
   * @cause a variable that was not filled in, a unit after the number.
   */
  "otpauth/malformed-number": {
    remedy: "Export the device again: numbers are decimal, without sign and without leading zeros.",
  },
  /**
   * The algorithm is not SHA1, SHA256 or SHA512, the names that the format has.
   * @cause names of other libraries, such as HmacSHA1 or SHA-1; an empty parameter.
   */
  "otpauth/algorithm-unknown": {
    remedy: "Export the device again: the algorithms are SHA1, SHA256 and SHA512.",
  },
  /**
   * The device computes its codes with another hash function than SHA-1, the only one that the service
   * verifies.
   * @cause systems that enrol with SHA-256.
   */
  "otpauth/algorithm-unsupported": { remedy: "Let the user enrol again: the service verifies SHA1 only." },
  /**
   * The device shows another number of digits than 6, the only one that the service verifies.
   * @cause systems that enrol with 8 digits.
   */
  "otpauth/digits-unsupported": {
    remedy: "Let the user enrol again: the service verifies codes of 6 digits only.",
  },
  /**
   * The URI names an `encoder`: the device shows letters in place of decimal digits.
   * @cause Steam devices kept in a password manager.
   */
  "otpauth/encoder-unsupported": {
    remedy: "Let the user enrol again: the device shows its codes in another form than decimal digits.",
  },
  /**
   * The period is not from 1 to 86400 seconds.
   * @cause a period in milliseconds.
   */
  "otpauth/period-out-of-range": { remedy: "Export the device again: a period is from 1 to 86400 seconds." },
  /**
   * A warning: the period is not 30 seconds.
   * @cause systems that enrol with 60 seconds, whose users' apps may compute with 30 all the same.
   */
  "otpauth/unusual-period": {
    remedy:
      "Compare a code from one user's device before you import the rest: many apps ignore the period and use 30 seconds.",
  },
  /**
   * A warning: the issuer in the label is not the one of the parameter.
   * @cause a product that was renamed. No code depends on it.
   */
  "otpauth/issuer-mismatch": {
    remedy:
      "Leave it as it is to keep logins working: the issuer parameter is taken, the one in the label is not.",
  },
  /**
   * A warning: a time-based device has a counter.
   * @cause exporters that write every parameter; seldom an HOTP device of the wrong type.
   */
  "otpauth/counter-ignored": {
    remedy: "Check that the device is time-based: a counter belongs to hotp and has no meaning here.",
  },
  /**
   * A warning: the format does not have this parameter, and it was ignored. The message names its place and not
   * by its name.
   * @cause additions of apps.
   */
  "otpauth/parameter-ignored": {
    remedy: "Check with the app that wrote the URI that this parameter has no part in making the codes.",
  },
  /**
   * A warning: issuer and account together are longer than what the service's column holds, and the device
   * has no name.
   * @cause very long labels.
   */
  "otpauth/device-name-too-long": {
    remedy: "Give the device a shorter name on import, or let the service name it: this one was left off.",
  },
  /**
   * A name that was to be written into a URI has half a surrogate pair in it.
   * @cause names that were cut off inside a character.
   */
  "otpauth/not-text": {
    remedy: "Export the URI again: it contains an unpaired surrogate and can't be encoded as UTF-8.",
  },
  /**
   * The parameter `data` is missing, or is not standard base64.
   * @cause a code that was copied in part.
   */
  "otpauth/migration-data": {
    remedy: "Export from the app again: the data parameter is percent-encoded standard base64.",
  },
  /**
   * The protobuf message is damaged, holds a field twice or of another type, or numbers its parts
   * impossibly.
   * @cause a code that was copied in part.
   */
  "otpauth/migration-malformed": {
    remedy: "Scan or export from the app again: the message inside is damaged or cut off.",
  },
  /**
   * The export holds no account.
   * @cause an export of an app without accounts.
   */
  "otpauth/migration-empty": { remedy: "Export from the app again with at least one account chosen." },
  /**
   * The export holds more than 100 accounts. Google Authenticator puts about ten into a code.
   * @cause exports that were joined by a tool.
   */
  "otpauth/migration-too-many": {
    remedy: "Export in parts: a migration URI holds at most 100 accounts here.",
  },
  /**
   * An entry leaves its algorithm, number of digits or type unspecified. Apps read that as SHA1, 6 and TOTP,
   * but no document says so.
   * @cause exports in this format by other apps.
   * @inCode the option `unspecified: "usual"`; on the command line `--unspecified usual`.
   */
  "otpauth/migration-unspecified": {
    remedy:
      "Ask which app wrote it; if that app means SHA1, 6 digits and TOTP, choose the usual values for what it leaves unspecified.",
    atCommandLine:
      "Ask which app wrote it; if that app means SHA1, 6 digits and TOTP, say so with --unspecified usual.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * A warning: the export is spread over several codes, and this is one of them.
   * @cause more than ten accounts.
   */
  "otpauth/migration-part": { remedy: "Scan the other codes of this export too: each holds other accounts." },
} as const satisfies Readonly<Record<string, ProblemRow>>;

export type OtpauthProblemCode = keyof typeof OTPAUTH_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(OTPAUTH_PROBLEMS);
