/**
 * The three standard notations, read and written strictly: the public subpath `credport/strict`. It has what `credport`
 * has under the same names, in a tenth of the size, since no catalogue comes with it.
 */
export { type Argon2Hash, formatArgon2, parseArgon2 } from "./hash/argon2/argon2.js";
export { type BcryptHash, formatBcrypt, parseBcrypt } from "./hash/bcrypt/bcrypt.js";
export {
  buildProviderScrypt,
  type ProviderScryptHash,
  type ProviderScryptParts,
  parseProviderScrypt,
} from "./hash/provider-scrypt/provider-scrypt.js";
export type { Failure, Problem, ProblemCode, Result, Success } from "./result.js";
