import { DOVECOT, OPENDJ, WERKZEUG } from "./references.js";
import { type FormatRow, recognised } from "./row.js";
import { suffixed } from "./suffixed.js";

const PLAIN_TEXT = "It is the password itself; sending it as a hash would break the login and leak it.";

/** The password itself, or something that its system can turn back into it. */
export const READABLE_FORMATS: readonly FormatRow[] = [
  recognised("brace-plain-text", "plain-text", {
    system: "Spring Security {noop} and {ldap}; Dovecot and LDAP {PLAIN}, {CLEAR}, {CLEARTEXT}",
    layout: "{noop}<the password itself>",
    problem: "scheme/plain-text",
    last: true,
    markers: [
      "{noop}",
      "{ldap}",
      ...["plain", "plain-trunc", "clear", "cleartext"].flatMap(suffixed).map((name) => `{${name}}`),
    ],
    pattern: /^\{[A-Za-z0-9.-]{4,20}\}/,
    reason: PLAIN_TEXT,
    reference: DOVECOT,
  }),
  recognised("werkzeug-plain", "plain-text", {
    system: "Werkzeug before 2.3",
    layout: "plain$$<the password itself>",
    problem: "scheme/plain-text",
    markers: ["plain$"],
    pattern: /^plain\$\$/,
    reason: PLAIN_TEXT,
    reference: WERKZEUG,
  }),
  recognised("firebase-emulator", "plain-text", {
    system: "Firebase Authentication emulator",
    layout: "fakeHash:salt=<salt>:password=<the password itself>",
    problem: "scheme/plain-text",
    markers: ["fakeHash:"],
    pattern: /^fakeHash:/,
    reason: "It holds the password itself; the emulator hashes nothing.",
    reference: "https://github.com/firebase/firebase-tools src/emulator/auth/operations.ts",
  }),
  recognised("brace-reversible", "reversible", {
    system: "OpenDJ, WebSphere ({xor}), WebLogic",
    layout: "{AES}<base64>",
    markers: ["{base64}", "{aes}", "{3des}", "{rc4}", "{blowfish}", "{xor}"],
    pattern: /^\{(?:BASE64|AES|3DES|RC4|BLOWFISH|XOR)\}[A-Za-z0-9+/=:$]{1,2048}$/i,
    reason: "Encrypted or encoded, not hashed: only the old system reads it.",
    reference: OPENDJ,
  }),
];
