import { describe, expect, it } from "vitest";
import { detected, outcomesById, readUserOf, takesCode } from "./read-samples.js";
import { hashOf, insertInto, lines, sampleOf } from "./samples.js";

const from = "owncloud";
const TEXT = sampleOf("owncloud.sql");
const keys = "'secret' => 'owncloud-secret',";

describe("ownCloud's tables", () => {
  it("have factors whose codes are oathtool's", async () => {
    // oathtool --totp -b --now "2024-01-01 00:00:00 UTC" JBSWY3DPEHPK3PXP
    expect(takesCode((await readUserOf(TEXT, "ada", { from, keys })).user, "432690")).toBe(true);
    const { user, codes } = await readUserOf(TEXT, "Fay", { from, keys });
    expect([user?.totp, codes]).toEqual([[], ["user/second-factor-unconfirmed"]]);
    expect((await outcomesById(TEXT, { from, keys: "another" })).ada).toEqual(["decryption/no-key-fits"]);
  });

  it("give the same under Nextcloud's name, and Nextcloud's under theirs", async () => {
    expect(await outcomesById(TEXT, { from: "nextcloud", keys })).toEqual(await outcomesById(TEXT, { from, keys }));
    const others = sampleOf("nextcloud.sql");
    const ofOther = { keys: "'secret' => 'nextcloud-secret'" };
    const named = await outcomesById(others, { from: "nextcloud", ...ofOther });
    const read = await outcomesById(others, { from, ...ofOther });
    expect(Object.keys(read)).toEqual(Object.keys(named));
    expect(read.ada).toMatchObject({ email: "ada@example.com", totp: [{ secretKey: "JBSWY3DPEHPK3PXP" }] });
  });

  it.each([
    [0, ["user/disabled"]],
    [2, ["user/disabled"]],
    [3, ["user/deleted"]],
    [4, ["user/field-wrong-type"]],
  ])("with the state %i are refused", async (state, codes) => {
    const row = { uid: "ada", displayname: null, password: `1|${hashOf("bcrypt")}` };
    const account = { user_id: "ada", lower_user_id: "ada", email: "ada@example.com", state };
    expect((await outcomesById(lines(row), { from, join: [lines(account)] })).ada).toEqual(codes);
  });

  it("of a release before 10 have the preferences alone", async () => {
    const row = { uid: "ada", displayname: null, password: `1|${hashOf("bcrypt")}` };
    const preference = (appid: string, configkey: string, configvalue: string) => ({
      ...{ userid: "ada", appid, configkey, configvalue },
    });
    const email = preference("settings", "email", "ada@example.com");
    const read = (...preferences: object[]) => outcomesById(lines(row), { from, join: [lines(email, ...preferences)] });
    expect((await read()).ada).toMatchObject({ email: "ada@example.com" });
    expect((await read(preference("core", "enabled", "false"))).ada).toEqual(["user/disabled"]);
  });

  it("are told from Nextcloud's where they differ, and asked about where they do not", async () => {
    const users = [{ uid: "ada", displayname: "Ada", password: `1|${hashOf("bcrypt")}` }];
    const account = { id: 1, email: null, user_id: "ada", lower_user_id: "ada", state: 1 };
    const factor = { id: 1, user_id: "ada", secret: "v2|00|00|00", last_validated_key: null, verified: 1 };
    expect(await detected(insertInto("oc_accounts", [account]))).toEqual([from, "sure"]);
    expect(await detected(insertInto("cloud_accounts", [account]))).toEqual([from, "sure"]);
    expect(await detected(insertInto("oc_twofactor_totp_secrets", [factor]))).toEqual([from, "sure"]);
    expect(await detected(lines(...users))).toBe("source/system-unclear");
    expect(await detected(insertInto("oc_users", users))).toBe("source/system-unclear");
    const later = users.map((row) => ({ ...row, uid_lower: "ada" }));
    expect(await detected(insertInto("oc_users", later))).toEqual(["nextcloud", "sure"]);
    const numbered = users.map((row) => ({ ...row, password: `3|${hashOf("argon2id")}` }));
    expect(await detected(insertInto("oc_users", numbered))).toEqual(["nextcloud", "sure"]);
  });
});
