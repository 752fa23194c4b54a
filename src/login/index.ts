export type { CallerAnswer } from "../lib/named-success.js";
export { type AdviceSubject, adviseOnHash, type HashAdvice } from "./advise-on-hash.js";
export { createLoginFallback, type LoginFallback, type LoginServer } from "./create-login-fallback.js";
export type { DoorOptions, Doors, EmailChange, LoggedIn, ResetLinks } from "./doors/create-doors.js";
export { ENTRY_POINT_ANSWERS } from "./entry-point-answers.js";
export type {
  EmailChangeOutcome,
  ForgetOutcome,
  PasswordResetOutcome,
  SignUpOutcome,
} from "./entry-point-outcomes.js";
export {
  type FallbackUser,
  type FormatFallbackOptions,
  formatFallbackUser,
  parseFallbackUser,
  type WritableFallbackUser,
} from "./fallback-user.js";
export { identifierKey } from "./identifier-key.js";
export { LOGIN_ANSWERS } from "./login-answers.js";
export type {
  FallbackStep,
  ImportAnswer,
  LegacyUser,
  LoginFallbackOptions,
  LoginParts,
  LoginService,
  LoginStore,
  OldHashes,
  ReleaseUser,
} from "./login-fallback-options.js";
export type { LogInOutcome, LoginOutcome } from "./login-outcome.js";
export { type CheckedPassword, type MismatchCause, mismatchCauses } from "./mismatch-causes.js";
export {
  type CheckedHash,
  createPasswordHasher,
  type HasherCallOptions,
  type PasswordHasher,
  type PasswordHasherOptions,
} from "./password-hasher/create-password-hasher.js";
export {
  type Argon2idCosts,
  argon2id,
  type BcryptCosts,
  bcrypt,
  type ScryptCosts,
  scrypt,
  type WriteScheme,
} from "./password-hasher/write-scheme.js";
export {
  createImportService,
  type ImportServiceOptions,
  type ServiceAccount,
} from "./service/import-service.js";
export type { DatabaseStore, DatabaseStoreOptions } from "./store/database-users.js";
export {
  type FallbackPlan,
  type FallbackStatus,
  type FallbackStatusOptions,
  fallbackStatus,
  fallbackUsersLeft,
  planFallback,
  type UserLeft,
} from "./store/fallback-status.js";
export {
  type FallbackStore,
  type FallbackStoreOptions,
  openFallbackStore,
} from "./store/open-fallback-store.js";
export { shredFallback } from "./store/shred-fallback.js";
export type { OwnStore, StoredUser } from "./store/stored-user.js";
