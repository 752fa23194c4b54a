import { base64Bytes, firstOf, type OpenerOf, openBase32ByCbc } from "../open-bytes.js";

/** What an encrypted text begins with. */
const SEALED = "aes-256-cbc:";

const IV_BYTES = 16;
const KEY_CHARACTERS = 32;

/**
 * Redmine: AES-256-CBC, ciphertext and iv in base64 with two hyphens between them. The key is the first half of the
 * hexadecimal SHA-256 of `database_cipher_key`, as text.
 *
 * @see https://github.com/redmine/redmine lib/redmine/ciphering.rb
 */
export const redmineOpener: OpenerOf<"redmine"> = (crypto, keys) => {
  const ready = keys.map(({ value }) =>
    Buffer.from(crypto.createHash("sha256").update(value).digest("hex").slice(0, KEY_CHARACTERS)),
  );
  return ({ text }) => {
    const [data, iv, ...rest] = text.slice(SEALED.length).split("--").map(base64Bytes);
    const isSealed = text.startsWith(SEALED) && rest.length === 0;
    if (!isSealed || data === undefined || iv?.length !== IV_BYTES) return "malformed";
    return firstOf(ready, (key) => openBase32ByCbc(crypto, key, { iv, data }));
  };
};
