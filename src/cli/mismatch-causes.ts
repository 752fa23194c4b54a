import { identifyHash } from "../index.js";
import type { VerifySubject } from "./verify-answer.js";

/** A usual cause of a mismatch, where it can be one. */
interface Cause {
  readonly applies: (subject: VerifySubject) => boolean;
  readonly text: string;
}

const always = () => true;

/** In the order in which to look at them. */
const CAUSES: readonly Cause[] = [
  {
    applies: ({ password }) => password !== password.trim(),
    text: "White space: the password that was given begins or ends with it; it may come from the file or from copying.",
  },
  {
    applies: ({ options }) => options.source === undefined,
    text: "The system: some hash a digest of the password (Meteor, Rocket.Chat, vBulletin) or change it first (WordPress, Drupal, phpBB). Name it with --source.",
  },
  {
    applies: ({ options }) => options.source !== undefined,
    text: "The system: another one than --source names wrote this hash, or an older release of it did.",
  },
  {
    applies: ({ options }) => options.pepper === undefined,
    text: "A pepper: a site-wide secret from the system's configuration (Devise, Nextcloud, many applications of one's own). Give it with --peppered.",
  },
  {
    applies: ({ options }) => options.pepper !== undefined && options.pepper !== "",
    text: "The pepper: it is appended to the password here; another value, or a system that prepends it or uses HMAC, gives another hash.",
  },
  {
    applies: (subject) => identifyHash(subject.hash).scheme === "provider-scrypt",
    text: "The signer key, or the salt separator, rounds and mem_cost in the string: they belong to one project. Compare them with its hash parameters; credport check --known names the right value where one of the usual mistakes was made.",
  },
  {
    applies: ({ password }) => !isAscii(password),
    text: "The encoding: the password has characters outside ASCII. It is hashed as UTF-8 here; the old system may have had Latin-1, or another Unicode normal form.",
  },
  {
    applies: always,
    text: "The application: it may hash a digest of the password, or its lower case, and only its source code tells.",
  },
  {
    applies: always,
    text: "The password: it was mistyped, or changed since the hash was exported.",
  },
];

/** What to look at after a mismatch; tells of the password only what kind of characters it has. */
export function mismatchCauses(subject: VerifySubject): readonly string[] {
  return CAUSES.filter(({ applies }) => applies(subject)).map(({ text }) => text);
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
