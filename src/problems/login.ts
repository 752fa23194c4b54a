import { area } from "./problem-maker.js";

/** The login-time fallback. */
export const {
  rows: LOGIN_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "login/function-failed":
    "Look at why the function that is named failed (onError has its error), and let the user try again.",
  "login/identifier-shared":
    "Look at who has this identifier in the old systems (onError has the error), and leave it to no more than four users: the password is compared with theirs alone.",
  "login/identifier-unusable":
    "Give the identifier as the person typed it, as text that is not empty: refuse a body in which it is anything else.",
  "login/attempts-full": {
    remedy:
      "Answer that the server is busy and let the user try again; limit the rate of logins by address in front of it.",
    atLogin: "busy",
  },
  "login/function-missing":
    "Give forgetUser, which marks the user as migrated in the old system or deletes the old hash; or importWithPassword, where this user's hash can't be imported as it is, so that the new service has to hash the password itself.",
  "login/forget-failed":
    "Look at why forgetUser failed (onError has its error), and repeat the call until it succeeds; let forgetUser give true where it did.",
  "login/login-left-out":
    "Look at whether the other account is the same person's, and link the login or let the user add it again; the service asks for no second factor that was left out.",
  "login/user-claimed": {
    remedy: "Let the user try again; repeat the call of onDelete, onPasswordSet or onEmailChange.",
    atLogin: "busy",
  },
  "login/migrated-meanwhile":
    "Look at whether the service has the new password, and set it once more where it has not; let the import never overwrite a password.",
  "login/link-not-sent":
    "Look at why the link was not sent (onError of the doors has the error); give importWithoutPassword or sendOwnLink for users who are still on the old side.",
  "login/record-unusable":
    "Look at this user's record (onError has the error): id and passwordHash must be text, disabled and migrated true or false, source one of SOURCE_NAMES.",
  "login/service-unavailable": {
    remedy: "Look at the new service: the old record is untouched, and the next login tries again.",
    atLogin: "busy",
  },
  "login/account-exists":
    "Let the new service check the password, or let the user choose a new one; look at whether both accounts are one person's before you merge them.",
  "login/timed-out": {
    remedy:
      "Look at why the function that is named does not answer; raise timeoutMs if it needs longer. The next login tries again.",
    atLogin: "busy",
  },
  "login/password-not-covered":
    "Let the user choose a new password, as after a forgotten one: the old hash does not tell whether what they typed is their password to its end.",
  "login/password-refused":
    "Let the user choose a new password that the service's rules accept, as after a forgotten one.",
  "login/password-too-long":
    "Let the user choose a new password, as after a forgotten one, or write new hashes with argon2id.",
  "login/password-with-nul": "Refuse the password, or write new hashes with argon2id.",
  "login/password-temporary": "Let the user choose a new password, as after a forgotten one.",
});

export type LoginProblemCode = keyof typeof LOGIN_PROBLEMS;
