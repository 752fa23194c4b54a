/** What other rooms of the package need of this one and the public does not get. */

export { cutOffWarning } from "./argon2/cut-off.js";
export { canonicalHash } from "./canonical-hash.js";
export { doubleBcryptSteps } from "./catalogue/bcrypt.js";
export { NOTATIONS } from "./catalogue/index.js";
export {
  after,
  afterOwnText,
  type Computation,
  type PasswordStep,
  type Reading,
  type Sight,
  type Step,
} from "./catalogue/recipe.js";
export { argon2Recipe, bcryptRecipe, providerScryptRecipe } from "./catalogue/standard-recipes.js";
export { COMPOSABLE_SOURCES } from "./compose-hash.js";
export { DECODERS } from "./expression/decode-text.js";
export { declareEither } from "./expression/either-expression.js";
export {
  type Conversion,
  digestsOf,
  type Expression,
  inRounds,
  type Lengths,
  type Rounds,
  stepsOf,
  workOf,
} from "./expression/expression.js";
export { type ColumnKind, type KnownParts, usualExpressions } from "./expression/usual-expressions.js";
export { normalizeComposed, normalizeText } from "./normalize-hash.js";
export { carryProof, provedHash, withProof } from "./normalized-proof.js";
export {
  ComposedProviderScrypt,
  composeProviderScrypt,
  formatProviderScrypt,
  isPlainPart,
} from "./provider-scrypt/provider-scrypt.js";
export { beyondUse } from "./read/beyond-use.js";
export type { Canonical, HashReading } from "./read/hash-reading.js";
export { legacyRecipe } from "./read/legacy-recipe.js";
export { readHash } from "./read/read-hash.js";
export { saltAndDigest } from "./read/salt-and-digest.js";
export { differenceFrom, type StatedFacts } from "./stated-facts.js";
export { type OverWhat, pepperSteps } from "./systems/hash-rules.js";
export { needsSystem } from "./systems/needs-system.js";
export { passwordForms } from "./systems/password-forms.js";
export { mixesPepper, requireSource, ruleOf } from "./systems/source-context.js";
export { change } from "./text/change.js";
export { MAX_HASH_LENGTH } from "./text/surrounding-characters.js";
