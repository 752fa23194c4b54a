import { area } from "./problem-maker.js";

/** Often overlooked: what a check tells of records that are in order, and why others have no login. */
export const { rows: CHECK_PROBLEMS } = /* @__PURE__ */ area({
  "check/digest-in-hexadecimal":
    "Write the digest as bytes and not as hexadecimal text: as it is, no password matches; prove one with --known.",
  "check/email-unverified":
    "Let the service require a verified address before it links accounts, or let these users confirm theirs first.",
  "check/social-ids-of-client":
    "Use the old system's client at the provider for the service (for Apple: one of the same team), or log in once and compare the ID.",
  "check/social-id-form":
    "Compare one of these IDs with what the provider sends now: a login with another ID makes a new user.",
  "check/social-login-host":
    "Give a server of your own an ID of its own, --provider gitlab=our-gitlab: at the public site the same ID is another person's. Say it with --provider gitlab=gitlab where it was the public site.",
  "check/passkeys":
    "Let these users enrol a passkey again: each belongs to the old login page's domain, and none is imported.",
  "check/only-passkey":
    "Let these users log in by e-mail once, and enrol a passkey there: their old one is not imported.",
  "check/only-email":
    "Import these users with --without-password reset, so that they choose a password, or with code, where their address is verified: they then sign in by codes that are sent to it.",
  "check/no-hashes":
    "Export with the hashes, add the file that has them with --join, or let the users choose new passwords with --without-password reset: no user in this file has a password.",
  "check/only-directory":
    "Let the service ask the same directory: these users' passwords are there, and not in the export.",
  "check/only-unverified-phone": "Let these users register again: anyone could have typed their phone number.",
  "check/only-user-name":
    "Ask these users for an address in the old system first: the import has no place for a user name.",
  "check/anonymous": "Leave these users out: they are most likely guests who never registered.",
});

/** What a check tells beside faults. */
export type CheckNotice = keyof typeof CHECK_PROBLEMS;
