import { problemMaker } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";

/** Requests to the service, before they are sent */
export const REQUEST_PROBLEMS = {
  /**
   * A field that the call needs is not there, or is empty text.
   * @cause a column that is empty for some users, or a name that differs between the export and the request.
   */
  "request/field-missing": {
    remedy: "Give the field that is named: the call cannot be made without it.",
    fault: "caller",
  },
  /**
   * A field has the wrong type, or holds a control character or a lone half of a surrogate pair.
   * @cause a number where an identifier was expected, a line break kept at the end of a column, a file read
   * in the wrong encoding.
   */
  "request/field-invalid": {
    remedy:
      "Give text without control characters and half characters, or the type that the field's documentation names.",
    fault: "caller",
  },
  /**
   * The value is longer than what the service's column holds (`limits` of the service profile).
   * @cause provider identifiers of more than 28 characters, device names that hold a whole user agent.
   */
  "request/field-too-long": {
    remedy: "Shorten the value on the old side, or leave this user out: the service cannot store it.",
  },
  /**
   * A code is created for an e-mail address or for a phone number, and both were given.
   * @cause a record with both passed on as it is.
   */
  "request/contact-ambiguous": {
    remedy:
      "Give either the e-mail address or the phone number, and bring the other one in by the update call.",
    fault: "caller",
  },
  /**
   * Neither an e-mail address nor a phone number was given.
   * @cause social-only users in a one-time-code import.
   */
  "request/contact-missing": {
    remedy: "Give an e-mail address or a phone number; a user with neither cannot have a one-time code.",
  },
  /**
   * The text cannot be an e-mail address. Only what no address can be is refused; the service itself checks
   * nothing.
   * @cause a user name in the e-mail column, an address in quotes, white space at an end.
   */
  "request/email-malformed": {
    remedy: "Correct the address on the old side: it has something before and after an @ and no white space.",
  },
  /**
   * The phone number is not in the international format, `+` and 2 to 15 digits, the first of them not 0.
   * The service would store it as it is, and the user could never be found by it.
   * @cause national notation, spaces and brackets, an extension.
   */
  "request/phone-malformed": {
    remedy: "Write the number in E.164: a plus sign, the country code and the number, digits only.",
  },
  /**
   * `skew` or `period` is not a whole number of the range that the service takes.
   * @cause the period in milliseconds with a fraction, a text column passed on as it is, a counter-based
   * device without a period.
   */
  "request/number-out-of-range": {
    remedy: "Give a whole number: skew is 0 or more time steps, period is 1 or more seconds.",
    fault: "caller",
  },
  /**
   * The shared secret is not canonical base32 (RFC 4648, upper case, no padding, no separators, unused bits
   * zero). The service stores any text with status OK; a secret that it decodes differently never verifies.
   * @cause base64, hex or raw text taken over as it is, lower case, groups of four with spaces.
   * @inCode `toBase32Secret`.
   */
  "request/secret-not-canonical": {
    remedy: "Convert the secret from the old system's encoding to base32, and send what comes out.",
    fault: "caller",
  },
  /**
   * The password hash is not in the one form that the service verifies. It can be importable all the same.
   * @cause a wrapping, URL-safe base64 without padding, white space at an end, a hash that was cut off, another scheme.
   * @inCode `normalizeHash`, with the same `service`; `passwordHash` is what comes out, or why there is none.
   */
  "request/hash-not-canonical": {
    remedy: "Normalise the hash for this service, and send what comes out.",
    fault: "caller",
  },
  /**
   * `hashingAlgorithm` names something else than what the hash is, or than the service's word for it.
   * @cause the name of one service profile sent to the other.
   */
  "request/algorithm-mismatch": {
    remedy: "Leave hashingAlgorithm out: it follows from the hash and the service profile.",
    fault: "caller",
  },
  /**
   * The first factor and the passwordless user of a sequence are one and the same user. Linked to
   * themselves, they would have no second factor, although every call says OK.
   * @cause a user who only ever had one-time codes, and whose address is given for both.
   */
  "request/same-user": {
    remedy:
      "Give the passwordless user an address or an ID of its own: a user can't be linked to their own account.",
    fault: "caller",
  },
  /**
   * The progress that was given back belongs to a request about another user. Its steps would be taken for
   * this user's, who would be left without them.
   * @cause progress was stored under a wrong key, or once for all users.
   */
  "request/progress-mismatch": {
    remedy: "Give back the progress that belongs to this request, or none: every step can be repeated.",
    fault: "caller",
  },
  /**
   * A login or a role of a user of the bulk import names no tenant. A core before 12.0.9 takes such a user in and
   * comes back to them again and again: they stay PROCESSING.
   * @cause a program that passes an empty list on.
   */
  "request/tenant-missing": {
    remedy: "Name at least one tenant for each login and role: public where there are no others.",
    fault: "caller",
  },
  /**
   * Two users of one request to the bulk import have the same external ID. A core before 12.0.9 takes both in and
   * comes back to the second one again and again.
   * @cause two exports that were put together, or one user listed twice.
   */
  "request/external-id-doubled": {
    remedy: "Give each user an ID of their own, and leave out users who are listed twice.",
  },
  /**
   * A request to the bulk import has no users, or more than the service takes.
   * @cause a batch that was not divided.
   */
  "request/batch-size": { remedy: "Send from 1 to 10,000 users in a request.", fault: "caller" },
} as const satisfies Readonly<Record<string, ProblemRow>>;

export type RequestProblemCode = keyof typeof REQUEST_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(REQUEST_PROBLEMS);
