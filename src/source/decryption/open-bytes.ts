import type { DecryptionKey } from "./decryption-keys.js";
import type { EncryptingSystem, Opener } from "./encrypted-secret.js";

export type { DecryptionKey } from "./decryption-keys.js";
/** Node's cryptography, which is loaded where keys are given and not before. */
export type NodeCrypto = typeof import("node:crypto");

/** Makes keys ready, once, to open the encrypted secrets of one system. */
export type OpenerOf<System extends EncryptingSystem> = (
  crypto: NodeCrypto,
  keys: readonly DecryptionKey[],
) => Opener<System> | Promise<Opener<System>>;

const STANDARD_BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** The bytes of base64 in the standard alphabet; undefined for any other text. */
export function base64Bytes(text: string): Uint8Array | undefined {
  return STANDARD_BASE64.test(text) ? Buffer.from(text, "base64") : undefined;
}

/** The bytes of hexadecimal text; undefined for any other text. */
export function hexBytes(text: string): Uint8Array | undefined {
  return text.length % 2 === 0 && /^[0-9a-fA-F]*$/.test(text) ? Buffer.from(text, "hex") : undefined;
}

export function textOf(fields: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === "string" ? value : undefined;
}

const TAG_BYTES = 16;

/** AES-GCM without further data; undefined where the key does not fit or the text was changed. */
export function openGcm(
  { createDecipheriv }: NodeCrypto,
  key: Uint8Array,
  { iv, data, tag }: { readonly iv: Uint8Array; readonly data: Uint8Array; readonly tag: Uint8Array },
): Uint8Array | undefined {
  if (tag.length !== TAG_BYTES || iv.length === 0) return undefined;
  const decipher = createDecipheriv(key.length === 16 ? "aes-128-gcm" : "aes-256-gcm", key, iv, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(data), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** AES-CBC with PKCS #7 padding; undefined where the padding shows that the key does not fit. */
export function openCbc(
  { createDecipheriv }: NodeCrypto,
  key: Uint8Array,
  { iv, data }: { readonly iv: Uint8Array; readonly data: Uint8Array },
): Uint8Array | undefined {
  try {
    const decipher = createDecipheriv(key.length === 16 ? "aes-128-cbc" : "aes-256-cbc", key, iv);
    return Buffer.concat([decipher.update(data), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** What a secret is made of, in small letters by old releases of ROTP. Text that is nothing else was opened with its key: CBC does not tell. */
const BASE32 = /^(?:[A-Z2-7]{8,}|[a-z2-7]{8,})=*$/;

/** A secret in base32 by AES-CBC; undefined where the key does not fit. */
export function openBase32ByCbc(...sealed: Parameters<typeof openCbc>): Uint8Array | undefined {
  const opened = openCbc(...sealed);
  return opened !== undefined && BASE32.test(Buffer.from(opened).toString("latin1")) ? opened : undefined;
}

export function firstOf<Key>(
  keys: readonly Key[],
  open: (key: Key) => Uint8Array | undefined,
): Uint8Array | "no-key-fits" {
  for (const key of keys) {
    const opened = open(key);
    if (opened !== undefined) return opened;
  }
  return "no-key-fits";
}
