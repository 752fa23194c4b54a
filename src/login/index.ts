export type { CallerAnswer } from "../lib/named-success.js";
export { type AdviceSubject, adviseOnHash, type HashAdvice } from "./advise-on-hash.js";
export { createLoginFallback, type LoginFallback } from "./create-login-fallback.js";
export { DOOR_ANSWERS, type DoorAnswer, type DoorAnswers } from "./door-answers.js";
export type {
  DoorBusy,
  EmailChangeOutcome,
  ForgetOutcome,
  NoLegacyUser,
  PasswordResetOutcome,
  SignUpOutcome,
} from "./door-outcomes.js";
export {
  type FallbackUser,
  type FormatFallbackOptions,
  formatFallbackUser,
  isFallbackUser,
  isPepperName,
  parseFallbackUser,
  type WritableFallbackUser,
} from "./fallback-user.js";
export { identifierKey } from "./identifier-key.js";
export { LOGIN_ANSWERS, type LoginAnswer } from "./login-answers.js";
export type {
  FallbackStep,
  ImportRefusal,
  LegacyUser,
  LoginFallbackOptions,
  PartialPolicy,
  PolicyRefusal,
  ReleaseUser,
} from "./login-fallback-options.js";
export type { LoginOutcome } from "./login-outcome.js";
export {
  type CheckedPassword,
  type MismatchCause,
  type MismatchCauseName,
  mismatchCauses,
} from "./mismatch-causes.js";
export {
  type CapacityGroup,
  type FallbackGroup,
  type FallbackPlan,
  type FallbackStatus,
  type FallbackStatusOptions,
  fallbackStatus,
  fallbackUsersLeft,
  type LastLoginGroup,
  planFallback,
  type UserLeft,
} from "./store/fallback-status.js";
export {
  type FallbackStore,
  type FallbackStoreOptions,
  openFallbackStore,
  type StoredUser,
} from "./store/open-fallback-store.js";
export { shredFallback } from "./store/shred-fallback.js";
