import { DOVECOT, OPENDJ, WERKZEUG } from "./references.js";
import { type FormatRow, type Notes, recognised, type Writers } from "./row.js";
import { suffixed } from "./suffixed.js";

const PLAIN_TEXT = "It is the password itself; sending it as a hash would break the login and leak it.";

/** The password itself, or something that its system can turn back into it. */
export const READABLE_FORMATS = [
  recognised({
    name: "brace-plain-text",
    scheme: "plain-text",
    treatment: "keep",
    problem: "scheme/plain-text",
    last: true,
    markers: [
      "{noop}",
      "{ldap}",
      ...["plain", "plain-trunc", "clear", "cleartext"].flatMap(suffixed).map((name) => `{${name}}`),
    ],
    pattern: /^\{[A-Za-z0-9.-]{4,20}\}/,
    reason: PLAIN_TEXT,
  }),
  recognised({
    name: "werkzeug-plain",
    scheme: "plain-text",
    treatment: "keep",
    problem: "scheme/plain-text",
    markers: ["plain$"],
    pattern: /^plain\$\$/,
    reason: PLAIN_TEXT,
  }),
  recognised({
    name: "firebase-emulator",
    scheme: "plain-text",
    treatment: "keep",
    problem: "scheme/plain-text",
    markers: ["fakeHash:"],
    pattern: /^fakeHash:/,
    reason: "It holds the password itself; the emulator hashes nothing.",
  }),
  recognised({
    name: "brace-reversible",
    scheme: "reversible",
    treatment: "keep",
    markers: ["{base64}", "{aes}", "{3des}", "{rc4}", "{blowfish}"],
    pattern: /^\{(?:BASE64|AES|3DES|RC4|BLOWFISH)\}[A-Za-z0-9+/=:$]{1,2048}$/i,
    reason: "Encrypted or encoded, not hashed: only the old system reads it.",
  }),
] satisfies readonly FormatRow[];

/** Who writes each: only who identifies a hash needs it. */
export const READABLE_WRITERS: Writers<typeof READABLE_FORMATS> = {
  "brace-plain-text": "Spring Security {noop} and {ldap}; Dovecot and LDAP {PLAIN}, {CLEAR}, {CLEARTEXT}",
  "werkzeug-plain": "Werkzeug before 2.3",
  "firebase-emulator": "Firebase Authentication emulator",
  "brace-reversible": "OpenDJ",
};

/** What documentation says of each: a bundle that only reads hashes leaves it out. */
export const READABLE_NOTES: Notes<typeof READABLE_FORMATS> = {
  "brace-plain-text": { layout: "{noop}<the password itself>", reference: DOVECOT },
  "werkzeug-plain": { layout: "plain$$<the password itself>", reference: WERKZEUG },
  "firebase-emulator": {
    layout: "fakeHash:salt=<salt>:password=<the password itself>",
    reference: "https://github.com/firebase/firebase-tools src/emulator/auth/operations.ts",
  },
  "brace-reversible": { layout: "{AES}<base64>", reference: OPENDJ },
};
