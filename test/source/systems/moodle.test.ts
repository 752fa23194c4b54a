import { describe, expect, it } from "vitest";
import { detected, prove, readTables } from "./read-samples.js";
import { sampleOf, TOTP_SECRET } from "./samples.js";

const dump = sampleOf("moodle.sql");

describe("Moodle", () => {
  it("is read from a dump, with the second factors that are not revoked", async () => {
    const read = await readTables("moodle", dump);
    expect(Object.keys(read.users)).toEqual(["2", "4"]);
    expect(read.users["4"]?.totp).toEqual([]);
    expect(Object.keys(read.loginOnly)).toEqual(["3"]);
    expect(read.refused).toEqual({
      "5": ["user/unconfirmed"],
      "6": ["user/deleted", "user/email-malformed"],
      "7": ["user/disabled"],
      "8": ["scheme/no-password"],
      "9": ["user/disabled"],
    });
    expect(await prove(read, "moodle")).toBe(3);
    expect(await detected(dump)).toEqual(["moodle", "sure"]);
  });

  it("joins second factors from a file of their own", async () => {
    const password = /\$2y\$04[^\t]+/.exec(dump)?.[0];
    const users = `id\tauth\tconfirmed\tdeleted\tsuspended\tusername\tpassword\temail\n3\tmanual\t1\t0\t0\tkim\t${password}\tkim@example.com\n`;
    const factors = `id,userid,factor,secret,label,revoked,lastverified\n1,3,totp,${TOTP_SECRET},Pixel,0,0\n2,3,totp,not base32!,x,1,0\n`;
    const read = await readTables("moodle", users, { join: [factors] });
    const device = { secretKey: TOTP_SECRET, period: 30, skew: 1, deviceName: "Pixel" };
    expect(read.users["3"]?.totp).toEqual([device]);
    expect(await prove(read, "moodle")).toBe(1);
    expect(await detected(users)).toEqual(["moodle", "sure"]);
  });
});
