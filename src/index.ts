/** Pure functions over hash strings and second-factor secrets: no I/O, any runtime. */
export { type Argon2Hash, type Argon2Variant, formatArgon2, parseArgon2 } from "./hash/argon2/argon2.js";
export { type BcryptHash, type BcryptVersion, formatBcrypt, parseBcrypt } from "./hash/bcrypt/bcrypt.js";
export {
  BUILT_IN_FORMATS,
  createCatalogue,
  defineFormat,
  type OwnFormat,
} from "./hash/catalogue/create-catalogue.js";
export type { Computation, OwnCosts, PasswordStep, Reading, Recipe, Step } from "./hash/catalogue/recipe.js";
export type {
  DecodeFormat,
  FormatBase,
  HashFormat,
  HashWrapping,
  LegacyBase,
  LegacyFormat,
  LegacyProblemCode,
  LockFormat,
  NativeFormat,
  RecognisedFormat,
  Recomposed,
  RecomposeFormat,
  StripFormat,
  VerifiableFormat,
} from "./hash/catalogue/row.js";
export { type ComposableSource, composeHash } from "./hash/compose-hash.js";
export type { Fields } from "./hash/field-reader.js";
export { type HashIdentity, identifyHash } from "./hash/identify-hash.js";
export {
  type CanonicalHash,
  type NormalizedHash,
  type NormalizeOptions,
  normalizeHash,
} from "./hash/normalize-hash.js";
export {
  buildProviderScrypt,
  type ProviderScryptHash,
  type ProviderScryptParts,
  parseProviderScrypt,
} from "./hash/provider-scrypt/provider-scrypt.js";
export type { Change, ChangeKind } from "./hash/read/change.js";
export type { Catalogue } from "./hash/read/find-formats.js";
export type { Disposition, ImportableScheme, Scheme, Treatment } from "./hash/scheme.js";
export { type HashContext, SOURCE_NAMES, type SourceName } from "./hash/systems/source-context.js";
export type { DigestName } from "./lib/digest-bytes.js";
export { PROBLEM_CODES, PROBLEM_REMEDIES } from "./problems/index.js";
export type { SchemeProblemCode } from "./problems/scheme.js";
export type { WrappingProblemCode } from "./problems/wrapping.js";
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
  readSecretText,
  SECRET_ENCODINGS,
  type SecretEncoding,
  type SecretReading,
  type SecretReadingOptions,
  type SecretReadings,
  type ToBase32SecretOptions,
  type TotpAlgorithm,
  type TotpDevice,
  toBase32Secret,
} from "./secret/index.js";
export {
  type AdministrationPaths,
  SERVICE_PROFILES,
  type ServiceLimits,
  type ServiceProfile,
  type ServiceProfileName,
} from "./service/profile.js";
