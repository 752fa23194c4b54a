import { describe, expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { expectSamplePasswords, outcomes, readAs, readUserOf } from "./read-samples.js";
import { PASSWORD, sampleOf } from "./samples.js";

const SAMPLE = sampleOf("keycloak.json");
const [REALM] = JSON.parse(SAMPLE) as readonly { readonly users: readonly { readonly id: string }[] }[];
const usersOf = (isOfTwo: boolean) => REALM?.users.filter(({ id }) => (id === "k-jan") === isOfTwo);
/** The last user in a realm of their own. */
const REALMS = JSON.stringify([
  { ...REALM, users: usersOf(false) },
  { id: "r2", realm: "two", otpPolicyLookAheadWindow: 1, roles: {}, users: usersOf(true), clients: [] },
]);
const base = { emailVerified: true, thirdParty: [], totp: [] };
const hashed = { ...base, scheme: "argon2id", source: "keycloak" };

describe("the sample", () => {
  it("becomes these users; a client's account is skipped", async () => {
    expect(outcomes(await readAs("keycloak", SAMPLE))).toEqual([
      {
        ...hashed,
        externalUserId: "k-ada",
        email: "ada@example.com",
        thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "ada@example.com", isVerified: true }],
        // Base32 of the text itself, as coreutils' base32 gives it; the skew is the realm's.
        totp: [{ secretKey: "ON2GK4DVOBSGK3LPMZUXQ5DVOJSTCMRT", period: 30, skew: 3, deviceName: "phone" }],
      },
      {
        ...hashed,
        scheme: "argon2i",
        externalUserId: "k-bob",
        email: "bob@example.com",
        totp: [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 3 }],
      },
      { ...hashed, scheme: "2a", externalUserId: "k-cyd", email: "cyd@example.com" },
      ["k-dan", "scheme/login-only"],
      ["k-eve", "scheme/login-only"],
      ["k-fay", "scheme/login-only"],
      ["k-gus", "user/disabled"],
      ["k-hal", "scheme/plain-text"],
      {
        ...hashed,
        externalUserId: "k-ivy",
        email: "ivy@example.com",
        phoneNumber: "+15555550100",
        warnings: ["user/second-factor-not-carried"],
      },
      ["k-service-account-shop", "user/not-a-person"],
      ["k-jan", "scheme/login-only"],
    ]);
  });

  it("has hashes of the password, also those that only a login can verify", async () => {
    const records = await readAs("keycloak", SAMPLE, { includeDisabled: true });
    expect(await expectSamplePasswords(records, "keycloak")).toBe(9);
  });

  it("keeps the second factor of a user who is verified at login, with the skew of their own realm", async () => {
    const [jan] = await readAs("keycloak", REALMS, { tablePrefix: "two" });
    expect(jan?.kind === "user" && jan.loginOnly?.user.totp).toEqual([
      { secretKey: "ON2GK4DVOBSGK3LPMZUXQ5DVOJSTCMRT", period: 30, skew: 1 },
    ]);
  });

  it("is told from its content, as one realm and as several", async () => {
    for (const text of [SAMPLE, REALMS, JSON.stringify(JSON.parse(REALMS)[1])]) {
      expect(await detectSource(Buffer.from(text))).toMatchObject({
        value: { source: "keycloak", certainty: "sure" },
      });
      expect(await readAs("firebase", text)).toMatchObject([
        {
          problem: {
            code: "source/of-other-system",
            message: expect.stringContaining("Keycloak (keycloak)"),
          },
        },
      ]);
    }
  });

  it("shows no secret, and no password, in what is said of refused users", async () => {
    const told = JSON.stringify(
      (await readAs("keycloak", SAMPLE))
        .filter((record) => record.kind === "user" && !record.result.ok)
        .map((record) => record.kind === "user" && !record.result.ok && record.result.problems),
    );
    expect(told).not.toContain(PASSWORD);
    expect(told).not.toContain("stepupdemofixture123");
  });
});

