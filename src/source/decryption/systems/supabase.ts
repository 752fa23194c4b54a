import { jsonObject } from "../../../lib/json-text.js";
import { base64Bytes, type DecryptionKey, firstOf, type OpenerOf, openGcm, textOf } from "../open-bytes.js";

const KEY_BYTES = 32;
const TAG_BYTES = 16;

/**
 * Supabase Auth with database encryption: JSON with `key_id`, `alg`, `data` and `nonce`; AES-256-GCM under a key that
 * HKDF-SHA256 derives from the named key for the ID of the row: the factor's, or the user's for a hash.
 *
 * @see https://github.com/supabase/auth — internal/crypto
 */
export const supabaseOpener: OpenerOf<"supabase"> = (crypto, keys) => {
  const ready = keys.flatMap(keyOf);
  return ({ text, rowId }) => {
    const envelope = envelopeOf(text);
    if (envelope === undefined) return "malformed";
    const fitting = ready.filter(({ id }) => id === undefined || id === envelope.keyId);
    return firstOf(fitting, ({ bytes }) => {
      const key = new Uint8Array(crypto.hkdfSync("sha256", bytes, "", rowId, KEY_BYTES));
      return openGcm(crypto, key, envelope);
    });
  };
};

/** `id:key` or the key alone, 32 bytes in base64url without padding. */
function keyOf({ value }: DecryptionKey) {
  const [, id, key = ""] = /^(?:([^:]{1,256}):)?([A-Za-z0-9_-]{43})$/.exec(value) ?? [];
  return key === "" ? [] : [{ id, bytes: Buffer.from(key, "base64url") }];
}

function envelopeOf(text: string) {
  const fields = jsonObject(text);
  if (fields === undefined || textOf(fields, "alg") !== "aes-gcm-hkdf") return undefined;
  const keyId = textOf(fields, "key_id");
  const [sealed, iv] = [textOf(fields, "data"), textOf(fields, "nonce")].map((part) =>
    part === undefined ? undefined : base64Bytes(part),
  );
  if (keyId === undefined || sealed === undefined || iv === undefined || sealed.length <= TAG_BYTES) return undefined;
  return { keyId, iv, data: sealed.subarray(0, -TAG_BYTES), tag: sealed.subarray(-TAG_BYTES) };
}
