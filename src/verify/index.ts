export type { Coverage } from "./coverage.js";
export { createDummyVerification, type DummyVerification } from "./create-dummy-verification.js";
export { estimateVerification, type VerificationEstimate } from "./estimate-verification.js";
export { hashProviderScrypt, type ProviderScryptOptions } from "./hash-provider-scrypt.js";
export { DEFAULT_VERIFY_LIMITS, type VerifyLimits } from "./limits.js";
export { REHASH_MINIMUMS } from "./needs-rehash.js";
export type { PlanOptions } from "./plan-verification.js";
export type { Verification } from "./run-plan.js";
export {
  type TotpCodeOptions,
  type TotpVerification,
  totpCode,
  tryTotpCode,
  type VerifiableDevice,
  verifyTotp,
} from "./totp.js";
export { type VerifyOptions, verifyPassword } from "./verify-password.js";
export { verifyProviderScrypt } from "./verify-provider-scrypt.js";
