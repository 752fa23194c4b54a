/** What the page has of `node:crypto`: digests of a file's blocks, and fingerprints of identifiers. */
const { ecb } = require("@noble/ciphers/aes.js");
const { sha256 } = require("@noble/hashes/sha2.js");
const { Buffer } = require("./node-buffer.mjs");
const notHere = require("./not-here.cjs");

const ENCODER = new TextEncoder();

function createHash(name) {
  if (name !== "sha256") return notHere.createHash();
  const hash = sha256.create();
  return {
    update(data) {
      hash.update(typeof data === "string" ? ENCODER.encode(data) : data);
      return this;
    },
    digest(encoding) {
      const digest = Buffer.from(hash.digest());
      return encoding === undefined ? digest : digest.toString(encoding);
    },
  };
}

/** Block by block, as fingerprints are made: no mode and no padding. */
function createCipheriv(name, key) {
  if (name !== "aes-128-ecb") return notHere.createCipheriv();
  return {
    setAutoPadding() {
      return this;
    },
    update: (blocks) => ecb(key, { disablePadding: true }).encrypt(blocks),
  };
}

function randomBytes(length) {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(length)));
}

module.exports = Object.assign(Object.create(notHere), { createHash, createCipheriv, randomBytes });
