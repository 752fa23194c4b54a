import { jsonObject } from "../../../lib/json-text.js";
import {
  base64Bytes,
  firstOf,
  hexBytes,
  type NodeCrypto,
  type OpenerOf,
  openCbc,
  openGcm,
  textOf,
} from "../open-bytes.js";

/**
 * Laravel's `encrypt`: base64 of JSON with iv, value, mac and tag; AES-CBC with HMAC-SHA256 over the base64 of iv and
 * value, or AES-GCM. Fortify keeps the secret as PHP serialises a text.
 *
 * @see https://github.com/laravel/framework — src/Illuminate/Encryption/Encrypter.php
 */
export const laravelOpener: OpenerOf<"laravel"> = (crypto, keys) => {
  const ready = keys.flatMap(({ value }) => keyBytes(value));
  return ({ text }) => {
    const payload = payloadOf(text);
    if (payload === undefined) return "malformed";
    const opened = firstOf(ready, (key) => openPayload(crypto, key, payload));
    return typeof opened === "string" ? opened : unserialised(opened);
  };
};

interface Payload {
  readonly iv: string;
  readonly value: string;
  readonly mac: string;
  readonly tag: string;
}

function payloadOf(text: string): Payload | undefined {
  const json = base64Bytes(text);
  const fields = json === undefined ? undefined : jsonObject(Buffer.from(json).toString("utf8"));
  if (fields === undefined) return undefined;
  const [iv, value] = [textOf(fields, "iv"), textOf(fields, "value")];
  if (iv === undefined || value === undefined) return undefined;
  return { iv, value, mac: textOf(fields, "mac") ?? "", tag: textOf(fields, "tag") ?? "" };
}

/** `base64:…` as `artisan key:generate` writes it, or the 16 or 32 characters of older releases. */
function keyBytes(value: string): readonly Uint8Array[] {
  const bytes = value.startsWith("base64:") ? base64Bytes(value.slice("base64:".length)) : Buffer.from(value);
  return bytes !== undefined && (bytes.length === 16 || bytes.length === 32) ? [bytes] : [];
}

function openPayload(crypto: NodeCrypto, key: Uint8Array, payload: Payload): Uint8Array | undefined {
  const [iv, data, tag] = [payload.iv, payload.value, payload.tag].map(base64Bytes);
  if (iv === undefined || data === undefined || tag === undefined) return undefined;
  if (tag.length > 0) return openGcm(crypto, key, { iv, data, tag });
  const mac = crypto
    .createHmac("sha256", key)
    .update(payload.iv + payload.value)
    .digest();
  const given = hexBytes(payload.mac);
  const isWhole = given?.length === mac.length && crypto.timingSafeEqual(mac, given);
  return isWhole ? openCbc(crypto, key, { iv, data }) : undefined;
}

/** `s:16:"…";` is what `encrypt` makes of a text; `encryptString` leaves it as it is. */
function unserialised(bytes: Uint8Array): Uint8Array {
  const serialised = /^s:(\d{1,6}):"(.*)";$/s.exec(Buffer.from(bytes).toString("latin1"));
  const [, length, text = ""] = serialised ?? [];
  return serialised !== null && Number(length) === text.length ? Buffer.from(text, "latin1") : bytes;
}
