import { decodeBcryptBase64 } from "../../lib/bcrypt-base64.js";
import type { Argon2Hash } from "../argon2/argon2-hash.js";
import type { BcryptHash } from "../bcrypt/bcrypt.js";
import type { ProviderScryptHash } from "../provider-scrypt/provider-scrypt.js";
import { type Computation, type Recipe, recipe, type Step } from "./recipe.js";

/** The recipes of the standard strings, with what is done to the password before. */

export function bcryptRecipe(hash: BcryptHash, before: readonly Step[]): Recipe {
  return recipe([...before, bcryptStep(hash)], decodeBcryptBase64(hash.digest));
}

export function bcryptStep({ version, cost, salt }: BcryptHash): Computation {
  return { kind: "bcrypt", version, cost, salt: decodeBcryptBase64(salt) };
}

export function argon2Recipe({ digest, ...hash }: Argon2Hash, before: readonly Step[]): Recipe {
  return recipe([...before, { kind: "argon2", ...hash, length: digest.length }], digest);
}

const SCRYPT_KEY_BYTES = 32;

/** Firebase's modified scrypt: the password's key encrypts the account's signer key. */
export function providerScryptRecipe(hash: ProviderScryptHash, signerKey: Uint8Array): Recipe {
  const { memCost, rounds, passwordHash } = hash;
  const salt = new Uint8Array([...hash.salt, ...hash.saltSeparator]);
  return recipe(
    [
      { kind: "scrypt", n: 2 ** memCost, r: rounds, p: 1, salt, length: SCRYPT_KEY_BYTES },
      { kind: "encrypt-signer-key", signerKey },
    ],
    passwordHash,
  );
}
