import type { ProblemRow } from "./problem-row.js";

/** Often overlooked: what a check tells of records that are in order, and why others have no login */
export const CHECK_PROBLEMS = {
  /**
   * The digest of a hash, decoded as the export's format says, is itself hexadecimal text. No function gives such
   * bytes by chance: the digest was written in hexadecimal first, and then encoded once more. No password matches
   * such a hash. Reported for the first 1,000 hashes.
   * @cause a script that put the parts of hashes together, or copied a column of text into one of bytes.
   */
  "check/digest-in-hexadecimal": {
    remedy:
      "Write the digest as bytes and not as hexadecimal text: as it is, no password matches; prove one with --known.",
  },
  /**
   * Users with a password and an unconfirmed address; reported where the service links accounts with one address
   * by itself (`--links-accounts`). A user who registered a stranger's address in the old system would share the
   * account with its owner as soon as they log in through a provider.
   * @cause an old system that let people in before they confirmed their address.
   * @inCode `linksAccounts` of `checkExport`.
   */
  "check/email-unverified": {
    remedy:
      "Let the service require a verified address before it links accounts, or let these users confirm theirs first.",
  },
  /**
   * Social logins at a provider that gives each client, or each developer's team, other IDs for the same people:
   * Apple, Facebook, LinkedIn and Microsoft. Under another client ID than the old system's these logins are never
   * found, and their users become new ones.
   * @cause a new client or application that was registered at the provider for the new service.
   */
  "check/social-ids-of-client": {
    remedy:
      "Use the old system's client at the provider for the service (for Apple: one of the same team), or log in once and compare the ID.",
    fault: "settings",
  },
  /**
   * The ID of a social login does not have the form in which its provider writes IDs: it is an address, an ID of a
   * directory, or of another provider.
   * @cause an export's own ID of the link, or Microsoft's object ID (`oid`) in place of `sub`.
   */
  "check/social-id-form": {
    remedy:
      "Compare one of these IDs with what the provider sends now: a login with another ID makes a new user.",
  },
  /**
   * Users with passkeys or security keys. Such a key works at the domain alone for which it was made, and no import
   * call takes one.
   * @cause a login page under another domain than the old one.
   */
  "check/passkeys": {
    remedy:
      "Let these users enrol a passkey again: each belongs to the old login page's domain, and none is imported.",
  },
  /**
   * Users without a login of whom the export says that they have a passkey or a security key.
   * @cause an old system that lets people register with a passkey alone.
   */
  "check/only-passkey": {
    remedy:
      "Let these users log in by e-mail once, and enrol a passkey there: their old one is not imported.",
  },
  /**
   * Users without a login who have an address, in a file in which others have a password: they most likely log in by
   * links or codes that are sent there.
   * @cause an old system with logins by link or code.
   */
  "check/only-email": {
    remedy:
      "Import these users with --without-password code, so that they sign in by codes under the same addresses, or with reset, so that they choose a password.",
  },
  /**
   * No user in the file has a password, and users have addresses: the export was most likely made without the hashes.
   * @cause an export of the console or of the administration interface, which leaves hashes out.
   */
  "check/no-hashes": {
    remedy:
      "Export with the hashes, add the file that has them with --join, or let the users choose new passwords with --without-password reset: no user in this file has a password.",
  },
  /**
   * Users without a login whom the old system took from a directory or another identity system.
   * @cause users who are federated from LDAP, or log in through SAML.
   */
  "check/only-directory": {
    remedy:
      "Let the service ask the same directory: these users' passwords are there, and not in the export.",
  },
  /**
   * Users whose only login is an unconfirmed phone number.
   * @cause a phone number that is a field of the profile.
   */
  "check/only-unverified-phone": {
    remedy: "Let these users register again: anyone could have typed their phone number.",
  },
  /**
   * Users without a login or an address who have a user name.
   * @cause an old system that asks for no address.
   */
  "check/only-user-name": {
    remedy:
      "Ask these users for an address in the old system first: the import has no place for a user name.",
  },
  /**
   * Users without anything by which anyone logs in.
   * @cause guests and anonymous visitors of Firebase, Supabase or Parse.
   */
  "check/anonymous": { remedy: "Leave these users out: they are most likely guests who never registered." },
} as const satisfies Readonly<Record<string, ProblemRow>>;

/** What a check tells beside faults. */
export type CheckNotice = keyof typeof CHECK_PROBLEMS;
