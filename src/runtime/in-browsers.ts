import { ecb } from "@noble/ciphers/aes.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8 } from "../lib/bytes.js";
import { Bytes } from "./bytes-in-browsers.js";
import { parseCsv as parse } from "./csv-in-browsers.js";
import { FileInMemory } from "./files-in-browsers.js";
import { createGunzip as gunzip } from "./gunzip-in-browsers.js";
import type * as node from "./index.js";

/** What bundlers for browsers and workers take for `index.ts`: the same names, as far as the readers of exports use them. */
export const Buffer = Bytes as unknown as typeof node.Buffer;

export const isUtf8: typeof node.isUtf8 = (bytes) => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes as Uint8Array<ArrayBuffer>);
    return true;
  } catch {
    return false;
  }
};

class Sha256 {
  readonly #hash = sha256.create();

  update(data: string | Uint8Array): this {
    this.#hash.update(typeof data === "string" ? utf8(data) : data);
    return this;
  }

  digest(encoding?: "hex"): unknown {
    const digest = Bytes.from(this.#hash.digest());
    return encoding === undefined ? digest : digest.toString(encoding);
  }
}

/** SHA-256, the only one that is asked for. */
export const createHash = (() => new Sha256()) as unknown as typeof node.createHash;
export type Hash = node.Hash;

/** AES-128 block by block, as fingerprints are made: no mode and no padding. */
export const createCipheriv = ((_name: string, key: Uint8Array) => {
  const cipher = {
    setAutoPadding: () => cipher,
    update: (blocks: Uint8Array) => ecb(key, { disablePadding: true }).encrypt(blocks),
  };
  return cipher;
}) as unknown as typeof node.createCipheriv;

export const randomBytes = ((length: number) =>
  crypto.getRandomValues(Bytes.alloc(length))) as unknown as typeof node.randomBytes;

export const createGunzip = gunzip as unknown as typeof node.createGunzip;
export const createZstdDecompress: typeof node.createZstdDecompress = undefined;

/** In text: its own kind of bytes is not ours. */
export const parseCsv = ((bytes: Uint8Array, options: object) =>
  parse(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), options)) as unknown as typeof node.parseCsv;

export const open = (async () => new FileInMemory()) as unknown as typeof node.open;
export const mkdtemp = (async (prefix: string) => prefix) as unknown as typeof node.mkdtemp;
export const rm: typeof node.rm = async () => undefined;
export const tmpdir: typeof node.tmpdir = () => "memory:";
export const join: typeof node.join = (...parts) => parts.join("/");
