/**
 * Hash strings: what they are, their canonical form, and the formats that are known. All of it is public.
 *
 * The three standard schemes come before the catalogue: see ../index.ts for what the order of lines is good for.
 */

export { type Argon2Hash, formatArgon2, parseArgon2 } from "./argon2/argon2.js";
export { type BcryptHash, formatBcrypt, parseBcrypt } from "./bcrypt/bcrypt.js";
export {
  buildProviderScrypt,
  type ProviderScryptHash,
  type ProviderScryptParts,
  parseProviderScrypt,
} from "./provider-scrypt/provider-scrypt.js";

// What reads any text by the catalogue.

export { BUILT_IN_FORMATS } from "./catalogue/built-in-formats.js";
export type { Recipe } from "./catalogue/recipe.js";
export type { HashFormat, Recomposed, VerifiableFormat } from "./catalogue/row.js";
export { type ComposableSource, composeHash } from "./compose-hash.js";
export {
  createCatalogue,
  defineFormat,
  type OwnFormat,
} from "./create-catalogue.js";
export { declareHash } from "./expression/declared-hash.js";
export { type DigestExpression, parseDigestExpression } from "./expression/parse-expression.js";
export type { Fields } from "./field-reader.js";
export { type HashIdentity, identifyHash } from "./identify-hash.js";
export { type NormalizeOptions, normalizeHash } from "./normalize-hash.js";
export type { NormalizedHash } from "./normalized-hash.js";
export type { Catalogue } from "./read/find-formats.js";
export type { Disposition, Scheme } from "./scheme.js";
export { type HashContext, SOURCE_NAMES, type SourceName } from "./systems/source-context.js";
export type { Change } from "./text/change.js";
