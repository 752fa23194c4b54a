import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { detected, prove, readTables } from "./read-samples.js";
import { hashOf, insertInto, PASSWORD } from "./samples.js";

const id = (last: string) => `0x018f3a5c9b7e7d2a9c1e4b6d8f0a2c${last}`;
const row = {
  customer_number: "10000",
  password: hashOf("bcrypt"),
  legacy_password: null,
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
  { id: id("06"), email: "moved@example.com", ...row, password: null, legacy_password: hashOf("md5") },
]);

describe("Shopware", () => {
  it("is read from a dump, its IDs as Shopware shows them", async () => {
    const read = await readTables("shopware", dump);
    const [ada, kim] = Object.values(read.users);
    expect(ada).toMatchObject({ externalUserId: "018f3a5c9b7e7d2a9c1e4b6d8f0a2c01", emailVerified: true });
    expect(kim).toMatchObject({ externalUserId: "018f3a5c9b7e7d2a9c1e4b6d8f0a2c02", emailVerified: false });
    expect(Object.keys(read.users)).toHaveLength(2);
    expect(Object.values(read.refused)).toEqual([
      ["user/unconfirmed"],
      ["user/disabled"],
      ["user/no-credential"],
    ]);
    expect(await prove(read, "shopware")).toBe(2);
    expect(await detected(dump)).toEqual(["shopware", "sure"]);
  });

  it("5 names the program by which each hash was made", async () => {
    const md5 = (text: string) => createHash("md5").update(text).digest("hex");
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
        encoder: "sha256",
        password: `1000:salt:${"0".repeat(64)}`,
      },
      { id: 7, email: "new@example.com", ...customer, doubleOptinRegister: 1 },
      { id: 8, email: "off@example.com", ...customer, active: 0 },
      { id: 9, email: "other@example.com", ...customer, encoder: "argon2i" },
    ]);
    const read = await readTables("shopware", own);
    expect(Object.keys(read.users)).toEqual(["1", "2"]);
    expect(Object.keys(read.loginOnly)).toEqual(["4", "5"]);
    expect(read.users["1"]).toMatchObject({ emailVerified: true });
    expect(read.refused).toEqual({
      "6": ["user/hash-algorithm-unknown"],
      "7": ["user/unconfirmed"],
      "8": ["user/disabled"],
      "9": ["hash/not-as-stated"],
    });
    expect(await prove(read, "shopware")).toBe(4);
    expect(await detected(own)).toEqual(["shopware", "sure"]);
  });
});
