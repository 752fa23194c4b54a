// Answers each line of stdin, for passwords.py: a derivation by Node's own crypto, in hexadecimal.
import { createCipheriv, pbkdf2Sync, scryptSync } from "node:crypto";
import { createInterface } from "node:readline";

const scrypt = (password, salt, cost) => scryptSync(password, salt, 32, { N: cost, r: 8, p: 1 });
const WAYS = {
  pbkdf2: (password, salt, cost) => pbkdf2Sync(password, salt, cost, 32, "sha256"),
  "pbkdf2-sha1": (password, salt, cost) => pbkdf2Sync(password, salt, cost, 20, "sha1"),
  "pbkdf2-sha512": (password, salt, cost) => pbkdf2Sync(password, salt, cost, 64, "sha512"),
  scrypt,
  "provider-scrypt": (password, salt, cost, signerKey) =>
    createCipheriv("aes-256-ctr", scrypt(password, salt, cost), Buffer.alloc(16)).update(signerKey),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [way, cost, ...bytes] = JSON.parse(line);
  const [password, salt, signerKey] = bytes.map((text) => Buffer.from(text, "hex"));
  process.stdout.write(`${WAYS[way](password, salt, cost, signerKey).toString("hex")}\n`);
}
