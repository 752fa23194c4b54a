import { describe, expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { expectSamplePasswords, outcomes, readAs } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const SAMPLE = sampleOf("kratos.json");

it("reads identities with their credentials", async () => {
  expect(outcomes(await readAs("kratos", SAMPLE))).toEqual([
    {
      externalUserId: "o-ada",
      email: "ada@example.com",
      emailVerified: true,
      scheme: "argon2id",
      source: "kratos",
      thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "ada@example.com", isVerified: true }],
      totp: [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 }],
    },
    {
      externalUserId: "o-bob",
      email: "bob@example.com",
      emailVerified: true,
      scheme: "2a",
      source: "kratos",
      thirdParty: [],
      totp: [],
    },
    ["o-cyd", "scheme/login-only"],
    ["o-dan", "user/disabled"],
    ["o-eve", "user/password-not-exported"],
    {
      externalUserId: "o-fay",
      email: "fay@example.com",
      emailVerified: true,
      thirdParty: [{ thirdPartyId: "github", thirdPartyUserId: "77", email: "fay@example.com", isVerified: true }],
      totp: [],
    },
  ]);
});

it("has hashes of the password", async () => {
  expect(await expectSamplePasswords(await readAs("kratos", SAMPLE), "kratos")).toBe(3);
});

it("is told from its content, as a list and as lines", async () => {
  const lines = (JSON.parse(SAMPLE) as object[]).map((one) => JSON.stringify(one)).join("\n");
  for (const text of [SAMPLE, lines]) {
    expect(await detectSource(Buffer.from(text))).toMatchObject({ value: { source: "kratos" } });
    expect(outcomes(await readAs("kratos", text))).toHaveLength(6);
  }
});

describe("credentials whose config is empty: the schema's identifier alone makes them", () => {
  const read = async (credentials: object) => {
    const addresses = [{ value: "+15555550100", verified: true, via: "sms" }];
    const identity = { id: "a", traits: {}, verifiable_addresses: addresses, credentials };
    const [record] = await readAs("kratos", JSON.stringify([identity]));
    if (record?.kind !== "user" || !record.result.ok) return record;
    return [record.result.value.notCarried, record.result.warnings.map(({ code }) => code)];
  };

  it.each([
    ["a password", { password: { config: {} } }, []],
    ["a password that was removed", { password: { config: { hashed_password: "" } } }, []],
    ["a second factor", { totp: { config: {} } }, []],
    ["passkeys", { webauthn: { config: {} }, deviceauthn: { config: { credentials: [] } } }, []],
  ])("are not %s", async (_, credentials, warnings) => {
    expect(await read(credentials)).toEqual([undefined, warnings]);
  });

  it("are told from those that were left out or are in use", async () => {
    const key = { credentials: [{ id: "k" }] };
    const credentials = { totp: {}, webauthn: {}, passkey: { config: key }, deviceauthn: { config: key } };
    expect(await read(credentials)).toEqual([
      ["credentials.webauthn", "credentials.passkey", "credentials.deviceauthn (passkey)"],
      ["user/second-factor-not-carried"],
    ]);
  });
});

it("says how to export where the credentials were left out", async () => {
  const text = JSON.stringify([{ id: "a", schema_id: "x", traits: { email: "a@example.com" } }]);
  const [record] = await readAs("kratos", text);
  expect(record).toMatchObject({
    result: {
      problems: [{ code: "user/password-not-exported", message: expect.stringContaining("include_credential") }],
    },
  });
});

it("names a second factor whose URI is damaged, and shows none of it", async () => {
  const [ada] = JSON.parse(SAMPLE) as [{ credentials: { totp: { config: { totp_url: string } } } }];
  ada.credentials.totp.config.totp_url = "otpauth://totp/x?secret=0189";
  const [record] = await readAs("kratos", JSON.stringify([ada]));
  expect(record).toMatchObject({ result: { ok: false, problems: [{ field: "credentials.totp" }] } });
  expect(JSON.stringify(record)).not.toContain("0189");
});

it("refuses a user whose social logins were left out, rather than lose them", async () => {
  const [ada] = JSON.parse(SAMPLE) as [{ credentials: { oidc: { config?: object } } }];
  delete ada.credentials.oidc.config;
  const [record] = await readAs("kratos", JSON.stringify([ada]));
  expect(outcomes([record as never])).toEqual([["o-ada", "user/third-party-unusable"]]);
  expect(JSON.stringify(record)).toContain("include_credential=oidc");
});

it("warns of what the URI of a second factor has that is unusual or not read", async () => {
  const [ada] = JSON.parse(SAMPLE) as [{ credentials: { totp: { config: { totp_url: string } } } }];
  ada.credentials.totp.config.totp_url += "&lock=true&algo=SHA1";
  const [record] = await readAs("kratos", JSON.stringify([ada]));
  const ignored = { code: "otpauth/parameter-ignored", field: "credentials.totp" };
  expect(record).toMatchObject({ result: { ok: true, warnings: [ignored, ignored] } });
});
