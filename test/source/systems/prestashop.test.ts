import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { detected, fallbackTakes, proveHashes, readAs, readTables } from "./read-samples.js";
import { hashOf, insertInto, PASSWORD } from "./samples.js";

const KEY = "the cookie key";
const OLD = createHash("md5").update(`${KEY}${PASSWORD}`).digest("hex");
const bcrypt = hashOf("bcrypt");
const row = { firstname: "A", secure_key: "key", active: 1, is_guest: 0, deleted: 0 };
const dump = insertInto("ps_customer", [
  { id_customer: 1, email: "ada@example.com", passwd: bcrypt, ...row },
  { id_customer: 2, email: "ada@example.com", passwd: bcrypt, ...row, is_guest: 1 },
  { id_customer: 3, email: "old@example.com", passwd: OLD, ...row },
  { id_customer: 4, email: "off@example.com", passwd: bcrypt, ...row, active: 0 },
  { id_customer: 5, email: "gone@example.com", passwd: bcrypt, ...row, deleted: 1 },
  { id_customer: 6, email: "nopass@example.com", passwd: "", ...row },
]);

describe("PrestaShop", () => {
  it("is read from a dump, without guests, who may share an address with a customer", async () => {
    const read = await readTables("prestashop", dump);
    expect(read.users).toEqual({
      "1": {
        externalUserId: "1",
        email: "ada@example.com",
        emailVerified: false,
        passwordHash: bcrypt,
        source: "prestashop",
        thirdParty: [],
        totp: [],
      },
    });
    expect(read.refused).toEqual({
      "4": ["user/disabled"],
      "5": ["user/deleted"],
      "6": ["user/no-credential"],
    });
    expect(read.notCarried).toEqual(["firstname", "secure_key"]);
    expect(await proveHashes(read, "prestashop", { pepper: KEY })).toBe(2);
    expect(await detected(dump)).toEqual(["prestashop", "sure"]);
  });

  it("leaves MD5 over the shop's cookie key to the login, where that is given", async () => {
    const records = await readAs("prestashop", dump);
    expect(await fallbackTakes(records, PASSWORD, { pepper: KEY })).toEqual({ "3": true });
    expect(await fallbackTakes(records, PASSWORD, { pepper: "another" })).toEqual({ "3": false });
    expect(await fallbackTakes(records, PASSWORD)).toEqual({ "3": "verify/pepper-missing" });
  });

  it("knows a password with a backslash as release 1.6 stripped it, and as it was typed", async () => {
    // By PHP: md5($key . getValue($p)) and md5($key . $p) of $p = "cor\\rect \\'horse\\\\".
    const csv = `id_customer,email,passwd,active
1,a@example.com,b5533e8995a2f9076f772da310c15ba5,1
2,b@example.com,c35ea7c6f19b2eb10b240615e4906116,1
`;
    const records = await readAs("prestashop", csv);
    const taken = (password: string) => fallbackTakes(records, password, { pepper: KEY });
    expect(await taken("cor\\rect \\'horse\\\\")).toEqual({ "1": true, "2": true });
    expect(await taken("cor/rect 'horse\\")).toEqual({ "1": false, "2": false });
  });
});
