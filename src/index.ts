/** Pure functions over hash strings and second-factor secrets: no I/O, any runtime. */
export { type Argon2Hash, type Argon2Variant, formatArgon2, parseArgon2 } from "./hash/argon2.js";
export { type BcryptHash, type BcryptVersion, formatBcrypt, parseBcrypt } from "./hash/bcrypt.js";
export type { HashWrapping } from "./hash/catalogue/hash-format.js";
export type { Change, ChangeKind } from "./hash/change.js";
export { type ComposableSource, composeHash } from "./hash/compose-hash.js";
export type { Fields } from "./hash/field-reader.js";
export { type HashIdentity, identifyHash } from "./hash/identify-hash.js";
export { type NormalizedHash, type NormalizeOptions, normalizeHash } from "./hash/normalize-hash.js";
export {
  buildProviderScrypt,
  type ProviderScryptHash,
  type ProviderScryptParts,
  parseProviderScrypt,
} from "./hash/provider-scrypt.js";
export type { Disposition, ImportableScheme, Scheme, Treatment } from "./hash/scheme.js";
export { type HashContext, SOURCE_NAMES, type SourceName } from "./hash/source-context.js";
export { PROBLEM_CODES, PROBLEM_REMEDIES } from "./problems.js";
export type { Failure, Place, Problem, ProblemCode, Result, ServiceText, Success } from "./result.js";
export {
  decodeBase32Secret,
  formatOtpauthUri,
  type OtpauthDevice,
  type OtpauthMigrationBatch,
  type OtpauthMigrationOptions,
  type OtpauthOptions,
  parseOtpauthMigrationBatch,
  parseOtpauthMigrationUri,
  parseOtpauthUri,
  possibleSecretEncodings,
  SECRET_ENCODINGS,
  type SecretEncoding,
  type ToBase32SecretOptions,
  type TotpAlgorithm,
  type TotpDevice,
  toBase32Secret,
} from "./secret/index.js";
export {
  SERVICE_PROFILES,
  type ServiceLimits,
  type ServiceProfile,
  type ServiceProfileName,
} from "./service/profile.js";
