/** What other rooms of the package need of this one and the public does not get. */

export { doubleBcryptSteps } from "./catalogue/bcrypt.js";
export { after, afterOwnText } from "./catalogue/recipe.js";
export { argon2Recipe, bcryptRecipe, providerScryptRecipe } from "./catalogue/standard-recipes.js";
export { COMPOSABLE_SOURCES } from "./compose-hash.js";
export { carryProof, provedHash, withProof } from "./normalized-proof.js";
export { formatProviderScrypt } from "./provider-scrypt/provider-scrypt.js";
export { change } from "./read/change.js";
export type { Canonical, HashReading } from "./read/hash-reading.js";
export { readHash } from "./read/read-hash.js";
export { type SaltAndDigest, saltAndDigest } from "./read/salt-and-digest.js";
export { MAX_HASH_LENGTH } from "./read/surrounding-characters.js";
export { requireSource, ruleOf } from "./systems/source-context.js";
export { type OverWhat, passwordForms, pepperSteps } from "./systems/systems.js";
