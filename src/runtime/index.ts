/**
 * What of Node the readers of exports need. In a bundle for browsers and workers `in-browsers.ts` takes this module's
 * place, by `browser` in package.json.
 */
import * as zlib from "node:zlib";

export { Buffer, isUtf8 } from "node:buffer";
export { createCipheriv, createHash, type Hash, randomBytes } from "node:crypto";
export { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
export { tmpdir } from "node:os";
export { join } from "node:path";
export { createGunzip } from "node:zlib";
export { parseCsv } from "./csv.js";

/** Only newer versions of Node have it. */
export const { createZstdDecompress } = zlib as { readonly createZstdDecompress?: typeof zlib.createGunzip };
