/** Second factors' secrets that the old system keeps encrypted. */

export { type DecryptionKey, parseDecryptionKeys } from "./decryption-keys.js";
export type { EncryptedSecret, EncryptingSystem } from "./encrypted-secret.js";
export { createDecryptor, type Decryptor } from "./open/create-decryptor.js";
