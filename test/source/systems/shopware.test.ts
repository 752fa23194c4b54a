import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { detected, prove, readTables } from "./read-samples.js";
import { hashOf, insertInto, PASSWORD } from "./samples.js";

const id = (last: string) => `0x018f3a5c9b7e7d2a9c1e4b6d8f0a2c${last}`;
const md5 = (text: string) => createHash("md5").update(text).digest("hex");
/** 1,000 rounds after the first, by Python's hashlib and PHP's hash(). */
const SHA256 = "1000:Zq7Kx2WdJv5PAbCdEfGhIj:a376d4b74114cc12b9549c429702b23e17083208fd172622a138a96625b0fda9";
const legacy = (encoder: string, hash: string) => ({ legacy_password: hash, legacy_encoder: encoder });
const row = {
  customer_number: "10000",
  password: hashOf("bcrypt"),
  legacy_password: null,
  legacy_encoder: null,
  active: 1,
  guest: 0,
  double_opt_in_registration: 0,
  double_opt_in_confirm_date: null,
};
const confirmed = { double_opt_in_registration: 1, double_opt_in_confirm_date: "2024-01-01 00:00:00.000" };
const dump = insertInto("customer", [
  { id: id("01"), email: "ada@example.com", ...row, ...confirmed },
  { id: id("02"), email: "kim@example.com", ...row, password: hashOf("argon2id") },
  { id: id("03"), email: "kim@example.com", ...row, password: null, guest: 1 },
  { id: id("04"), email: "new@example.com", ...row, double_opt_in_registration: 1 },
  { id: id("05"), email: "off@example.com", ...row, active: 0 },
  { id: id("06"), email: "moved@example.com", ...row, password: null, ...legacy("Md5", md5(PASSWORD)) },
  // Shopware asks the old hash alone as long as there is one.
  { id: id("07"), email: "both@example.com", ...row, password: hashOf("md5"), ...legacy("Sha256", SHA256) },
  { id: id("08"), email: "own@example.com", ...row, ...legacy("Salted", hashOf("md5")) },
  { id: id("09"), email: "half@example.com", ...row, legacy_password: hashOf("md5") },
]);

describe("Shopware", () => {
  it("is read from a dump, its IDs as Shopware shows them", async () => {
    const read = await readTables("shopware", dump);
    const [ada, kim] = Object.values(read.users);
    // Although it was once confirmed: a change of the address leaves the moment, by ChangeEmailRoute.php.
    expect(ada).toMatchObject({ externalUserId: "018f3a5c9b7e7d2a9c1e4b6d8f0a2c01", emailVerified: false });
    expect(kim).toMatchObject({ externalUserId: "018f3a5c9b7e7d2a9c1e4b6d8f0a2c02", emailVerified: false });
    expect(Object.keys(read.users)).toHaveLength(3);
    expect(Object.keys(read.loginOnly).map((key) => key.slice(-2))).toEqual(["06", "07"]);
    expect(Object.values(read.refused)).toEqual([["user/unconfirmed"], ["user/disabled"], ["scheme/unsupported"]]);
    expect(await prove(read, "shopware")).toBe(5);
    expect(await detected(dump)).toEqual(["shopware", "sure"]);
  });

  it("5 names the program by which each hash was made", async () => {
    const customer = {
      ...{ encoder: "bcrypt", password: hashOf("bcrypt"), active: 1, accountmode: 0 },
      ...{ doubleOptinRegister: 0, doubleOptinConfirmDate: null },
    };
    const own = insertInto("s_user", [
      { id: 1, email: "ada@example.com", ...customer, doubleOptinConfirmDate: "2024-01-01 00:00:00" },
      { id: 2, email: "kim@example.com", ...customer, encoder: "Argon2id", password: hashOf("argon2id") },
      { id: 3, email: "kim@example.com", ...customer, accountmode: 1, password: md5("unknown") },
      { id: 4, email: "old@example.com", ...customer, encoder: "md5", password: md5(PASSWORD) },
      {
        id: 5,
        email: "salt@example.com",
        ...customer,
        encoder: "md5",
        password: `${md5(`${PASSWORD}na`)}:na`,
      },
      {
        id: 6,
        email: "sha@example.com",
        ...customer,
        encoder: "Sha256",
        password: SHA256,
      },
      { id: 7, email: "new@example.com", ...customer, doubleOptinRegister: 1 },
      { id: 8, email: "off@example.com", ...customer, active: 0 },
      { id: 9, email: "other@example.com", ...customer, encoder: "argon2i" },
      { id: 10, email: "pre@example.com", ...customer, encoder: "PreHashed" },
      { id: 11, email: "cut@example.com", ...customer, encoder: "sha256", password: "1000:salt:00" },
    ]);
    const read = await readTables("shopware", own);
    expect(Object.keys(read.users)).toEqual(["1", "2"]);
    expect(Object.keys(read.loginOnly)).toEqual(["4", "5", "6"]);
    expect(read.users["1"]).toMatchObject({ emailVerified: false });
    expect(read.refused).toEqual({
      "7": ["user/unconfirmed"],
      "8": ["user/disabled"],
      "9": ["hash/not-as-stated"],
      "10": ["scheme/unsupported"],
      "11": ["hash/unrecognised"],
    });
    expect(await prove(read, "shopware")).toBe(5);
    expect(await detected(own)).toEqual(["shopware", "sure"]);
  });
});
