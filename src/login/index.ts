export { createLoginFallback, type LoginFallback } from "./create-login-fallback.js";
export type {
  FallbackStep,
  LegacyUser,
  LoginFallbackOptions,
  PolicyRefusal,
} from "./login-fallback-options.js";
export type { LoginOutcome } from "./login-outcome.js";
