export { createDummyVerification, type DummyVerification } from "./create-dummy-verification.js";
export type { EngineKind } from "./engines/engine.js";
export {
  type EngineAvailability,
  type EngineScheme,
  enginesAvailable,
  requireEngines,
} from "./engines-available.js";
export { estimateVerification, type VerificationEstimate } from "./estimate-verification.js";
export { hashProviderScrypt, type ProviderScryptOptions } from "./hash-provider-scrypt.js";
export type { MatchedAs } from "./run/compute.js";
export { DEFAULT_VERIFY_LIMITS, type VerifyLimits } from "./run/limits.js";
export type { PlanOptions, UserSalt } from "./run/plan-verification.js";
export type { Verification } from "./run/run-plan.js";
export type { NormalForm, PasswordEncoding, Spelling, Spellings } from "./run/spellings.js";
export type { Coverage } from "./steps/coverage.js";
export { REHASH_MINIMUMS } from "./steps/needs-rehash.js";
export {
  type TotpCodeOptions,
  type TotpVerification,
  totpCode,
  tryTotpCode,
  type VerifiableDevice,
  verifyTotp,
} from "./totp/totp.js";
export { type VerifyOptions, verifyPassword } from "./verify-password.js";
export { verifyProviderScrypt } from "./verify-provider-scrypt.js";
