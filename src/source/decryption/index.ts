/** Second factors' secrets that the old system keeps encrypted. */
export { createDecryptor, type Decryptor } from "./create-decryptor.js";
export { type DecryptionKey, parseDecryptionKeys } from "./decryption-keys.js";
export type { EncryptedSecret, EncryptedSecretOf, EncryptingSystem } from "./encrypted-secret.js";
