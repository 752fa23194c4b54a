import { describe, expect, it } from "vitest";
import { detected, prove, readAs, readTables } from "./read-samples.js";
import { sampleOf, TOTP_SECRET } from "./samples.js";

const dump = sampleOf("discourse.sql");

describe("Discourse", () => {
  it("is read from a dump, with what its other tables say of a user", async () => {
    const read = await readTables("discourse", dump);
    expect(Object.keys(read.users)).toEqual(["2"]);
    expect(read.users["2"]).toEqual({
      externalUserId: "2",
      email: "kim@example.com",
      emailVerified: false,
      thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "108100", email: "kim@example.com", isVerified: false }],
      totp: [{ secretKey: TOTP_SECRET, period: 30, skew: 1, deviceName: "Pixel" }],
    });
    expect(read.warnings).toEqual({ "2": ["user/second-factor-unconfirmed"] });
    expect(Object.keys(read.loginOnly)).toEqual(["1"]);
    expect(read.refused).toEqual({ "3": ["user/invited"], "4": ["user/banned"], "5": ["user/unconfirmed"] });
    expect(await prove(read, "discourse")).toBe(1);
    expect(await detected(dump)).toEqual(["discourse", "sure"]);
  });

  it("takes an address for verified where its mail was answered", async () => {
    const users = JSON.stringify([{ id: 1, username: "a", email: "A@example.com", trust_level: 1 }]);
    const login = [{ user_id: 1, provider_name: "github", provider_uid: "7" }];
    const token = [{ user_id: 1, email: "a@example.com", confirmed: true }];
    const joined = [JSON.stringify(login), JSON.stringify(token)];
    const read = await readTables("discourse", users, { join: joined });
    expect(read.users["1"]).toMatchObject({ email: "A@example.com", emailVerified: true });
    expect((await readTables("discourse", users, { join: [JSON.stringify(login)] })).users["1"]).toMatchObject({
      emailVerified: false,
    });
  });

  it("takes the hash and its end from the row of the hash where there is one", async () => {
    const parts = { password_hash: "ab", password_salt: "cd", password_expired_at: "2020-01-01T00:00:00Z" };
    const user = { id: 1, username: "a", email: "a@example.com", ...parts };
    const row = {
      user_id: 1,
      password_hash: "5b5a7894bb8477d10be308c28c5e55942e8afd110a46ca981d9fc6c497c26863",
      password_salt: "0123456789abcdef0123456789abcdef",
      password_algorithm: "$pbkdf2-sha256$i=1000,l=32$",
    };
    const join = [JSON.stringify([row])];
    const [record] = await readAs("discourse", JSON.stringify([user]), { join });
    expect(record).toMatchObject({ loginOnly: { hash: expect.stringContaining("$i=1000,l=32$") } });
    expect(record).not.toMatchObject({ loginOnly: { mustReset: true } });
  });

  it("refuses a hash whose algorithm is missing", async () => {
    const row = { id: 1, username: "a", email: "a@example.com", password_hash: "ab", password_salt: "cd" };
    const { refused } = await readTables("discourse", JSON.stringify([row]));
    expect(refused["1"]?.[0]).toMatch(/^wrapping\//);
  });
});
