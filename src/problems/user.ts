import { area } from "./problem-maker.js";

const BY_OPTION =
  "with --prefer (one more where the first makes no difference), or with one import in the sheet of --write-decisions";

/** Users of an export. */
export const {
  rows: USER_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "user/not-a-person": "Let the programs that log in with such an account get one of the new service.",
  "user/field-wrong-type": {
    remedy:
      "Look at the record's line, and have the export write the field, or the record, as the kind of value that the message names.",
    ofAnyField: true,
  },
  "user/field-twice": {
    remedy:
      "Look at the record's line: keep one of the values; if both belong to users, a brace and a comma between two records are missing.",
    ofAnyField: true,
  },
  "user/password-at-login":
    "Run the fallback with the file that credport check --fallback writes, and link accounts by their address when it signs the user up.",
  "user/parts-unusable":
    "Look in the old system for users who share the ID, for rows that write it in another way, or for more rows than a person has, and export what is real.",
  "user/field-unknown": {
    remedy:
      "Look up what the field means in the old system: credport does not carry it. If it holds what users log in with, give it the name that docs/sources.md lists; else take it out.",
    ofAnyField: true,
  },
  "user/hash-origin-unknown":
    "Name the system with --source, or prove the password of one user with --known: some systems hash a digest of the password, and such a hash never verifies.",
  "user/more-problems": "Correct what is named first and check again: the others are shown then.",
  "user/id-unusable": {
    remedy: "Export the user again with its ID; the service keeps IDs of at most 128 printable characters.",
    ofAnyField: true,
  },
  "user/email-missing":
    "Add the user's e-mail address: the password import names users by it, and that of social logins requires one.",
  "user/several-passwords": "Ask which of the passwords is in use, and leave the others out of the export.",
  "user/email-malformed": "Correct the e-mail address in the old system and export again.",
  "user/phone-malformed": {
    remedy: "Write the number in E.164: +, country code, digits, without spaces.",
    atCommandLine:
      "Give the country with --phone-region, or write the number in E.164: +, country code, digits, without spaces.",
  },
  "user/phone-region-missing": {
    remedy: "Name the country of numbers without a country code.",
    atCommandLine: "Give the country of these numbers with --phone-region, such as --phone-region DE.",
  },
  "user/phone-rules-missing":
    "Run npm install libphonenumber-js in credport's project, or npm install --global libphonenumber-js, and the command again.",
  "user/disabled":
    "Leave the user out, or import disabled users too with --include-disabled: they can then log in again. Where only the fallback verifies the hash, they stay disabled.",
  "user/must-reset":
    "Let these users choose a password at their next login with --must-reset at-login, or leave them out with --must-reset hold.",
  "user/second-factor-due": "Tell these users to enrol a second factor in the new system.",
  "user/password-not-exported":
    "Export again with the password hashes where docs/sources.md says that the system gives them, or let the users choose a new one with --without-password reset.",
  "user/password-encrypted": {
    remedy: "Give the old system's keys: it keeps hashes encrypted.",
    atCommandLine: "Give the old system's keys with --decrypt-key-file: it keeps hashes encrypted.",
  },
  "user/no-credential":
    "Export the way in which they log in, or give --without-password reset or code: there is nothing to import, and the fallback keeps their address taken.",
  "user/password-to-choose": 'Write to these users that they choose a new password with "forgot password".',
  "user/code-in-place-of-password": "Write to these users that they sign in by a code, which is sent to their address.",
  "user/code-address-unverified":
    "Use --without-password reset, which leaves the address unverified, or let these users register again.",
  "user/third-party-unusable": {
    remedy:
      "Export the user again: a social login has a provider's ID and a user's ID, of at most 28 and 256 characters at the public service; map a longer provider to a shorter ID before import. Name its provider only if you are sure that all its logins are real.",
    atCommandLine:
      "Export the user again: a social login has a provider's ID and a user's ID, of at most 28 and 256 characters at the public service; map a longer provider to a shorter ID before import. Name its provider with --provider only if you are sure that all its logins are real.",
  },
  "user/second-factor-not-carried": "Tell the user to enrol the second factor again.",
  "user/second-factor-encrypted": {
    remedy: "Give the old system's keys, or tell the user to enrol the second factor again.",
    atCommandLine:
      "Give the old system's keys with --decrypt-key-file, or tell the user to enrol the second factor again.",
  },
  "user/second-factor-at-login": {
    remedy: "Let the password alone let these users in until they enrol again, or leave them out.",
    atCommandLine:
      "Let these users in with their password alone with --without-second-factor until they enrol again, or leave them out: no key helps here.",
  },
  "user/second-factor-encrypted-at-login": {
    remedy: "Give the old system's keys, or accept that the password alone lets these users in.",
    atCommandLine:
      "Give the old system's keys with --decrypt-key-file, or let these users in with their password alone with --without-second-factor.",
  },
  "user/second-factor-unconfirmed":
    "Tell the user to enrol a second factor again if they want one: the old system does not ask them for it either.",
  "user/second-factor-settings": {
    remedy: "Look up the digits, seconds and algorithm in the old system's code, and give them as `totp`.",
    atCommandLine:
      "Look up the digits, seconds and algorithm in the old system's code, and give them: --totp digits=6,period=30,algorithm=SHA1.",
  },
  "user/second-factor-unproven": {
    remedy: "Compare a code of one user with their app before the import: a wrong key gives wrong codes to all.",
    atCommandLine:
      "Compare a code of one user with their app before the import: add --known FILE with the fields identifier, password and totp.",
  },
  "user/second-factor-window": "Give the file with the old system's settings too, as its guide says, and run again.",
  "user/duplicate-email": {
    remedy:
      "Decide which record is the user's, take the others out and run again: importing both would overwrite one password with the other.",
    atCommandLine: `Decide which record is the user's ${BY_OPTION}: importing both would overwrite one password with the other.`,
  },
  "user/duplicate-phone": {
    remedy: "Decide which record the number belongs to, take it out of the others and run again.",
    atCommandLine: `Decide which record the number belongs to ${BY_OPTION}.`,
  },
  "user/duplicate-third-party": {
    remedy: "Decide which record the social login belongs to, take it out of the others and run again.",
    atCommandLine: `Decide which record the social login belongs to ${BY_OPTION}.`,
  },
  "user/left-out": "Leave the user out, or decide otherwise and run again.",
  "user/owner-left-out":
    "Leave the user out only if you know that the address is now the other user's, or decide otherwise and run again.",
  "user/decided-too-late": {
    remedy: "Undo the import with its journal, then import again: the new decision is carried out then.",
    atCommandLine:
      "Undo the import first (credport undo with its journal), then run the same command again: it carries the new decision out.",
  },
  "user/decision-of-other-user":
    "Correct the row's user_id where a spreadsheet has changed it, such as 0042 to 42. Where the user has a new address, write it into the row. Where the row is about another user, give this one a row of their own, or take the row out. In a row that you have written or copied, empty the cell row.",
  "user/login-address-taken":
    "Find out whose address it is. The service may refuse that social login at its next use, while another user has the address: the user then signs in by another login, or after the address was changed.",
  "user/duplicate-id": {
    remedy:
      "Export again: two records have the same ID. Where a list changed between two of its pages, both have one record: with any `prefer`, the first of records that are alike is taken.",
    atCommandLine:
      "Export again: two records have the same ID. Where a list changed between two of its pages, both have one record: --prefer newest takes the first of records that are alike.",
  },
  "user/banned": "Leave the user out, or let banned users in with --include banned: they can then log in again.",
  "user/deleted": "Leave the user out, or let deleted users in with --include deleted: they can then log in again.",
  "user/unconfirmed": "Leave the user out, or let unconfirmed users in with --include unconfirmed.",
  "user/invited": "Leave the user out, or let invited users in with --include invited.",
});

export type UserProblemCode = keyof typeof USER_PROBLEMS;
