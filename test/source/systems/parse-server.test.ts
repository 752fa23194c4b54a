import { describe, expect, it } from "vitest";
import type { UserRecord } from "../../../src/source/index.js";
import { detected, knowsPassword, outcomesById, readAs, readUserOf, takesCode } from "./read-samples.js";
import { HASHES, lines, sampleOf } from "./samples.js";

const from = "parse-server";
const TEXT = sampleOf("parse-server.ndjson");

describe("Parse Server's users", () => {
  it("become users", async () => {
    expect(await outcomesById(TEXT, { from })).toEqual({
      p1: {
        externalUserId: "p1",
        email: "ada@example.com",
        emailVerified: true,
        passwordHash: HASHES["bcrypt-2b"],
        source: "parse-server",
        thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "ada@example.com", isVerified: true }],
        totp: [{ secretKey: "JBSWY3DPEHPK3PXP", period: 30, skew: 1 }],
      },
      p2: ["user/email-missing"],
      p3: ["user/no-credential"],
      p4: ["user/third-party-unusable"],
    });
    const ada = await readUserOf(TEXT, "p1", { from });
    expect(await knowsPassword(ada)).toBe(true);
    // oathtool --totp -b --now "2024-01-01 00:00:00 UTC" JBSWY3DPEHPK3PXP
    expect(takesCode(ada.user, "432690")).toBe(true);
    expect(ada.notCarried).toEqual(expect.arrayContaining(["_session_token", "recovery codes"]));
    expect(ada.metadata).not.toHaveProperty("_session_token");
    expect(await detected(TEXT)).toEqual([from, "sure"]);
  });

  it("as the REST interface lists them have no hash", async () => {
    const user = {
      objectId: "p1",
      username: "ada",
      email: "ada@example.com",
      authData: { google: { id: "1081" }, mfa: { status: "enabled" } },
    };
    const text = JSON.stringify({ results: [user] });
    const [found] = Object.values(await outcomesById(text, { from }));
    expect(found).toMatchObject({
      externalUserId: "p1",
      emailVerified: false,
      thirdParty: [{ thirdPartyUserId: "1081" }],
    });
    expect(await detected(text)).toEqual([from, "possible"]);
  });

  it("take a user name that is an address for the address, and none of a guest", async () => {
    const hash = { _hashed_password: HASHES["bcrypt-2b"] };
    const text = lines(
      { _id: "p1", username: "ada@example.com", ...hash },
      { _id: "p2", username: "@bob", ...hash },
      { _id: "p3", username: "3hX9", _auth_data_anonymous: { id: "a" } },
    );
    expect(await outcomesById(text, { from })).toMatchObject({
      p1: { email: "ada@example.com", emailVerified: false },
      p2: ["user/email-missing"],
      p3: ["user/no-credential"],
    });
    const guest = (await readAs(from, text)).at(-1);
    expect(guest).toMatchObject({ likelyLogin: "none" });
  });

  it.each(["a\0b", "a\ud800b", "x".repeat(1001)])(
    "are not left to the fallback with a name that can't be typed alone, and are named: %j",
    async (username) => {
      const hash = { _hashed_password: HASHES["bcrypt-2b"] };
      const text = lines(
        { _id: "p1", username, ...hash },
        { _id: "p2", username, email: "ada@example.com", ...hash },
        { _id: "p3", username: "bob", ...hash },
      );
      const [alone, addressed, bob] = (await readAs(from, text)) as UserRecord[];
      expect(alone).toMatchObject({
        result: { problems: [{ code: "user/field-wrong-type" }] },
        rejected: { user: {} },
      });
      expect(alone).not.toHaveProperty("loginOnly");
      expect(addressed).toMatchObject({ result: { ok: true } });
      expect(addressed).not.toHaveProperty("result.value.further");
      expect(bob).toMatchObject({ loginOnly: { further: { userName: "bob" } } });
    },
  );

  it("are read from a table of PostgreSQL", async () => {
    const dump = `COPY public."_User" ("objectId", username, email, "emailVerified", "_hashed_password", "authData") FROM stdin;
p1\tada\tada@example.com\tt\t${HASHES["bcrypt-2b"]}\t{"google": {"id": "1081"}}
\\.
`;
    const thirdParty = [{ thirdPartyUserId: "1081" }];
    expect(Object.values(await outcomesById(dump, { from }))).toMatchObject([
      { externalUserId: "p1", email: "ada@example.com", emailVerified: true, thirdParty },
    ]);
    expect(await detected(dump)).toEqual([from, "sure"]);
  });

  it.each([
    ["no ID", { _id: "" }, "user/id-unusable"],
    ["a malformed address", { email: "ada" }, "user/email-malformed"],
    ["a hash of another type", { _hashed_password: [] }, "user/field-wrong-type"],
    ["a damaged secret", { _auth_data_mfa: { secret: "!" } }, "secret/illegal-character"],
  ])("with %s are refused", async (_, fields, code) => {
    const user = { _id: "p1", email: "ada@example.com", _hashed_password: HASHES["bcrypt-2b"], ...fields };
    expect(Object.values(await outcomesById(lines(user), { from }))[0]).toContain(code);
  });
});
