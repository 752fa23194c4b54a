import { describe, expect, it } from "vitest";
import { detected, prove, readTables } from "./read-samples.js";
import { hashOf, insertInto, TOTP_SECRET } from "./samples.js";

const row = {
  pid: 1,
  username: "u",
  password: hashOf("argon2i"),
  disable: 0,
  deleted: 0,
  starttime: 0,
  endtime: 0,
};
const totp = (active: boolean) =>
  JSON.stringify({ totp: { secret: TOTP_SECRET, active, name: "Pixel" }, "recovery-codes": { codes: [] } });
const dump = insertInto("fe_users", [
  { uid: 1, email: "ada@example.com", ...row, mfa: totp(true) },
  { uid: 2, email: "kim@example.com", ...row, password: hashOf("bcrypt over sha384"), mfa: null },
  { uid: 3, email: "half@example.com", ...row, mfa: totp(false) },
  { uid: 4, email: "old@example.com", ...row, password: hashOf("phpass"), mfa: "" },
  { uid: 5, email: "off@example.com", ...row, disable: 1, mfa: null },
  { uid: 6, email: "gone@example.com", ...row, deleted: 1, mfa: null },
  { uid: 7, email: "later@example.com", ...row, starttime: 32_503_680_000, mfa: null },
  { uid: 8, email: "ended@example.com", ...row, endtime: 1_000_000_000, mfa: null },
  { uid: 9, email: "", ...row, mfa: null },
  { uid: 10, email: "bad@example.com", ...row, mfa: "{" },
]);

describe("TYPO3", () => {
  it("is read from a dump, with second factors that are active", async () => {
    const read = await readTables("typo3", dump);
    expect(read.users["1"]).toMatchObject({
      source: "typo3",
      totp: [{ secretKey: TOTP_SECRET, period: 30, skew: 1, deviceName: "Pixel" }],
    });
    expect(read.users["3"]?.totp).toEqual([]);
    expect(Object.keys(read.users)).toEqual(["1", "3"]);
    expect(Object.keys(read.loginOnly)).toEqual(["2", "4", "9"]);
    expect(read.warnings).toEqual({ "3": ["user/second-factor-unconfirmed"] });
    expect(read.refused).toEqual({
      "5": ["user/disabled"],
      "6": ["user/deleted"],
      "7": ["user/disabled"],
      "8": ["user/disabled"],
      "10": ["user/field-wrong-type"],
    });
    expect(await prove(read, "typo3")).toBe(5);
    expect(await detected(dump)).toEqual(["typo3", "sure"]);
  });

  it("reads backend users from a file of their own", async () => {
    const csv = `uid,username,password,email,admin,disable\n1,admin,${row.password.replaceAll(",", "_")},a@example.com,1,0\n`;
    const quoted = csv.replace(/\$argon2i.*?(?=,a@)/, `"${row.password}"`);
    const read = await readTables("typo3", quoted);
    expect(await prove(read, "typo3")).toBe(1);
  });
});