const user = (more: object) => ({ id: "a", username: "a", email: "a@example.com", enabled: true, ...more });
const codes = async (more: object) => {
  const [record] = await readAs("keycloak", JSON.stringify({ realm: "x", users: [user(more)] }));
  if (record?.kind !== "user") return record?.problem.code;
  return (record.result.ok ? record.result.warnings : record.result.problems).map(({ code }) => code);
};

describe("a directory export", () => {
  const [realm] = JSON.parse(SAMPLE) as { realm: string; users: object[] }[];
  const { users, ...settings } = realm as { realm: string; users: object[] };
  const file = { realm: settings.realm, users: users.slice(0, 1) };
  const skewOf = async (document: object) => {
    const [record] = await readAs("keycloak", JSON.stringify(document));
    if (record?.kind !== "user" || !record.result.ok) throw new Error("not read");
    return [record.result.value.user.totp[0]?.skew, record.result.warnings.map(({ code }) => code)];
  };

  it("takes the window of codes from the realm's settings, which the guide puts in front of the users", async () => {
    expect(await skewOf({ ...settings, otpPolicyLookAheadWindow: 0, ...file })).toEqual([0, []]);
  });

  it("warns that a file of users alone does not have the window", async () => {
    expect(await skewOf(file)).toEqual([1, ["user/second-factor-window"]]);
  });
});

describe("several realms in a file", () => {
  const read = async (text: string, tablePrefix?: string) =>
    outcomes(await readAs("keycloak", text, tablePrefix === undefined ? {} : { tablePrefix }));

  it("are refused, with their names, as their users and roles have nothing to do with each other", async () => {
    const records = await readAs("keycloak", REALMS);
    expect(records).toMatchObject([{ kind: "unreadable", problem: { code: "source/table-prefix" } }]);
    expect(JSON.stringify(records)).toContain("one, two");
  });

  it("are read one at a time, by name", async () => {
    const whole = await read(SAMPLE);
    expect(await read(REALMS, "one")).toEqual(whole.slice(0, -1));
    expect(await read(REALMS, "two")).toEqual(whole.slice(-1));
    expect(await read(SAMPLE, "one")).toEqual(whole);
    expect(await readAs("keycloak", REALMS, { tablePrefix: "three" })).toMatchObject([
      { kind: "unreadable", problem: { code: "source/table-prefix" } },
    ]);
  });

  it("are one where the same realm comes in two parts", async () => {
    expect(await read(REALMS.replace('"realm":"two"', '"realm":"one"'))).toHaveLength(11);
  });
});

