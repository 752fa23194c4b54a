import { describe, expect, it } from "vitest";
import { detected, outcomesById, readUserOf, takesCode } from "./read-samples.js";
import { lines, sampleOf } from "./samples.js";

const from = "nodebb";
const TEXT = sampleOf("nodebb.ndjson");
const NEW_YEAR = Date.UTC(2026, 0, 1) / 1000;

describe("NodeBB's objects", () => {
  it.each(["nodebb.ndjson", "nodebb-redis.ndjson", "nodebb.sql"])("of %s have second factors", async (file) => {
    const { loginOnly } = await readUserOf(sampleOf(file), "1", { from });
    // oathtool --totp -N "2026-01-01 00:00:00 UTC" $(printf 6c84fb90-12c4-11e1-840d-7b25c5ee775a | xxd -p -c 99)
    expect(takesCode(loginOnly?.user, "233445", NEW_YEAR)).toBe(true);
    expect(loginOnly?.further).toMatchObject({ userName: "Ada" });
  });

  it("may have their second factors in a file of their own", async () => {
    const [keys = ""] = TEXT.split("\n").filter((line) => line.includes("2factor:uid:key"));
    const users = TEXT.replace(`${keys}\n`, "");
    expect((await readUserOf(users, "1", { from })).loginOnly?.user.totp).toEqual([]);
    const { loginOnly } = await readUserOf(users, "1", { from, join: [`${keys}\n`] });
    expect(takesCode(loginOnly?.user, "233445", NEW_YEAR)).toBe(true);
  });

  it("tell of security keys, which stay there", async () => {
    const keys = lines({ _key: "2factor:webauthn:2", AbC: "MFkw" }, { _key: "2factor:webauthn:2:names", AbC: "mine" });
    const codes = async (text: string) => (await readUserOf(text, "2", { from })).codes;
    expect([await codes(TEXT), await codes(`${TEXT}${keys}`)]).toEqual([[], ["user/second-factor-not-carried"]]);
    // As the instructions have Redis name those who have some.
    expect(await codes(`${TEXT}{"_key":"2factor:webauthn:2"}\n`)).toEqual(["user/second-factor-not-carried"]);
  });

  it("without a mark have hashes over the password, whatever release wrote the others", async () => {
    const { user, codes } = await readUserOf(TEXT, "2", { from });
    expect([user?.passwordHash?.slice(0, 4), user?.source, codes]).toEqual(["$2a$", undefined, []]);
  });

  it.each([
    ["a ban for ever", { banned: 1 }, ["user/banned", "wrapping/prehashed"]],
    [
      "a ban that has not ended",
      { banned: "1", "banned:expire": Date.UTC(2999, 0, 1) },
      ["user/banned", "wrapping/prehashed"],
    ],
    ["a ban that ended", { banned: "1", "banned:expire": "1714550400000" }, ["wrapping/prehashed"]],
    ["an end that is no date", { banned: 1, "banned:expire": "soon" }, ["user/field-wrong-type"]],
    ["a malformed address", { email: "ada" }, ["user/email-malformed"]],
    ["a hash that is cut off", { password: "$2a$04$CCCC" }, ["bcrypt/truncated"]],
  ])("with %s are told so", async (_, fields, codes) => {
    const user = { _key: "user:1", uid: 1, username: "ada", userslug: "ada", email: "ada@example.com" };
    const hash = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.5E5YPO9kmyuRGyh0XouQYb4YMJKvyOe";
    const row = { ...user, password: hash, "password:shaWrapped": 1, ...fields };
    expect((await outcomesById(lines(row, { _key: "global" }), { from }))["1"]).toEqual(expect.arrayContaining(codes));
  });

  it("are told among all others that an export has", async () => {
    const others = Array.from({ length: 19 }, (_, at) => ({ _id: `${at}`, _key: `post:${at}`, pid: at }));
    const [user = ""] = TEXT.split("\n");
    expect(await detected(`${lines(...others)}${user}\n`)).toEqual([from, "sure"]);
    expect(await detected(lines(...others))).toEqual([from, "possible"]);
    expect(await detected(lines({ 1: "6c84fb90-12c4-11e1-840d-7b25c5ee775a" }, {}))).toEqual([from, "possible"]);
    expect(await detected(lines({ 1: "a" }, { 2: [] }))).toBe("source/system-unclear");
  });
});
