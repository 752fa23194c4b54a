import { problemMaker } from "./problem-maker.js";
import type { UserRow } from "./problem-row.js";

/** Users of an export */
export const USER_PROBLEMS = {
  /**
   * A record is a number, a text, a list or null.
   * @cause a list of IDs or of pages in place of users.
   */
  "user/not-an-object": { remedy: "Look at the record's line: each user is a JSON object." },
  /**
   * The record is not a user by the rules of its system: the account of a program. It is counted as skipped, and is not
   * among the refused.
   * @cause service accounts of Keycloak and authentik.
   */
  "user/not-a-person": {
    remedy: "Let the programs that log in with such an account get one of the new service.",
  },
  /**
   * A field holds another kind of value than the format says.
   * @cause an export rebuilt by a script; a number in place of a text.
   */
  "user/field-wrong-type": {
    remedy:
      "Look at the record's line, and have the export write the field as the kind of value that the message names.",
    ofAnyField: true,
  },
  /**
   * A field that says who the user is, or how they log in, appears in the record twice with different values,
   * of which a JSON parser silently takes the last.
   * @cause two records that ran into one because the brackets between them were lost; a file edited by hand.
   */
  "user/field-twice": {
    remedy:
      "Look at the record's line: keep one of the values; if both belong to users, a brace and a comma between two records are missing.",
    ofAnyField: true,
  },
  /**
   * A warning: the service does not verify the user's hash and credport does, at login. The user is imported with
   * their other logins; the password is left to the fallback.
   * @cause a user with an old hash and a social login.
   */
  "user/password-at-login": {
    remedy:
      "Run the fallback with the file that credport check --fallback writes, and link accounts by their address when it signs the user up.",
    fault: "service",
  },
  /**
   * Several users of an export in several tables have the same key, and other rows, such as social logins or
   * second factors, belong to a user with it: which one can't be told.
   * @cause two exports put together; a table without its primary key.
   */
  "user/parts-ambiguous": {
    remedy: "Look for the users who share the ID in the old system, and export those that are real.",
  },
  /**
   * More than 1 MiB of rows of other tables belong to one user.
   * @cause rows that all point to one technical account.
   */
  "user/parts-too-many": { remedy: "Look at the user's rows in the old system: no person has this many." },
  /**
   * The record has a field that credport does not know. In a file that was made for credport the record is
   * refused, since the field may say that the account is disabled or hold the password under another name.
   * In the export of another system it is a warning, and the field is not carried.
   * @cause a script that writes `password_hash` for `passwordHash`; a newer release of the old system.
   */
  "user/field-unknown": {
    remedy:
      "Look up what the field means in the old system: credport does not carry it. If it holds what users log in with, give it the name that docs/sources.md lists; else take it out.",
    ofAnyField: true,
  },
  /**
   * A warning: the hash is bcrypt or argon2, and neither the record nor the caller names the system that it
   * comes from. Meteor, TYPO3, vBulletin and others hash a digest of the password; such a hash looks like
   * any other, the service accepts it, and it never verifies.
   * @cause a file that a script made for credport.
   */
  "user/hash-origin-unknown": {
    remedy:
      "Name the system with --source, or prove the password of one user with --known: some systems hash a digest of the password, and such a hash never verifies.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The field `source` of a record in credport's own format holds something else than the name of a system.
   * @cause a spelling of its own, or the name of a product in place of the system's.
   */
  "user/source-unknown": {
    remedy:
      "Write one of the names that credport check --help lists, or take the field out and name the system with --source.",
  },
  /**
   * The record says that its hash is of another version than 0. The account's hash parameters do not hold
   * for it, so that no password would verify.
   * @cause the hash was imported into the old provider and the user has not logged in since.
   */
  "user/hash-version": {
    remedy:
      "Let the user reset their password, or export again after their next login: the old provider then writes a hash of the current version.",
  },
  /**
   * The record has more problems than are listed for one record.
   * @cause a list with very many damaged entries.
   */
  "user/more-problems": {
    remedy: "Mend what is named first and check again: the others are shown then.",
    repeat: "later",
  },
  /**
   * The record has no user ID.
   * @cause a query that leaves the column out.
   */
  "user/id-missing": { remedy: "Export the user again with its ID.", ofAnyField: true },
  /**
   * The user ID has a control character or more than 128 characters, which the service does not keep.
   * @cause a path, an address or a line end in the column of the ID.
   */
  "user/id-malformed": {
    remedy: "Look at the record's line: the service keeps IDs of at most 128 printable characters.",
  },
  /**
   * The user has a password but no e-mail address, by which the password import names users.
   * @cause users with a user name or a phone number only.
   */
  "user/email-missing": { remedy: "Add the user's e-mail address: the password import names users by it." },
  /**
   * The user has several password hashes of which more than one can be imported: each is of another password, and
   * the service keeps one.
   * @cause several values of userPassword in a directory.
   */
  "user/several-passwords": {
    remedy: "Ask which of the passwords is in use, and leave the others out of the export.",
  },
  /**
   * The text has no name@domain form, or more than 254 characters.
   * @cause a user name in the column, or a placeholder of the old system.
   */
  "user/email-malformed": { remedy: "Correct the e-mail address in the old system and export again." },
  /**
   * The number is not in E.164. The public service keeps a number that it can't read as it is, and the user
   * can never log in with it.
   * @cause a number as people write it, without its country.
   */
  "user/phone-malformed": {
    remedy: "Write the number in E.164: +, country code, digits, without spaces.",
    atCommandLine:
      "Give the country with --phone-region, or write the number in E.164: +, country code, digits, without spaces.",
  },
  /**
   * A warning. The user has a verified phone number, which is not in E.164, so it is not carried.
   * @cause numbers as people write them, in attributes of Keycloak.
   * @inCode `phoneRegion`.
   */
  "user/phone-region-missing": {
    remedy: "Name the country of numbers without a country code.",
    atCommandLine: "Give the country of these numbers with --phone-region, such as --phone-region DE.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The service compares phone numbers by the rules of libphonenumber, and the package that has them is not
   * installed.
   * @cause it is an optional package, because its rules take 12 MB and most imports need none.
   */
  "user/phone-rules-missing": {
    remedy: "Install libphonenumber-js next to credport (npm install libphonenumber-js), and run again.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * The old system has disabled this user. The import calls have no such mark: the user could log in again.
   * @cause an employee who left, or an account that was locked for abuse.
   */
  "user/disabled": {
    remedy:
      "Leave the user out, or import disabled users too with --include-disabled: they can then log in again. Where only the fallback verifies the hash, they stay disabled.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The old system has the user replace their password at their next login. The import calls have no such mark: the
   * temporary password becomes a lasting one. A warning, unless another use was asked for.
   * @cause a password that an administrator set; a password that is too old.
   */
  "user/must-reset": {
    remedy:
      "Let these users choose a password at their next login with --must-reset at-login, or leave them out with --must-reset hold.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * A warning. The old system has the user enrol a second factor at their next login, and the service will not.
   * @cause Keycloak's required action CONFIGURE_TOTP.
   */
  "user/second-factor-due": {
    remedy: "Tell these users to enrol a second factor in the new system.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The hash is kept in parts, and one of them is missing or not of its type.
   * @cause a query that leaves the salt's column out, or rights that hide it.
   */
  "user/hash-incomplete": { remedy: "Export the user again, with all parts of the hash." },
  /**
   * The record names an algorithm that is not one of the system's own.
   * @cause an extension of the old system.
   */
  "user/hash-algorithm-unknown": {
    remedy: "Let the user set a new password: credport can't verify this hash.",
  },
  /**
   * Neither the record nor the hash says how the hash was made: the old system keeps that elsewhere.
   * @cause users of Casdoor without a `password_type`, whose organization's table was not exported with them.
   */
  "user/hash-algorithm-not-exported": {
    remedy:
      "Export the users again with the setting that the message names, as docs/sources.md says for the system.",
    repeat: "later",
  },
  /**
   * The record holds a password as it is typed. It is not hashed here, and appears in no output.
   * @cause a file that was made by hand to be imported into the old system, and never exported from it.
   */
  "user/password-plain": {
    remedy: "Export the users from the old system itself, which keeps hashes, and delete this file.",
  },
  /**
   * The user logs in with a password, and the export has no hash of it.
   * @cause a list of users from an administrator's interface; an export without its credentials; Active Directory,
   * which shows hashes to no search.
   */
  "user/password-not-exported": {
    remedy:
      "Export again with the password hashes, as docs/sources.md says for the system, or let the users choose a new one with --without-password reset.",
  },
  /**
   * The export holds the password's hash encrypted, and no key was given that opens it.
   * @cause Supabase with database encryption.
   * @inCode `decryptionKeys`.
   */
  "user/password-encrypted": {
    remedy: "Give the old system's keys: it keeps hashes encrypted.",
    atCommandLine: "Give the old system's keys with --decrypt-key-file: it keeps hashes encrypted.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * There is neither a password nor a phone number nor a social login.
   * @cause anonymous users, users of e-mail links; tools that leave providers out of the export.
   */
  "user/no-credential": {
    remedy:
      "Export the way in which they log in, or give --without-password reset or code: there is nothing to import, and the fallback keeps their address taken.",
  },
  /**
   * A warning. The export has no password of the user, and `--without-password reset` was given: they get a hash that
   * no password has, and choose a password with "forgot password".
   * @cause Cognito, Okta, Auth0 and others, which give no hashes out.
   */
  "user/password-to-choose": {
    remedy: 'Write to these users that they choose a new password with "forgot password".',
  },
  /**
   * A warning. The export has no password of the user, and `--without-password code` was given: they sign in by codes
   * that are sent to their address.
   * @cause users of e-mail links; systems that give no hashes out.
   */
  "user/code-in-place-of-password": {
    remedy: "Write to these users that they sign in by a code, which is sent to their address.",
  },
  /**
   * The user could sign in by codes, but their address is not verified: the person who reads its mail would get the account.
   * @cause `--without-password code` for users who never confirmed their address.
   */
  "user/code-address-unverified": {
    remedy:
      "Use --without-password reset, which leaves the address unverified, or let these users register again.",
    fault: "settings",
  },
  /**
   * A social login lacks its provider's ID or the user's ID there.
   * @cause a link that was begun and never completed.
   */
  "user/third-party-incomplete": {
    remedy: "Export the user again: a social login has a provider's ID and a user's ID.",
  },
  /**
   * The provider's ID or the user's ID there is longer than the service keeps: 28 and 256 characters in the
   * public one.
   * @cause an enterprise connection's name or a whole distinguished name as the ID.
   */
  "user/third-party-too-long": { remedy: "Map the provider to a shorter ID before import." },
  /**
   * A social login has no e-mail address and neither has the user, and the import call (spec: 4.8) takes
   * one.
   * @cause a provider that gives no address, or hides it (Apple, X).
   */
  "user/third-party-email-missing": {
    remedy: "Add an e-mail address for the social login: the import call requires one.",
  },
  /**
   * A warning. The user has a second factor whose secret the export does not hold.
   * @cause Firebase's `mfaInfo`.
   */
  "user/second-factor-not-carried": { remedy: "Tell the user to enrol the second factor again." },
  /**
   * A warning. The user has a second factor whose secret the export holds encrypted, and no key was given that
   * opens it, so the second factor is not carried.
   * @cause Laravel Fortify, Rails, Better Auth, Nextcloud, Gitea and Supabase with database encryption.
   * @inCode `decryptionKeys`.
   */
  "user/second-factor-encrypted": {
    remedy: "Give the old system's keys, or tell the user to enrol the second factor again.",
    atCommandLine:
      "Give the old system's keys with --decrypt-key-file, or tell the user to enrol the second factor again.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The user's password is left to the fallback, and their second factor is not: the export does not hold its secret, or
   * holds it encrypted and no key was given. The password alone would be enough to log in.
   * @cause Better Auth, Gitea and Laravel without `--decrypt-key-file`; passkeys and codes by text message.
   * @inCode `decryptionKeys`, or `passwordAlone` to let them in.
   */
  "user/second-factor-at-login": {
    remedy: "Give the old system's keys, or accept that the password alone lets these users in.",
    atCommandLine:
      "Give the old system's keys with --decrypt-key-file, or let these users in with their password alone with --without-second-factor.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * A warning. The user began to enrol a second factor and never gave a first code, so the old system does not
   * ask them for one. It is not imported: they would be asked for codes that nothing of theirs shows.
   * @cause a setup page that was left before the code was typed.
   */
  "user/second-factor-unconfirmed": {
    remedy:
      "Tell the user to enrol a second factor again if they want one: the old system does not ask them for it either.",
  },
  /**
   * A warning. How many steps a code may be early or late is a setting of the old system, and the export does not have
   * it. The usual window is imported.
   * @cause a file of users of `kc.sh export --users different_files`: the realm's settings are in another file.
   */
  "user/second-factor-window": {
    remedy:
      "Add the old system's settings to the file, in front of its users, as its guide says, and run again.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The import call has no place for something that the second factor's codes depend on, so none of them would be right.
   * @cause a device of django-otp with `t0`: its steps are counted from that moment.
   */
  "user/second-factor-unsupported": {
    remedy: "Take the second factor out of the export, and tell the user to enrol it again.",
  },
  /**
   * Another record has the same e-mail address, case aside. The service keeps one user for an address, and
   * the second import overwrites the first one's hash. Both records are refused, since the file does not say
   * which one is the user's.
   * @cause several accounts per address, two exports joined.
   */
  "user/duplicate-email": {
    remedy:
      "Decide which record is the user's, take the others out and run again: importing both would overwrite one password with the other.",
  },
  /**
   * Another record has the same phone number, or one that the service takes for the same (docs/sources.md).
   * @cause a family, or a number that its provider gave to another person.
   */
  "user/duplicate-phone": {
    remedy: "Decide which record the number belongs to, take it out of the others and run again.",
  },
  /**
   * Another record has the same social login.
   * @cause accounts that were merged by hand, or an export of two environments.
   */
  "user/duplicate-third-party": {
    remedy: "Decide which record the social login belongs to, take it out of the others and run again.",
  },
  /**
   * Another record has the same user ID.
   * @cause two exports joined.
   */
  "user/duplicate-id": { remedy: "Export again: two records have the same ID." },
  /**
   * The old system has banned this user. The import calls have no such mark: the user could log in again.
   * @cause abuse, in most systems.
   */
  "user/banned": {
    remedy: "Leave the user out, or let banned users in with --include banned: they can then log in again.",
  },
  /**
   * The old system keeps this user's record but has marked it as deleted.
   * @cause soft deletion, which keeps rows for a while.
   */
  "user/deleted": {
    remedy: "Leave the user out, or let deleted users in with --include deleted: they can then log in again.",
  },
  /**
   * The user has registered in the old system and never confirmed their account. The person who typed the address
   * may not own it.
   * @cause a mistyped address, an abandoned registration, or another person's address.
   */
  "user/unconfirmed": {
    remedy: "Leave the user out, or let unconfirmed users in with --include unconfirmed.",
  },
  /**
   * The user was invited to the old system and has not signed up. There is an address, and usually no password.
   * @cause an invitation that was never accepted.
   */
  "user/invited": { remedy: "Leave the user out, or let invited users in with --include invited." },
} as const satisfies Readonly<Record<string, UserRow>>;

export type UserProblemCode = keyof typeof USER_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(USER_PROBLEMS);
