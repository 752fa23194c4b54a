import { base64Bytes, firstOf, type OpenerOf, openBase32ByCbc, openGcm } from "../open-bytes.js";

/** What the encryptor gem derives keys with. */
const ITERATIONS = 2000;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** An iv of AES-CBC; that of GCM has 12 bytes. */
const CBC_IV_BYTES = 16;

/**
 * `attr_encrypted`, which devise-two-factor used up to version 4: `encrypted_otp_secret` with an iv and a salt a
 * user, AES-256-GCM with the tag at the end, under a key that PBKDF2 derives from `otp_secret_encryption_key`; or, as
 * GitLab declares it and older releases have it, AES-256-CBC, which has a longer iv.
 *
 * @see https://github.com/gitlabhq/gitlabhq — app/models/user.rb
 * @see https://github.com/attr-encrypted/encryptor — lib/encryptor.rb
 */
export const attrEncryptedOpener: OpenerOf<"attr-encrypted"> = (crypto, keys) => {
  return (secret) => {
    const sealed = inLine(secret.text);
    const iv = inLine(secret.iv);
    // An underscore marks a salt that is base64.
    const salt = inLine(secret.salt.replace(/^_/, ""));
    if (sealed === undefined || iv === undefined || salt === undefined || sealed.length <= TAG_BYTES) {
      return "malformed";
    }
    return firstOf(keys, ({ value }) => {
      const key = crypto.pbkdf2Sync(value, salt, ITERATIONS, KEY_BYTES, "sha1");
      return iv.length === CBC_IV_BYTES
        ? openBase32ByCbc(crypto, key, { iv, data: sealed })
        : openGcm(crypto, key, { iv, data: sealed.subarray(0, -TAG_BYTES), tag: sealed.subarray(-TAG_BYTES) });
    });
  };
};

/** Ruby's base64 has a line end after 60 characters and at its end. */
function inLine(text: string): Uint8Array | undefined {
  return base64Bytes(text.replace(/[\r\n]/g, ""));
}
