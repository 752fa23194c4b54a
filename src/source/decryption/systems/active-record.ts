import { builtinModule } from "../../../lib/builtin-module.js";
import { jsonObject } from "../../../lib/json-text.js";
import {
  base64Bytes,
  type DecryptionKey,
  firstOf,
  type NodeCrypto,
  type OpenerOf,
  openGcm,
  textOf,
} from "../open-bytes.js";

/** Active Support's KeyGenerator. */
const ITERATIONS = 2 ** 16;
const KEY_BYTES = 32;
/** More than a secret ever is. */
const MOST_INFLATED_BYTES = 1 << 16;

/** Both digests were the default, the first one before Rails 7.1. */
const DIGESTS = ["sha256", "sha1"] as const;

/**
 * Active Record Encryption: JSON with the payload `p` and headers `h` of iv, tag and compression; AES-256-GCM under
 * a key that PBKDF2 derives from the primary key and `key_derivation_salt`.
 *
 * @see https://github.com/rails/rails — activerecord/lib/active_record/encryption
 */
export const activeRecordOpener: OpenerOf<"active-record"> = (crypto, keys) => {
  const { inflateSync } = builtinModule("node:zlib") as typeof import("node:zlib");
  const ready = derivedKeys(crypto, keys);
  return ({ text }) => {
    const message = messageOf(text);
    if (message === undefined) return "malformed";
    const opened = firstOf(ready(), (key) => openGcm(crypto, key, message));
    if (typeof opened === "string" || !message.isCompressed) return opened;
    try {
      return inflateSync(opened, { maxOutputLength: MOST_INFLATED_BYTES });
    } catch {
      return "malformed";
    }
  };
};

/** A key is derived for each salt and digest, and only when there is a text to open. */
function derivedKeys({ pbkdf2Sync }: NodeCrypto, keys: readonly DecryptionKey[]): () => readonly Uint8Array[] {
  const isSalt = ({ name }: DecryptionKey) => name !== undefined && /salt/i.test(name);
  const salts = keys.filter(isSalt);
  let ready: readonly Uint8Array[] | undefined;
  return () => {
    ready ??= keys
      .filter((key) => !isSalt(key))
      .flatMap(({ value }) =>
        salts.flatMap((salt) => DIGESTS.map((digest) => pbkdf2Sync(value, salt.value, ITERATIONS, KEY_BYTES, digest))),
      );
    return ready;
  };
}

function messageOf(text: string) {
  const fields = jsonObject(text);
  const headers = fields === undefined ? undefined : fields.h;
  if (fields === undefined || typeof headers !== "object" || headers === null) return undefined;
  const named = headers as Readonly<Record<string, unknown>>;
  const [data, iv, tag] = [textOf(fields, "p"), textOf(named, "iv"), textOf(named, "at")].map((part) =>
    part === undefined ? undefined : base64Bytes(part),
  );
  if (data === undefined || iv === undefined || tag === undefined) return undefined;
  return { data, iv, tag, isCompressed: named.c === true };
}
