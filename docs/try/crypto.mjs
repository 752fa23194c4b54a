/** What a report asks of node:crypto, for a page: the digest of its own style and script. */
import { sha256 } from "@noble/hashes/sha2.js";

export function createHash() {
  let bytes = new Uint8Array();
  const hash = {
    update: (text) => {
      bytes = new TextEncoder().encode(text);
      return hash;
    },
    digest: () => btoa(String.fromCharCode(...sha256(bytes))),
  };
  return hash;
}
