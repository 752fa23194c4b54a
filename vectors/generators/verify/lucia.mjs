// Prints rows for lucia.py: what npm's lucia 2 makes of the passwords that stand on stdin in hexadecimal, and with a
// hash after one whether it fits.
// Run where lucia@2 is installed.
import { readFileSync } from "node:fs";
import { generateLuciaPasswordHash, validateLuciaPasswordHash } from "lucia/utils";

for (const line of readFileSync(0, "utf8")
  .split("\n")
  .filter((text, index) => text !== "" || index === 0)) {
  const [hexadecimal, given] = line.split("\t");
  const password = Buffer.from(hexadecimal, "hex").toString();
  if (given !== undefined) {
    process.stdout.write(`${await validateLuciaPasswordHash(password, given)}\n`);
    continue;
  }
  const hash = await generateLuciaPasswordHash(password);
  if (!(await validateLuciaPasswordHash(password, hash))) throw new Error(hash);
  process.stdout.write(`${hash}\t${line}\n`);
}
