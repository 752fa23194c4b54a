import { firstOf, hexBytes, type NodeCrypto, type OpenerOf, openCbc } from "../open-bytes.js";

/** phpseclib's `setPassword`. */
const SALT = "phpseclib";
const ITERATIONS = 1000;
const KEY_BYTES = 16;
const HKDF_BYTES = 64;

/**
 * Nextcloud's and ownCloud's `ICrypto`: ciphertext, iv and HMAC parted by bars, then the version (none, 2 or 3), or
 * ownCloud's `v2` before them; AES-128-CBC under a key that PBKDF2 derives from the `secret` of config.php, in version
 * 3 and ownCloud's 2 through HKDF.
 *
 * @see https://github.com/nextcloud/server — lib/private/Security/Crypto.php
 * @see https://github.com/owncloud/core — lib/private/Security/Crypto.php
 */
export const nextcloudOpener: OpenerOf<"nextcloud"> = (crypto, keys) => {
  const ready = keys.map(({ value }) => ({ plain: keysOf(crypto, value), derived: derivedKeys(crypto, value) }));
  return ({ text }) => {
    const message = messageOf(text);
    if (message === undefined) return "malformed";
    return firstOf(ready, ({ plain, derived }) => {
      const { encryption, mac } = (message.isDerived ? derived : plain)();
      const found = crypto.createHmac("sha512", mac).update(message.authenticated).digest();
      const isWhole = found.length === message.hmac.length && crypto.timingSafeEqual(found, message.hmac);
      return isWhole ? openCbc(crypto, encryption, message) : undefined;
    });
  };
};

interface Keys {
  readonly encryption: Uint8Array;
  /** Text in hexadecimal is the key, as PHP's `hash` gives it. */
  readonly mac: string;
}

/** Derived once, when there is a text to open. */
function keysOf(crypto: NodeCrypto, encryption: string | Uint8Array, mac = encryption): () => Keys {
  let keys: Keys | undefined;
  return () => {
    keys ??= {
      encryption: crypto.pbkdf2Sync(encryption, SALT, ITERATIONS, KEY_BYTES, "sha1"),
      mac: crypto.createHash("sha512").update(mac).update("a").digest("hex"),
    };
    return keys;
  };
}

function derivedKeys(crypto: NodeCrypto, secret: string): () => Keys {
  const material = new Uint8Array(crypto.hkdfSync("sha512", secret, "", "", HKDF_BYTES));
  return keysOf(crypto, material.subarray(0, 32), material.subarray(32));
}

/** Before the parts in ownCloud's second version. Its HMAC is over the bytes of the iv, all others over its digits. */
const OWNCLOUD = "v2|";

function messageOf(text: string) {
  const isOfOwncloud = text.startsWith(OWNCLOUD);
  const parts = (isOfOwncloud ? text.slice(OWNCLOUD.length) : text).split("|");
  const [ciphertext = "", iv = "", hmac = "", version = "1"] = parts;
  if (parts.length < 3 || parts.length > (isOfOwncloud ? 3 : 4)) return undefined;
  const [data, mac] = [hexBytes(ciphertext), hexBytes(hmac)];
  // Both first versions write the iv as it is.
  const ivBytes = version === "1" && !isOfOwncloud ? Buffer.from(iv, "latin1") : hexBytes(iv);
  if (data === undefined || mac === undefined || ivBytes?.length !== 16) return undefined;
  const authenticated = Buffer.concat([Buffer.from(ciphertext), isOfOwncloud ? ivBytes : Buffer.from(iv)]);
  return { isDerived: isOfOwncloud || version === "3", authenticated, data, iv: ivBytes, hmac: mac };
}
