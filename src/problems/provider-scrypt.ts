import { area } from "./problem-maker.js";

/** provider-scrypt. */
export const {
  rows: PROVIDER_SCRYPT_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "provider-scrypt/not-provider-scrypt":
    "Run credport identify to see what the string is; a string of this kind is built from hash, salt and the hash parameters.",
  "provider-scrypt/truncated": "Export the user again.",
  "provider-scrypt/trailing-characters": "Export the user again.",
  "provider-scrypt/hash-missing": "Export the user again with its password hash.",
  "provider-scrypt/salt-missing":
    "Export the user again with its salt: without it no password can be verified.",
  "provider-scrypt/hash-length":
    "Export the user again: the hash is as long as the signer key, which is 64 bytes.",
  "provider-scrypt/parameter-missing":
    "Take mem_cost, rounds and base64_salt_separator from the old provider's hash parameters.",
  "provider-scrypt/parameter-duplicate": "Build the string again.",
  "provider-scrypt/parameter-unknown": "Build the string again.",
  "provider-scrypt/parameter-order":
    "Write the parameters in the order m, r, s: normalizing the hash, as check and import do, does it and says so.",
  "provider-scrypt/malformed-number": "Build the string again.",
  "provider-scrypt/memory-cost-out-of-range":
    "Compare with mem_cost in the old provider's hash parameters: it is from 1 to 30, usually 14.",
  "provider-scrypt/rounds-out-of-range":
    "Compare with rounds in the old provider's hash parameters: it is from 1 to 1073741823, usually 8.",
  "provider-scrypt/base64-alphabet":
    "Export the user again: a mix of both alphabets is damage. A URL-safe alphabet alone is rewritten when the hash is normalized.",
  "provider-scrypt/base64-padding":
    "Export the user again: wrong padding is damage. Missing padding is added when the hash is normalized.",
  "provider-scrypt/base64-length": "Export the user again: a part was cut off.",
  "provider-scrypt/padding-bits": "Export the user again: a part was probably cut off.",
  "provider-scrypt/illegal-character": "Export the user again.",
  "provider-scrypt/signer-key-malformed":
    "Copy base64_signer_key whole from the old provider's hash parameters: it is padded base64 of 64 bytes.",
  "provider-scrypt/signer-key-length":
    "Copy base64_signer_key whole: the hash and the signer key have the same number of bytes.",
});

export type ProviderScryptProblemCode = keyof typeof PROVIDER_SCRYPT_PROBLEMS;
