import { describe, expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { bytesOf } from "../read-users.js";
import { expectSamplePasswords, outcomes, readAs, sampleOf } from "./read-tables.js";

const PROFILES = sampleOf("auth0-profiles.ndjson");
const HASHES = sampleOf("auth0-hashes.ndjson");
const base = { emailVerified: true, thirdParty: [], totp: [], scheme: "2b", source: "auth0" };

const ADA = {
  ...base,
  externalUserId: "auth0|60425dc43519d90068f82970",
  email: "ada@example.com",
  thirdParty: [
    { thirdPartyId: "google", thirdPartyUserId: "1081", email: "ada@example.com", isVerified: true },
  ],
};
const BOB = ["auth0|60425dc43519d90068f82971", "user/banned"];
const CYD = {
  ...base,
  externalUserId: "auth0|60425dc43519d90068f82972",
  email: "cyd@example.com",
  totp: [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 }],
};
const DAN = { ...base, externalUserId: "auth0|60425dc43519d90068f82973", email: "dan@example.com" };
const EVE = {
  externalUserId: "github|77",
  email: "eve@example.com",
  emailVerified: false,
  thirdParty: [
    { thirdPartyId: "github", thirdPartyUserId: "77", email: "eve@example.com", isVerified: false },
  ],
  totp: [],
};

describe("profiles and hashes", () => {
  it.each([
    ["profiles first", PROFILES, HASHES],
    ["hashes first", HASHES, PROFILES],
  ])("become users, with %s", async (_, text, joined) => {
    const records = await readAs("auth0", text, { join: [() => bytesOf(joined)] });
    const found = outcomes(records);
    expect(found).toHaveLength(5);
    expect(found).toEqual(expect.arrayContaining([ADA, BOB, CYD, DAN, EVE]));
    expect(await expectSamplePasswords(records, "auth0")).toBe(3);
  });

  it("become users each by itself", async () => {
    const alone = outcomes(await readAs("auth0", HASHES));
    expect(alone).toHaveLength(4);
    expect(alone).toContainEqual(DAN);
    expect(outcomes(await readAs("auth0", PROFILES))).toContainEqual(EVE);
  });

  it("are told from their content", async () => {
    for (const text of [PROFILES, HASHES]) {
      expect(await detectSource(Buffer.from(text))).toMatchObject({
        value: { source: "auth0", certainty: "sure" },
      });
    }
  });
});

describe("custom_password_hash", () => {
  const outcome = async (custom: object) => {
    const user = { user_id: "1", email: "a@example.com", custom_password_hash: custom };
    const [found] = outcomes(await readAs("auth0", JSON.stringify([user])));
    return found;
  };

  it("is the string itself where the algorithm has one", async () => {
    const { passwordHash: value } = JSON.parse(HASHES.split("\n")[0] as string);
    expect(await outcome({ algorithm: "bcrypt", hash: { value, encoding: "utf8" } })).toMatchObject({
      scheme: "2b",
    });
  });

  it("is refused by name where it is a digest with parts beside it", async () => {
    const digest = { value: "5f4dcc3b5aa765d61d8327deb882cf99", encoding: "hex" };
    expect(await outcome({ algorithm: "md5", hash: digest })).toEqual(["1", "user/hash-algorithm-unknown"]);
  });
});
