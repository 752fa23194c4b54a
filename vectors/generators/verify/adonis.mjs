// Prints rows for adonis.py. Run where @adonisjs/hash, bcrypt and argon2 are installed. Lines of stdin: `make`, a driver,
// its settings in JSON and a password in hexadecimal; or `ask`, a driver, a hash and a password.
import { readFileSync } from "node:fs";
import { Argon } from "@adonisjs/hash/drivers/argon";
import { Bcrypt } from "@adonisjs/hash/drivers/bcrypt";
import { Scrypt } from "@adonisjs/hash/drivers/scrypt";

const DRIVERS = { bcrypt: Bcrypt, argon2: Argon, scrypt: Scrypt };

for (const line of readFileSync(0, "utf8").replace(/\n$/, "").split("\n")) {
  const [task, name, given, hexadecimal] = line.split("\t");
  const password = Buffer.from(hexadecimal, "hex").toString();
  const settings = task === "make" ? JSON.parse(given) : {};
  const driver = new DRIVERS[name](settings);
  const answer = task === "make" ? await driver.make(password) : await driver.verify(given, password);
  process.stdout.write(`${answer}\n`);
}
