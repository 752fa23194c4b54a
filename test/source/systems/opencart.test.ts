import { describe, expect, it } from "vitest";
import { detected, prove, readTables } from "./read-samples.js";
import { hashOf, insertInto } from "./samples.js";

const row = { customer_group_id: 1, password: hashOf("bcrypt"), salt: "", status: 1, safe: 0 };
const dump = insertInto("oc_customer", [
  { customer_id: 1, email: "ada@example.com", ...row },
  { customer_id: 2, email: "old@example.com", ...row, password: "3".repeat(40), salt: "saltsalt9" },
  { customer_id: 3, email: "off@example.com", ...row, status: 0 },
  { customer_id: 4, email: "", ...row },
]);

describe("OpenCart", () => {
  it("is read from a dump", async () => {
    const read = await readTables("opencart", dump);
    expect(Object.keys(read.users)).toEqual(["1"]);
    expect(read.refused).toEqual({
      "2": ["scheme/unsupported"],
      "3": ["user/disabled"],
      "4": ["user/email-missing"],
    });
    expect(await prove(read, "opencart")).toBe(1);
    expect(await detected(dump)).toEqual(["opencart", "sure"]);
  });

  it("holds back customers of older releases who wait for approval", async () => {
    const csv = `customer_id,email,password,approved\n1,a@example.com,${row.password},0\n`;
    expect((await readTables("opencart", csv)).refused).toEqual({ "1": ["user/disabled"] });
  });
});
