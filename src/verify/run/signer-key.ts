import type { ProviderScryptHash, Recipe } from "../../hash/index.js";
import { providerScryptRecipe } from "../../hash/internal.js";
import { anyBase64Bytes } from "../../lib/base64.js";
import { counted } from "../../lib/plural.js";
import { problemMaker } from "../../problems/problem-maker.js";
import { PROVIDER_SCRYPT_PROBLEMS } from "../../problems/provider-scrypt.js";
import { VERIFY_PROBLEMS } from "../../problems/verify.js";
import { type Result, success } from "../../result.js";

const { refuse } = /* @__PURE__ */ problemMaker(PROVIDER_SCRYPT_PROBLEMS, VERIFY_PROBLEMS);

/** What a provider-scrypt hash and the account's signer key come to together. */
export function signerKeyRecipe(hash: ProviderScryptHash, signerKey: string | undefined): Result<Recipe> {
  if (signerKey === undefined) {
    return refuse("verify/signer-key-missing", "provider-scrypt needs the account's signer key", {
      field: "signerKey",
    });
  }
  const key = decodeSignerKey(signerKey);
  if (!key.ok) return key;
  const { length } = hash.passwordHash;
  if (key.value.length === length) return success(providerScryptRecipe(hash, key.value));
  return refuse(
    "provider-scrypt/signer-key-malformed",
    `the hash has ${counted(length, "byte")} and the signer key ${key.value.length}`,
    { field: "signerKey" },
  );
}

/** Base64 in either alphabet, with padding or without it; the bytes are the same. */
export function decodeSignerKey(signerKey: string): Result<Uint8Array> {
  const key = anyBase64Bytes(signerKey);
  if (key !== null && key.length > 0) return success(key);
  return refuse("provider-scrypt/signer-key-malformed", "the signer key is not whole base64", {
    field: "signerKey",
  });
}
