export { createDummyVerification, type DummyVerification } from "./create-dummy-verification.js";
export {
  type EngineAvailability,
  type EngineScheme,
  enginesAvailable,
  requireEngines,
} from "./engines-available.js";
export { estimateVerification, type VerificationEstimate } from "./estimate-verification.js";
export { hashProviderScrypt, type ProviderScryptOptions } from "./hash-provider-scrypt.js";
export { type ColumnIdentity, identifyColumn } from "./identify-column.js";
export { DEFAULT_VERIFY_LIMITS, type VerifyLimits } from "./run/limits.js";
export type { PlanOptions } from "./run/plan-verification.js";
export type { Verification } from "./run/run-plan.js";
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
