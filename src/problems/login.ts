import { problemMaker } from "./problem-maker.js";
import type { LoginRow } from "./problem-row.js";

/** The login-time fallback */
export const LOGIN_PROBLEMS = {
  /**
   * `findLegacyUser` threw. Nothing is known of the user.
   * @cause the old database does not answer.
   */
  "login/lookup-failed": {
    remedy: "Look at why findLegacyUser failed (onError has its error), and let the user try again.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * `findLegacyUser` gave something back that is neither a user with `passwordHash` nor null, or a user that can't be
   * read. Nothing is known of the user.
   * @cause a database driver that gives a list of rows, or `{ data, error }`.
   */
  "login/lookup-unusable": {
    remedy:
      "Let findLegacyUser give one object with id and passwordHash, or null where there is no such user.",
    fault: "settings",
  },
  /**
   * A `verify` of the caller's own gave something back that is not a `Result` of a verification. No user is let in
   * by it.
   * @cause a function that gives true or false.
   */
  "login/verifier-unusable": {
    remedy:
      "Let verify give { ok: true, value: { matches, scheme, needsRehash, coverage } }, as verifyPassword does, or a problem.",
    fault: "settings",
  },
  /**
   * As many attempts as `attemptsAtOnce` allows are running already, or with this identifier as many as
   * `attemptsPerIdentifier` allows. Nothing was looked up.
   * @cause a burst of logins, or an attack that guesses passwords.
   */
  "login/attempts-full": {
    remedy:
      "Answer that the server is busy and let the user try again; limit the rate of logins by address in front of it.",
    fault: "environment",
    repeat: "later",
    atLogin: "busy",
  },
  /**
   * A user of the old side has to be forgotten, and there is no `forgetUser`: the old password would bring them back.
   * @cause a fallback that was made for logins alone.
   */
  "login/forget-missing": {
    remedy: "Give forgetUser: it marks the user as migrated in the old system, or deletes the old hash.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * `forgetUser` did not succeed, or did not say so: the old password would still bring the user back. With
   * `migrated` the user is in the service, and the old hash is still there.
   * @cause the old database does not answer; a function that gives back what its database driver gave.
   */
  "login/forget-failed": {
    remedy:
      "Look at why forgetUser failed (onError has its error), and repeat the call until it succeeds; let forgetUser give true where it did.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * Another process is bringing this user over or forgetting them, and has not ended within `timeoutMs`. Nothing was
   * changed here.
   * @cause a service that answers slowly; two logins of one user, on two servers.
   */
  "login/user-claimed": {
    remedy: "Let the user try again; repeat the call of onDelete, onPasswordSet or onEmailChange.",
    fault: "environment",
    repeat: "later",
    atLogin: "busy",
  },
  /**
   * `claimUser` did not succeed, so that another process may have the user. Nothing was changed.
   * @cause a disk that is full or can't be written; a database that does not answer.
   */
  "login/claim-failed": {
    remedy: "Look at why claimUser failed (onError has its error); the next login tries again.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * Verification threw at what `findLegacyUser` gave back, `disabled` or `migrated` is neither true nor false, or `id` is an
   * object. Nothing is known of the user.
   * @cause a hash that the database driver returns as bytes, a flag that it returns as 0 or 1, an ID that it returns as
   * an object, a source that is misspelt in one record.
   */
  "login/record-unusable": {
    remedy:
      "Look at this user's record (onError has the error): id and passwordHash must be text, disabled and migrated true or false, source one of SOURCE_NAMES.",
  },
  /**
   * The password is right, but `importWithHash` or `importWithPassword` did not succeed, or gave an answer that does not say that it
   * did. The old record was left as it is.
   * @cause the new service is down or refuses the user; a function that gives back a user, or `{ data, error }`.
   */
  "login/import-failed": {
    remedy:
      "Look at why the import failed (onError has its error), and let the function give true where it succeeded: the old record is untouched, and the next login tries again.",
    fault: "service",
    repeat: "later",
  },
  /**
   * The password is right, and `importWithHash` or `importWithPassword` said that the new service can't be used now
   * (`refused: "unavailable"`). Nothing was changed.
   * @cause the service is down, is overloaded or limits the rate of calls.
   */
  "login/service-unavailable": {
    remedy: "Look at the new service: the old record is untouched, and the next login tries again.",
    fault: "service",
    repeat: "later",
    atLogin: "busy",
  },
  /**
   * The password is right, and `importWithHash` or `importWithPassword` said that the new service has an account of this
   * user that did not migrate from here (`refused: "conflict"`). That account alone decides who gets in.
   * @cause the user has signed up again since the move; a bulk import that
   * had the user too.
   */
  "login/account-exists": {
    remedy:
      "Let the new service check the password, and look at whether both accounts are one person's before you merge them.",
  },
  /**
   * The attempt was not over within `answerWithinMs`. It has left the queue of the verifications; an import that had
   * begun comes to its end.
   * @cause more logins at a time than the machine has cores for; an old system or a service that is slow.
   */
  "login/attempt-timed-out": {
    remedy:
      "Answer that the server is busy and let the user try again; run credport fallback plan to see how many cores the logins need.",
    fault: "environment",
    repeat: "later",
    atLogin: "busy",
  },
  /**
   * `signIn` threw, or gave an answer that says neither that the service lets the user in nor that it does not.
   * @cause the service is down; a function that gives back a row or `{ data, error }`.
   */
  "login/sign-in-failed": {
    remedy:
      "Look at why signIn failed (onError has its error); it gives { ok: true, value } for an account, and null for a wrong password.",
    fault: "environment",
    repeat: "later",
    atLogin: "busy",
  },
  /**
   * A function of the caller's did not answer within `timeoutMs`. What it does later counts for nothing
   * here.
   * @cause a connection that hangs, a lock in the old database.
   */
  "login/timed-out": {
    remedy:
      "Look at why the function that is named does not answer; raise timeoutMs if it needs longer. The next login tries again.",
    fault: "environment",
    repeat: "later",
    atLogin: "busy",
  },
  /**
   * The old system would let this user in, but its check did not see all of what was typed, and the service
   * can't verify the hash: what was typed may be more than the password, so no new hash is made of it.
   * @cause a password of 72 bytes or more under bcrypt, a NUL, a character beyond ASCII under `$2x$`, a verifier that
   * does not say what it saw.
   */
  "login/password-not-covered": {
    remedy:
      "Let the user choose a new password, as after a forgotten one: the old hash does not tell whether what they typed is their password to its end.",
  },
  /**
   * The password is right, and `importWithHash` or `importWithPassword` said that the service's rules refuse it. Every
   * further attempt would end the same way.
   * @cause an old password that is shorter than the new service allows, or that is on its list of leaked
   * ones.
   */
  "login/password-refused": {
    remedy: "Let the user choose a new password that the service's rules accept, as after a forgotten one.",
  },
  /**
   * The new hash would see the password's beginning alone, which would then let in as well: it has more bytes than
   * `newHashBytes`, or than the 72 that bcrypt reads. Nothing was written and `importWithPassword` was not called; at a login the
   * password is right.
   * @cause a service or a hasher that writes bcrypt; a passphrase.
   */
  "login/password-too-long": {
    remedy:
      "Let the user choose a new password, as after a forgotten one, or write new hashes with argon2id.",
  },
  /**
   * The password has a NUL where bcrypt, or the HMAC of scrypt, can't tell it from padding: a shorter one would match the
   * new hash as well. Nothing was written.
   * @cause a probe; no keyboard types a NUL.
   */
  "login/password-with-nul": {
    remedy: "Refuse the password, or write new hashes with argon2id.",
  },
  /**
   * The password is right, and the old system has the user replace it: an administrator set it, or it is too old.
   * @cause users of `credport check --must-reset at-login`.
   */
  "login/password-temporary": { remedy: "Let the user choose a new password, as after a forgotten one." },
  /**
   * The password is right, but the new service can't verify this hash with it, and no `importWithPassword` was given.
   * @cause a scheme that only credport verifies; a password that the old system changed before it hashed it.
   */
  "login/password-import-missing": {
    remedy:
      "Give importWithPassword: this user's hash can't be imported as it is, so the new service has to hash the password itself.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * A line of the file that `credport check --fallback` writes is not one of its records.
   * @cause a file edited by hand; another file; a field that a newer release writes.
   */
  "login/not-a-fallback-user": {
    remedy: "Look at the line, or write the file again with credport check --fallback.",
  },
} as const satisfies Readonly<Record<string, LoginRow>>;

export type LoginProblemCode = keyof typeof LOGIN_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(LOGIN_PROBLEMS);