describe("what is damaged or left out", () => {
  it.each<[string, object, readonly string[]]>([
    [
      "no hash, as the admin interface lists users",
      { credentials: [{ type: "password", id: "1" }] },
      ["user/password-not-exported"],
    ],
    [
      "a hash without its salt",
      { credentials: [{ type: "password", secretData: '{"value":"eA=="}', credentialData: "{}" }] },
      ["wrapping/incomplete"],
    ],
    [
      "an argon2 hash without its memory",
      {
        credentials: [
          {
            type: "password",
            secretData: '{"value":"eA==","salt":"eA=="}',
            credentialData: '{"algorithm":"argon2","hashIterations":5}',
          },
        ],
      },
      ["wrapping/incomplete"],
    ],
    [
      "an extension's algorithm",
      {
        credentials: [
          {
            type: "password",
            secretData: '{"value":"eA==","salt":"eA=="}',
            credentialData: '{"algorithm":"rot13","hashIterations":5}',
          },
        ],
      },
      ["scheme/unsupported"],
    ],
    [
      "JSON that is none",
      { credentials: [{ type: "password", secretData: "{", credentialData: "{}" }] },
      ["user/field-wrong-type", "user/password-not-exported"],
    ],
    ["no login at all", {}, ["user/no-credential"]],
    ["no word on whether the user is enabled", { enabled: undefined }, ["user/disabled"]],
  ])("is told: %s", async (_, more, wanted) => {
    expect(await codes(more)).toEqual(wanted);
  });

  it("is told of a secret in an encoding that is not known, and never guessed", async () => {
    const otp = {
      type: "otp",
      secretData: '{"value":"abc"}',
      credentialData: '{"subType":"totp","secretEncoding":"BASE64"}',
    };
    const google = { identityProvider: "google", userId: "1" };
    expect(await codes({ credentials: [otp], federatedIdentities: [google] })).toEqual([
      "user/second-factor-not-carried",
    ]);
  });

  it("is told of a security key beside a password, which is a second factor, and of no passkey", async () => {
    const secretData = '{"value":"$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"}';
    const password = { type: "password", secretData, credentialData: '{"algorithm":"bcrypt"}' };
    const key = { type: "webauthn", secretData: "{}", credentialData: "{}" };
    expect(await codes({ credentials: [password, key, key] })).toEqual(["user/second-factor-not-carried"]);
    expect(await codes({ credentials: [password, { ...key, type: "webauthn-passwordless" }] })).toEqual([]);
  });

  it("takes no unverified number of the profile for a login", async () => {
    const attributes = { phoneNumber: ["+15555550100"] };
    expect(await codes({ attributes })).toEqual(["user/no-credential"]);
  });

  it("is a realm that was exported without its users", async () => {
    const [record] = await readAs("keycloak", '{"realm":"x","roles":{}}');
    expect(record).toMatchObject({
      problem: {
        code: "source/no-users",
        message: "the file has no list of users, as a realm that was exported without its users",
      },
    });
  });

  it("is one user of many, whose neighbours are read with their own realm's settings", async () => {
    const text = SAMPLE.replace('"username": "bob"', '"username": "bob');
    const records = outcomes(await readAs("keycloak", text));
    expect(records).toHaveLength(11);
    expect(records[1]).toEqual([undefined, "source/record-damaged"]);
    expect(records[0]).toMatchObject({ externalUserId: "k-ada", totp: [{ skew: 3 }] });
  });
});

it("lists the mark of a second factor neither where the factor is carried nor where it is not", async () => {
  const otp = {
    type: "otp",
    secretData: '{"value":"GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"}',
    credentialData: '{"subType":"totp","secretEncoding":"BASE32","digits":6,"period":30,"algorithm":"HmacSHA1"}',
  };
  const federatedIdentities = [{ identityProvider: "google", userId: "1081" }];
  const factors: object[][] = [[otp], []];
  const read = factors.map(async (credentials) => {
    const text = JSON.stringify({
      realm: "r",
      users: [user({ totp: true, credentials, federatedIdentities })],
    });
    const { notCarried, codes } = await readUserOf(text, "a", { from: "keycloak" });
    expect(notCarried).not.toContain("totp");
    return codes.includes("user/second-factor-not-carried");
  });
  expect(await Promise.all(read)).toEqual([false, true]);
});

describe("a list of users, as the admin interface gives it", () => {
  const LISTING = [
    user({ createdTimestamp: 1, totp: false, disableableCredentialTypes: [], requiredActions: [] }),
    user({ id: "b", username: "b", email: "b@example.com", access: { manage: true } }),
  ];
  const text = (list: readonly object[]) => JSON.stringify(list);

  it("is told as one without hashes, and its users are named", async () => {
    const records = await readAs("keycloak", text(LISTING));
    expect(outcomes(records)).toEqual([
      ["a", "user/password-not-exported"],
      ["b", "user/password-not-exported"],
    ]);
    expect(JSON.stringify(records[0])).toContain("export the realm");
    expect(await detectSource(Buffer.from(text(LISTING)))).toMatchObject({ value: { source: "keycloak" } });
  });

  it("is read like a realm where somebody took it out of one, with the credentials", async () => {
    const [realm] = JSON.parse(SAMPLE);
    const found = outcomes(await readAs("keycloak", text(realm.users)));
    expect(found).toHaveLength(11);
    expect(found[2]).toEqual({ ...hashed, scheme: "2a", externalUserId: "k-cyd", email: "cyd@example.com" });
  });
});
