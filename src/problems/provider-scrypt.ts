import { area } from "./problem-maker.js";

/** provider-scrypt. */
export const {
  rows: PROVIDER_SCRYPT_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "provider-scrypt/not-provider-scrypt":
    "Run credport identify to see what the string is; a string of this kind is built from hash, salt and the hash parameters.",
  "provider-scrypt/truncated": "Export the user again: a part was probably cut off.",
  "provider-scrypt/malformed": "Export the user again, and build the string again.",
  "provider-scrypt/part-missing": {
    remedy: "Export the user again with its password hash and salt: without both no password can be verified.",
    ofAnyField: true,
  },
  "provider-scrypt/hash-length": "Export the user again: the hash is as long as the signer key, which is 64 bytes.",
  "provider-scrypt/parameter-missing":
    "Take mem_cost, rounds and base64_salt_separator from the old provider's hash parameters.",
  "provider-scrypt/parameter-order":
    "Write the parameters in the order m, r, s: normalizing the hash, as check and import do, does it and says so.",
  "provider-scrypt/parameter-out-of-range":
    "Compare with the old provider's hash parameters: mem_cost is from 1 to 30, usually 14, and rounds from 1 to 1073741823, usually 8.",
  "provider-scrypt/base64-form":
    "Export the user again: a mix of both alphabets and wrong padding are damage. A URL-safe alphabet alone is rewritten when the hash is normalized, and missing padding is added.",
  "provider-scrypt/signer-key-malformed":
    "Copy base64_signer_key whole from the old provider's hash parameters: it is padded base64 of 64 bytes, as many as the hash has.",
});

export type ProviderScryptProblemCode = keyof typeof PROVIDER_SCRYPT_PROBLEMS;
