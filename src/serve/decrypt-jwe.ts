import { anyBase64Bytes } from "../lib/base64.js";
import { joined, utf8 } from "../lib/bytes.js";
import { jsonObject } from "../lib/json-text.js";
import { equalBytes } from "../verify/internal.js";
import { textAt } from "./json-fields.js";

/** How a content key is encrypted: the digest of RSA-OAEP, RFC 7518 section 4.3. */
const KEY_DIGESTS: Readonly<Record<string, string>> = { "RSA-OAEP": "SHA-1", "RSA-OAEP-256": "SHA-256" };

/** How the content is encrypted: RFC 7518 sections 5.2 and 5.3. */
type Content = { readonly keyBytes: number; readonly mac?: string };
const CONTENT: Readonly<Record<string, Content>> = {
  A128GCM: { keyBytes: 16 },
  A192GCM: { keyBytes: 24 },
  A256GCM: { keyBytes: 32 },
  "A128CBC-HS256": { keyBytes: 32, mac: "SHA-256" },
  "A192CBC-HS384": { keyBytes: 48, mac: "SHA-384" },
  "A256CBC-HS512": { keyBytes: 64, mac: "SHA-512" },
};

type Bytes = Uint8Array<ArrayBuffer>;

interface Jwe {
  readonly keyDigest: string;
  readonly content: Content;
  readonly protectedHeader: Bytes;
  readonly encryptedKey: Bytes;
  readonly iv: Bytes;
  readonly ciphertext: Bytes;
  readonly tag: Bytes;
}

/**
 * Makes a reader of texts that are encrypted for one of these keys, in the compact form of a JWE: RSA-OAEP or
 * RSA-OAEP-256, with AES-GCM or AES-CBC and HMAC. RSA 1.5 is not read, because its answers reveal the key to an
 * attacker who asks often enough.
 *
 * @param privateKeys PKCS #8 in PEM. Throws a `TypeError` where one is something else.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7516
 * @see https://www.rfc-editor.org/rfc/rfc7518
 */
export function jweDecryption(privateKeys: readonly string[]): (text: string) => Promise<string | null> {
  const ders = privateKeys.map(derOf);
  return async (text) => {
    const jwe = parseJwe(text);
    if (jwe === null) return null;
    for (const der of ders) {
      const bytes = await decrypted(jwe, der).catch(() => null);
      if (bytes !== null) return new TextDecoder().decode(bytes);
    }
    return null;
  };
}

const PEM = /^\s*-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----\s*$/;

function derOf(pem: string): Bytes {
  const bytes = anyBase64Bytes((PEM.exec(pem)?.[1] ?? "").replace(/\s/g, ""));
  if (bytes === null || bytes.length === 0) throw new TypeError("privateKey must be PKCS #8 in PEM");
  return bytes;
}

function parseJwe(text: string): Jwe | null {
  const parts = text.split(".");
  const bytes = parts.flatMap((part) => anyBase64Bytes(part) ?? []);
  if (parts.length !== 5 || bytes.length !== 5) return null;
  const [head, encryptedKey, iv, ciphertext, tag] = bytes as [Bytes, Bytes, Bytes, Bytes, Bytes];
  const header = jsonObject(new TextDecoder().decode(head)) ?? {};
  const keyDigest = rowOf(KEY_DIGESTS, textAt(header, "alg"));
  const content = rowOf(CONTENT, textAt(header, "enc"));
  // Compressed content has no bound, and what is critical is not known here.
  const isPlain = !Object.hasOwn(header, "zip") && !Object.hasOwn(header, "crit");
  if (keyDigest === undefined || content === undefined || !isPlain) return null;
  return { keyDigest, content, protectedHeader: utf8(parts[0] as string), encryptedKey, iv, ciphertext, tag };
}

function rowOf<Row>(rows: Readonly<Record<string, Row>>, name: string | undefined): Row | undefined {
  return name !== undefined && Object.hasOwn(rows, name) ? rows[name] : undefined;
}

async function decrypted(jwe: Jwe, der: Bytes): Promise<ArrayBuffer | null> {
  const rsa = { name: "RSA-OAEP", hash: jwe.keyDigest };
  const privateKey = await crypto.subtle.importKey("pkcs8", der, rsa, false, ["decrypt"]);
  const key = new Uint8Array(await crypto.subtle.decrypt(rsa, privateKey, jwe.encryptedKey));
  if (key.length !== jwe.content.keyBytes || jwe.tag.length < 16) return null;
  return jwe.content.mac === undefined ? openGcm(jwe, key) : openCbc(jwe, key, jwe.content.mac);
}

async function openGcm({ iv, protectedHeader, ciphertext, tag }: Jwe, key: Bytes): Promise<ArrayBuffer> {
  const aes = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
  const way = { name: "AES-GCM", iv, additionalData: protectedHeader };
  return crypto.subtle.decrypt(way, aes, joined(ciphertext, tag));
}

/** The first half of the key authenticates, the second decrypts: RFC 7518 section 5.2.2. */
async function openCbc(jwe: Jwe, key: Bytes, digest: string): Promise<ArrayBuffer | null> {
  const { iv, protectedHeader, ciphertext, tag } = jwe;
  const half = key.length / 2;
  const hmac = { name: "HMAC", hash: digest };
  const macKey = await crypto.subtle.importKey("raw", key.slice(0, half), hmac, false, ["sign"]);
  const bits = new DataView(new ArrayBuffer(8));
  bits.setBigUint64(0, BigInt(protectedHeader.length) * 8n);
  const signed = joined(protectedHeader, iv, ciphertext, new Uint8Array(bits.buffer));
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", macKey, signed)).subarray(0, half);
  if (!equalBytes(mac, tag)) return null;
  const aes = await crypto.subtle.importKey("raw", key.slice(half), "AES-CBC", false, ["decrypt"]);
  return crypto.subtle.decrypt({ name: "AES-CBC", iv }, aes, ciphertext);
}
