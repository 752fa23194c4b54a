import { describe, expect, it } from "vitest";
import { detected, knowsPassword, outcomesById, readUserOf, takesCode } from "./read-samples.js";
import { HASHES, lines, sampleOf, secretOf } from "./samples.js";

const from = "nextcloud";
const TEXT = sampleOf("nextcloud.sql");
const { keys, secret } = secretOf("nextcloud version 3");

describe("Nextcloud's tables", () => {
  it("become users with their addresses and second factors", async () => {
    expect(await outcomesById(TEXT, { from, keys })).toEqual({
      ada: {
        externalUserId: "ada",
        email: "ada@example.com",
        emailVerified: true,
        passwordHash: HASHES["php-argon2id"],
        thirdParty: [],
        totp: [{ secretKey: "JBSWY3DPEHPK3PXP", period: 30, skew: 3 }],
        source: "nextcloud",
      },
      bob: expect.objectContaining({ email: "bob@example.com", emailVerified: false, totp: [] }),
      cem: ["user/disabled"],
      dora: ["wrapping/peppered"],
      eve: ["user/email-missing"],
    });
  });

  it("have hashes, and factors whose codes are oathtool's", async () => {
    const ada = await readUserOf(TEXT, "ada", { from, keys });
    expect(await knowsPassword(ada)).toBe(true);
    // oathtool --totp -b --now "2024-01-01 00:00:00 UTC" JBSWY3DPEHPK3PXP
    expect(takesCode(ada.user, "432690")).toBe(true);
    expect(ada.metadata).toEqual({ displayname: "Ada", uid_lower: "ada" });
    const bob = await readUserOf(TEXT, "bob", { from, keys });
    expect(await knowsPassword(bob)).toBe(true);
    expect(bob.codes).toContain("user/second-factor-unconfirmed");
  });

  it.each([
    [
      "preferences with another address",
      { userid: "ADA", appid: "settings", configkey: "email", configvalue: "m@b.example" },
      true,
    ],
    ["an account", { uid: "ADA", data: "{}" }, true],
    ["preferences that keep one out", { userid: "ADA", appid: "core", configkey: "enabled", configvalue: "no" }, false],
    ["a second factor", { id: 1, user_id: "ADA", secret: secret.text, state: 2 }, false],
  ])("are a namesake's at another back end where the name differs by case: %s", async (_, row, isImported) => {
    const users = lines({ uid: "ada", displayname: "Ada", password: `3|${HASHES["php-argon2id"]}`, uid_lower: "ada" });
    const email = { userid: "ada", appid: "settings", configkey: "email", configvalue: "ada@example.com" };
    const { ada } = await outcomesById(users, { from, keys, join: [lines(email), lines(row)] });
    expect(ada).toEqual(
      isImported
        ? expect.objectContaining({ email: "ada@example.com" })
        : ["user/parts-unusable", "user/email-missing"],
    );
  });

  it("may have the account's properties as a list, and joined files", async () => {
    const users = `uid,displayname,password,uid_lower\nada,Ada,3|"${HASHES["php-argon2id"]}",ada\n`.replace(
      '3|"',
      '"3|',
    );
    const data = JSON.stringify([{ name: "email", value: "ada@example.com", verified: "2" }]);
    const factor = (state: number) => lines({ id: 1, user_id: "ada", secret: secret.text, state });
    const join = [lines({ uid: "ada", data }), factor(2)];
    expect(await outcomesById(users, { from, keys, join })).toMatchObject({
      ada: { emailVerified: true, totp: [{ skew: 3 }] },
    });
    expect(await outcomesById(users, { from, keys, join: [lines({ uid: "ada", data }), factor(0)] })).toMatchObject({
      ada: { totp: [] },
    });
    expect((await outcomesById(users, { from, keys: "another", join })).ada).toEqual(["decryption/no-key-fits"]);
  });

  it.each([
    ["sha1", expect.objectContaining({ totp: [expect.anything()] })],
    ["sha256", ["otpauth/unsupported"]],
  ])("may have codes of %s, which the service has to verify", async (algorithm, outcome) => {
    const users = lines({ uid: "ada", displayname: "Ada", password: `3|${HASHES["php-argon2id"]}` });
    const data = JSON.stringify([{ name: "email", value: "ada@example.com", verified: "2" }]);
    const factor = { id: 1, user_id: "ada", secret: secret.text, state: 2, algorithm };
    const join = [lines({ uid: "ada", data }), lines(factor)];
    expect((await outcomesById(users, { from, keys, join })).ada).toEqual(outcome);
  });

  it.each([
    ["no ID", { uid: "" }, "line 1", "user/id-unusable"],
    ["a hash of another type", { password: 7 }, "ada", "user/field-wrong-type"],
  ])("with %s are refused", async (_, fields, id, code) => {
    const row = { uid: "ada", displayname: null, password: null, ...fields };
    expect((await outcomesById(lines(row), { from }))[id]).toContain(code);
  });

  it("are told by their tables and columns", async () => {
    expect(await detected(TEXT)).toEqual([from, "sure"]);
    expect(await detected("uid,displayname,password,uid_lower\nada,Ada,x,ada\n")).toEqual([from, "sure"]);
  });
});

it("reads tables under any prefix, and passes over those of apps that end like them", async () => {
  const own = TEXT.replaceAll("`oc_", "`cloud_");
  const mail = "INSERT INTO `cloud_mail_accounts` (`id`, `user_id`, `email`) VALUES (1,'ada','other@example.com');\n";
  const guests = "INSERT INTO `cloud_guests_users` (`email`, `display_name`) VALUES ('g@example.com','G');\n";
  const dump = own.replace("INSERT INTO `cloud_users`", `${mail}${guests}INSERT INTO \`cloud_users\``);
  expect(dump).not.toBe(own);
  expect(await outcomesById(dump, { from, keys })).toEqual(await outcomesById(TEXT, { from, keys }));
  expect(await detected(dump)).toEqual(["nextcloud", "sure"]);
});
