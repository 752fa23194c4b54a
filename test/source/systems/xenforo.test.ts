import { describe, expect, it } from "vitest";
import { detected, prove, readTables } from "./read-samples.js";
import { sampleOf, TOTP_SECRET } from "./samples.js";

const dump = sampleOf("xenforo.sql");

describe("XenForo", () => {
  it("is read from a dump, with what its other tables say of a user", async () => {
    const read = await readTables("xenforo", dump);
    const device = { secretKey: TOTP_SECRET, period: 30, skew: 1 };
    expect(Object.keys(read.users)).toEqual(["1", "4", "7"]);
    expect(read.users["1"]).toMatchObject({ email: "ada@example.com", source: "xenforo", totp: [device] });
    expect(read.users["4"]).toEqual({
      externalUserId: "4",
      email: "social@example.com",
      emailVerified: false,
      thirdParty: [
        {
          thirdPartyId: "google",
          thirdPartyUserId: "108100",
          email: "social@example.com",
          isVerified: false,
        },
      ],
      totp: [],
    });
    expect(read.users["7"]?.totp).toEqual([device]);
    expect(Object.keys(read.loginOnly)).toEqual(["2"]);
    expect(read.refused).toEqual({
      "3": ["scheme/unsupported"],
      "5": ["user/unconfirmed"],
      "6": ["user/banned"],
      "8": ["user/no-credential"],
    });
    expect(await prove(read, "xenforo")).toBe(3);
    expect(await detected(dump)).toEqual(["xenforo", "sure"]);
  });

  it("is read from one query over users and hashes", async () => {
    const [data = ""] = /a:1:\{s:4:\\"hash\\";s:60:\\"\$2y[^']+/.exec(dump) ?? [];
    const row = {
      user_id: 1,
      username: "a",
      email: "a@example.com",
      user_state: "valid",
      scheme_class: "XF:Core12",
    };
    const text = JSON.stringify([{ ...row, data: data.replaceAll("\\", "") }]);
    const read = await readTables("xenforo", text);
    expect(await prove(read, "xenforo")).toBe(1);
  });

  it.each([
    ["data that was cut off", 'a:1:{s:6:"secret";s:32:"JBSW'],
    ["a secret that is not a text", 'a:1:{s:6:"secret";i:5;}'],
    ["JSON without a secret", "{}"],
  ])("refuses a second factor of %s", async (_, provider_data) => {
    const users = JSON.stringify([{ user_id: 1, username: "a", email: "a@example.com" }]);
    const joined = [JSON.stringify([{ user_id: 1, provider_id: "totp", provider_data }])];
    const { refused } = await readTables("xenforo", users, { join: joined });
    expect(refused["1"]?.[0]).toMatch(/^secret\//);
  });
});
