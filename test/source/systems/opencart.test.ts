import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { detected, fallbackTakes, prove, readAs, readTables } from "./read-samples.js";
import { hashOf, insertInto, PASSWORD } from "./samples.js";

const md5 = (text: string) => createHash("md5").update(text).digest("hex");
const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");
const ESCAPED = "Tom &amp; Jerry's";
const saltedTwice = (text: string) => sha1(`saltsalt9${sha1(`saltsalt9${sha1(text)}`)}`);

const row = { customer_group_id: 1, password: hashOf("bcrypt"), salt: "", status: 1, safe: 0 };
const dump = insertInto("oc_customer", [
  { customer_id: 1, email: "ada@example.com", ...row },
  { customer_id: 2, email: "old@example.com", ...row, password: saltedTwice(PASSWORD), salt: "saltsalt9" },
  { customer_id: 5, email: "oldest@example.com", ...row, password: hashOf("md5") },
  { customer_id: 3, email: "off@example.com", ...row, status: 0 },
  { customer_id: 4, email: "", ...row },
]);

describe("OpenCart", () => {
  it("is read from a dump", async () => {
    const read = await readTables("opencart", dump);
    expect(Object.keys(read.users)).toEqual(["1"]);
    expect(read.refused).toEqual({
      "3": ["user/disabled"],
      "4": ["user/email-missing"],
    });
    expect(Object.keys(read.loginOnly)).toEqual(["2", "5"]);
    expect(await prove(read, "opencart")).toBe(3);
    expect(await detected(dump)).toEqual(["opencart", "sure"]);
  });

  it("leaves the digests of releases before 4 to the login, of passwords as its request class escaped them", async () => {
    const csv = `customer_id,email,password,salt\n2,b@example.com,${saltedTwice(ESCAPED)},saltsalt9\n5,c@example.com,${md5(ESCAPED)},\n`;
    const records = await readAs("opencart", csv);
    expect(await fallbackTakes(records, "Tom & Jerry's")).toEqual({ "2": true, "5": true });
    expect(await fallbackTakes(records, "Tom &amp; Jerry's")).toEqual({ "2": false, "5": false });
  });

  it("holds back customers of older releases who wait for approval", async () => {
    const csv = `customer_id,email,password,approved\n1,a@example.com,${row.password},0\n`;
    expect((await readTables("opencart", csv)).refused).toEqual({ "1": ["user/disabled"] });
  });
});
