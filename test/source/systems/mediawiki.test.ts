import { describe, expect, it } from "vitest";
import { detected, prove, readTables, readUserOf } from "./read-samples.js";
import { sampleOf, TOTP_SECRET } from "./samples.js";

const dump = sampleOf("mediawiki.sql");

describe("MediaWiki", () => {
  it("is read from a dump, also of bytes in hexadecimal digits", async () => {
    const read = await readTables("mediawiki", dump);
    expect(read.users["1"]).toMatchObject({
      email: "ada@example.com",
      emailVerified: true,
      totp: [{ secretKey: TOTP_SECRET, period: 30, skew: 4, deviceName: "phone" }],
    });
    expect(read.users["3"]).toMatchObject({ email: "lee@example.com", emailVerified: false, totp: [] });
    expect(Object.keys(read.users)).toEqual(["1", "3"]);
    expect(Object.keys(read.loginOnly)).toEqual(["6"]);
    expect(read.refused).toEqual({
      "2": ["scheme/login-only", "user/second-factor-at-login"],
      "4": ["user/no-credential"],
    });
    expect(await prove(read, "mediawiki")).toBe(3);
    expect(await detected(dump)).toEqual(["mediawiki", "sure"]);
  });

  it("reads the hexadecimal digits of CSV files, and the devices of older releases", async () => {
    const hex = (text: string) => `0x${Buffer.from(text).toString("hex")}`;
    const argon2 = /:argon2:[^']+/.exec(dump)?.[0] ?? "";
    const users = `user_id,user_name,user_password,user_email,user_email_authenticated\n7,${hex("Ada")},${hex(argon2)},${hex("ada@example.com")},NULL\n`;
    const data = {
      keys: [
        { secret: TOTP_SECRET, scratch_tokens: [] },
        { secret: "x", nonce: "y" },
      ],
    };
    const joined = JSON.stringify([{ id: 7, module: "totp", data: JSON.stringify(data) }]);
    const read = await readTables("mediawiki", users, { join: [joined] });
    expect(read.users["7"]).toMatchObject({ email: "ada@example.com", totp: [{ secretKey: TOTP_SECRET }] });
    expect(read.warnings).toEqual({ "7": ["user/second-factor-not-carried"] });
    expect(await prove(read, "mediawiki")).toBe(1);
    expect(await detected(users)).toEqual(["mediawiki", "sure"]);
  });

  it("takes no user's name for bytes in hexadecimal digits", async () => {
    const argon2 = /:argon2:[^']+/.exec(dump)?.[0] ?? "";
    const users = [{ user_id: 7, user_name: "0x43656f", user_password: argon2, user_email: "ada@example.com" }];
    const inRows = await readUserOf(JSON.stringify(users), "7", { from: "mediawiki" });
    const inDump = await readUserOf(dump.replace("'Ada'", "'0x43656f'"), "1", { from: "mediawiki" });
    for (const { further } of [inRows, inDump]) expect(further).toMatchObject({ userName: "0x43656f" });
  });

  it("refuses a user whose device is not JSON", async () => {
    const users = JSON.stringify([{ user_id: 1, user_email: "a@example.com", user_name: "a" }]);
    const { refused } = await readTables("mediawiki", users, {
      join: [JSON.stringify([{ oad_user: 1, oad_data: "{" }])],
    });
    expect(refused).toEqual({ "1": ["user/field-wrong-type"] });
  });
});
