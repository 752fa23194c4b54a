// Answers lines of better_auth.py: a password in hexadecimal with a hash of it, and with a hash after it whether it fits.
import { createInterface } from "node:readline";
import { hashPassword, verifyPassword } from "@better-auth/utils/password";

for await (const line of createInterface({ input: process.stdin })) {
  const [hexadecimal, hash] = line.split("\t");
  const password = Buffer.from(hexadecimal, "hex").toString("utf8");
  const said = hash === undefined ? await hashPassword(password) : await verifyPassword(hash, password);
  process.stdout.write(`${said}\n`);
}
