import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { detectSource, parseDecryptionKeys } from "../../../src/source/index.js";
import { totpCode } from "../../../src/verify/index.js";
import { codesOf } from "../read-users.js";
import { expectSamplePasswords, outcomes, readAs } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const DUMP = sampleOf("supabase.sql");
/** The dump without its users. */
const PARTS = DUMP.replace(/COPY auth\.users[\s\S]*?\n\\\.\n/, "");
const TABLE = sampleOf("supabase.csv");
const ID = "5b1a0f4e-0000-4000-8000-00000000000";

const found = parseDecryptionKeys("2024-01:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8");
const decryptionKeys = found.ok ? found.value : [];

const SEALED_TEXTS = JSON.parse(
  readFileSync(new URL("../decryption/encrypted-secrets.json", import.meta.url), "utf8"),
) as readonly { name: string; secret: { text: string } }[];
const sealedText = (name: string) => SEALED_TEXTS.find((one) => one.name === name)?.secret.text;

const ADA = {
  externalUserId: `${ID}1`,
  email: "ada@example.com",
  emailVerified: true,
  phoneNumber: "+15555550100",
  scheme: "2a",
  source: "supabase",
  thirdParty: [],
};
const DEVICE = { secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1, deviceName: "phone" };

describe("a dump", () => {
  it("gives users with their social logins and second factors", async () => {
    expect(outcomes(await readAs("supabase", DUMP, { decryptionKeys }))).toEqual([
      { ...ADA, totp: [DEVICE], warnings: ["user/second-factor-unconfirmed"] },
      {
        externalUserId: `${ID}2`,
        email: "bob@example.com",
        emailVerified: true,
        thirdParty: [
          {
            thirdPartyId: "google",
            thirdPartyUserId: "1081",
            email: "bob@gmail.example",
            // The provider's word, which Supabase makes up for some: internal/api/provider/notion.go.
            isVerified: false,
          },
        ],
        totp: [{ secretKey: "JBSWY3DPEHPK3PXP", period: 30, skew: 1 }],
        warnings: ["secret/short-key"],
      },
      [`${ID}3`, "user/banned"],
      [`${ID}4`, "user/unconfirmed"],
      [`${ID}5`, "user/deleted"],
      [`${ID}6`, "user/invited"],
      [`${ID}7`, "user/no-credential"],
      {
        externalUserId: `${ID}8`,
        email: "gus@example.com",
        emailVerified: true,
        scheme: "2a",
        source: "supabase",
        thirdParty: [],
        totp: [],
        warnings: ["user/third-party-unusable", "user/second-factor-not-carried"],
      },
    ]);
  });

  it("says only that they are deleted of users whose address is erased", async () => {
    const erased = {
      id: "u1",
      aud: "authenticated",
      encrypted_password: "",
      email: "sNHxHaSk3yRkbA-d8Q7m",
      phone: "Zk3yRkbA-d8Q7mA",
    };
    const text = JSON.stringify([
      {
        ...erased,
        email_confirmed_at: "2024-05-01",
        phone_confirmed_at: "2024-05-01",
        deleted_at: "2024-06-01",
      },
    ]);
    expect(outcomes(await readAs("supabase", text))).toEqual([["u1", "user/deleted"]]);
  });

  it("names passkeys among what is not imported", async () => {
    const key = { id: "c1", user_id: `${ID}1`, credential_id: "x", public_key: "x" };
    const [ada] = await readAs("supabase", DUMP, { join: [JSON.stringify([key])], decryptionKeys });
    expect(ada).toMatchObject({
      result: { value: { notCarried: expect.arrayContaining(["passkeys (webauthn_credentials)"]) } },
    });
  });

  it("has hashes of the password", async () => {
    expect(await expectSamplePasswords(await readAs("supabase", DUMP), "supabase")).toBe(2);
  });

  it("has the second factor of RFC 6238, appendix B", async () => {
    expect(totpCode(DEVICE.secretKey, { unixSeconds: 59 })).toBe("287082");
  });

  it("says of an encrypted secret that it needs a key", async () => {
    const bob = outcomes(await readAs("supabase", DUMP))[1];
    expect(bob).toMatchObject({ totp: [], warnings: ["user/second-factor-encrypted"] });
  });

  it("tells the rows that belong to nobody", async () => {
    let report: unknown;
    await readAs("supabase", DUMP, { onJoined: (joined) => (report = joined) });
    expect(report).toMatchObject({ leftOver: [{ part: "identities", rows: 1, lines: [10] }] });
  });
});

describe("database encryption", () => {
  const [SEALED, OTHER] = ["supabase, a password's hash", "supabase, a second factor"].map(sealedText);
  const user = (encrypted_password: unknown) =>
    JSON.stringify([{ id: `${ID}9`, email: "hal@example.com", email_confirmed_at: "2024-05-01", encrypted_password }]);

  it("opens a hash with the key, and it is of the password", async () => {
    const records = await readAs("supabase", user(SEALED), { decryptionKeys });
    expect(await expectSamplePasswords(records, "supabase")).toBe(1);
  });

  it.each([
    ["without a key", [], SEALED, "user/password-encrypted"],
    ["that is of another row", decryptionKeys, OTHER, "decryption/no-key-fits"],
    ["that is not an envelope", decryptionKeys, "{}", "decryption/malformed"],
  ])("refuses a hash %s", async (_, keys, text, code) => {
    const records = await readAs("supabase", user(text), { decryptionKeys: keys });
    expect(outcomes(records)).toEqual([[`${ID}9`, code]]);
  });
});

describe("the dashboard's table", () => {
  it("gives the users, and warns of logins that are in another table", async () => {
    const users = outcomes(await readAs("supabase", TABLE));
    expect(users).toHaveLength(8);
    expect(users[0]).toEqual({ ...ADA, totp: [] });
    expect(users[1]).toEqual([`${ID}2`, "user/no-credential"]);
    expect(users[7]).toMatchObject({ warnings: ["user/third-party-unusable"] });
  });

  it("may be joined with the tables of a dump", async () => {
    const [ada] = outcomes(await readAs("supabase", TABLE, { join: [PARTS] }));
    expect(ada).toMatchObject({ ...ADA, totp: [DEVICE] });
  });
});

describe("the administrator's interface", () => {
  const listed = (user: object) =>
    JSON.stringify({ users: [{ id: "u1", aud: "authenticated", app_metadata: {}, ...user }], total: 1 });
  const confirmed = { email: "a@example.com", email_confirmed_at: "2024-05-01T10:00:00Z" };
  const identity = (provider: string, id: string) => {
    const identity_data = { email: "a@example.com", email_verified: provider !== "email" };
    return { provider, id, user_id: "u1", identity_data };
  };

  it("has no hashes, which refuses those who may have a password", async () => {
    const user = listed({ ...confirmed, identities: [identity("email", "u1")] });
    expect(outcomes(await readAs("supabase", user))).toEqual([["u1", "user/password-not-exported"]]);
  });

  it("has social logins", async () => {
    const user = listed({ ...confirmed, identities: [identity("github", "77")] });
    const login = {
      thirdPartyId: "github",
      thirdPartyUserId: "77",
      email: "a@example.com",
      isVerified: true,
    };
    expect(outcomes(await readAs("supabase", user))).toMatchObject([{ thirdParty: [login] }]);
  });
});

/** By internal/api/signup.go, verify.go, user.go and phone.go: with automatic confirmation no message is sent. */
describe("a confirmation", () => {
  const sent = "2024-05-01 09:59:30+00";
  const moment = "2024-05-01 10:00:00+00";
  const later = "2026-05-01 10:00:00+00";
  const before = "2024-02-01 10:00:00+00";
  const encrypted_password = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const identity = (provider: string, identity_data: object) => ({
    provider,
    id: provider,
    user_id: "u1",
    identity_data,
  });
  const email = (email_verified: boolean | undefined) =>
    identity("email", { sub: "u1", email: "A@example.com", email_verified, phone_verified: false });
  const google = (of: string, email_verified: boolean) => identity("google", { sub: "7", email: of, email_verified });
  const sso = (email_verified: boolean) => identity("sso:21648a9d", { email: "a@example.com", email_verified });
  const read = async (fields: object, ...identities: object[]) => {
    const user = {
      id: "u1",
      aud: "authenticated",
      email: null,
      phone: null,
      encrypted_password,
      ...fields,
      identities,
    };
    return (await readAs("supabase", JSON.stringify({ users: [user] })))[0];
  };

  describe("of an address", () => {
    const isVerified = async (fields: object, ...identities: object[]) => {
      const record = await read({ email: "a@example.com", email_confirmed_at: moment, ...fields }, ...identities);
      return record?.kind === "user" && record.result.ok && record.result.value.user.emailVerified;
    };

    it("is counted where a confirmation is taken for none", async () => {
      const notCarried = async (fields: object, ...identities: object[]) => {
        const record = await read({ email: "a@example.com", email_confirmed_at: moment, ...fields }, ...identities);
        return record?.kind === "user" && record.result.ok ? record.result.value.notCarried : undefined;
      };
      const ofOlderServer = { email_confirmed_at: later, confirmation_sent_at: later };
      expect(await notCarried(ofOlderServer, email(false))).toContain("email_confirmed_at that nothing proves");
      expect(await notCarried({ confirmation_sent_at: sent }, email(true))).not.toContainEqual(
        expect.stringContaining("email_confirmed_at"),
      );
      expect((await notCarried({ email_confirmed_at: null })) ?? []).not.toContainEqual(
        expect.stringContaining("email_confirmed_at"),
      );
    });

    it.each([
      ["a link was followed", { confirmation_sent_at: sent }, [email(true)]],
      ["a link was followed before identities had marks", { confirmation_sent_at: sent }, [email(false)]],
      ["the identities are not in the export", { confirmation_sent_at: sent }, []],
      ["an invitation was", { invited_at: sent, email_confirmed_at: later }, [email(true)]],
      [
        "another address was confirmed in place of it",
        { email_change_sent_at: later, email_change: "" },
        [email(true)],
      ],
      ["a user with a number followed a link", { confirmation_sent_at: sent, phone: "15555550100" }, [email(true)]],
      ["an invitation was, and the identities are not in the export", { invited_at: sent }, []],
      ["a guest followed a link", { email_change_sent_at: sent, email_change: "" }, [email(true)]],
      [
        "a link was followed, and codes are sent to a number later",
        { confirmation_sent_at: later, phone: "15555550100" },
        [{ ...email(true), created_at: sent }],
      ],
      ["a first link for signing in was followed", { recovery_sent_at: sent }, [email(true)]],
      [
        "a link for signing in was followed long after the sign-up, and another one was sent later",
        { confirmation_sent_at: before, recovery_sent_at: later },
        [{ ...email(true), created_at: before }],
      ],
      [
        "an administrator made the user, and links for signing in were sent",
        { recovery_sent_at: later },
        [{ ...email(true), created_at: before }],
      ],
      ["a provider says so", {}, [google("a@example.com", true)]],
      ["a provider says so beside a password", {}, [email(false), google("a@example.com", true)]],
    ])("is a proof where %s", async (_, fields, identities) => {
      expect(await isVerified(fields, ...identities)).toBe(true);
    });

    it.each([
      ["no message was sent", {}, [email(false)]],
      ["a guest gave it, and no message was sent", { email_confirmed_at: later }, [email(true)]],
      ["a guest gave it, and asked for a link later", { recovery_sent_at: later }, [email(true)]],
      [
        "a guest gave it, and another one later",
        { email_change_sent_at: later, email_change: "m@e.example" },
        [email(true)],
      ],
      [
        "a guest gave it, and has codes sent to a number",
        { confirmation_sent_at: later, phone: "15555550100" },
        [email(true)],
      ],
      [
        "a guest gave it some time after codes were sent to a number",
        { confirmation_sent_at: later, phone: "15555550100", created_at: before },
        [{ ...email(true), created_at: moment }],
      ],
      [
        "it was written with the service key long after a link to another one",
        { confirmation_sent_at: before },
        [{ ...email(true), created_at: before }],
      ],
      ["a link for signing in was sent long before", { recovery_sent_at: before }, [email(true)]],
      ["a second sign-up made it", { confirmation_sent_at: sent, email_confirmed_at: later }, [email(false)]],
      ["a second sign-up made it long after the link", { confirmation_sent_at: before }, [email(false)]],
      ["a sign-up made it long after the invitation", { invited_at: before }, [email(false)]],
      [
        "a guest gave it long after a link to another one",
        { email_change_sent_at: before, email_change: "" },
        [email(true)],
      ],
      ["a provider says so of another address", {}, [email(false), google("b@example.com", true)]],
      ["a provider denies it", {}, [google("a@example.com", false)]],
      ["a customer's server for single sign-on says so", {}, [sso(true)]],
      ["nothing says so", {}, []],
    ])("is no proof where %s", async (_, fields, identities) => {
      expect(await isVerified(fields, ...identities)).toBe(false);
    });
  });

  describe("of a number", () => {
    const created_at = "2024-05-01 09:59:29+00";
    const phone = (phone_verified: boolean | undefined) => identity("phone", { sub: "u1", phone_verified });
    const isRead = async (fields: object, ...identities: object[]) => {
      const own = { phone: "15555550100", phone_confirmed_at: moment, created_at, ...fields };
      return JSON.stringify(await read(own, ...identities)).includes('"+15555550100"');
    };
    const address = { email: "a@example.com", email_confirmed_at: moment };

    it.each([
      ["a code was typed in at sign-up", { confirmation_sent_at: sent }, [phone(false)]],
      ["the last code was not", { confirmation_sent_at: later }, [phone(false)]],
      ["the sign-up was long ago", { confirmation_sent_at: sent, created_at: "2021-01-01 00:00:00+00" }, []],
      ["an address was added", { ...address, confirmation_sent_at: sent }, [phone(false), email(true)]],
      ["it was added by a code", { ...address, phone_change_sent_at: sent, phone_change: "" }, [phone(true)]],
      [
        "it was added by a code, and a later code set the moment again",
        { ...address, phone_change_sent_at: before, confirmation_sent_at: sent },
        [phone(true)],
      ],
    ])("is a proof where %s", async (_, fields, identities) => {
      expect(await isRead(fields, ...identities)).toBe(true);
    });

    it.each([
      ["no code was sent", {}, [phone(false)]],
      ["it was added without a code", { confirmation_sent_at: sent }, [phone(true)]],
      [
        "it was added without a code long after another one",
        { ...address, phone_change_sent_at: before },
        [phone(true)],
      ],
      [
        "it was added without a code, and a code for another one was sent later",
        { ...address, phone_change_sent_at: later, phone_change: "" },
        [phone(true)],
      ],
      [
        "a second sign-up made it long after the code",
        { confirmation_sent_at: before, created_at: before },
        [phone(false)],
      ],
      ["the message was a mail", { ...address, confirmation_sent_at: sent }, [email(true), phone(true)]],
      ["the message may have been a mail", { ...address, confirmation_sent_at: sent }, []],
      [
        "the sign-up confirmed it, and a code was asked for later",
        { confirmation_sent_at: later, phone_confirmed_at: "2024-05-01 09:59:29.2+00" },
        [phone(false)],
      ],
    ])("is no proof where %s", async (_, fields, identities) => {
      expect(await isRead(fields, ...identities)).toBe(false);
    });
  });
});

it.each([
  ["no ID", { id: null }, ["user/id-unusable"]],
  ["a malformed address", { email: "ada" }, ["user/email-malformed"]],
  ["an address that is a list", { email: ["a@example.com"] }, ["user/field-wrong-type"]],
  [
    "a number with letters",
    { phone: "12x", phone_confirmed_at: "2024-01-01", phone_change_sent_at: "2024-01-01", encrypted_password: "" },
    ["user/phone-malformed"],
  ],
  ["an end of a ban that is no date", { banned_until: "soon" }, ["user/field-wrong-type"]],
  ["a damaged hash", { encrypted_password: "$2a$10$x" }, ["bcrypt/truncated"]],
])("refuses a user with %s", async (_, fields, codes) => {
  const email_confirmed_at = "2024-01-01 00:00:00+00";
  const encrypted_password = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const user = { id: "u1", email: "a@example.com", email_confirmed_at, encrypted_password, ...fields };
  const [record] = await readAs("supabase", JSON.stringify([user]));
  expect(record?.kind === "user" && codesOf(record)).toEqual(codes);
});

it.each([
  ["the dump", DUMP],
  ["the table", TABLE],
  ["the table with line ends of Windows", TABLE.replaceAll("\n", "\r\n")],
])("is told from %s", async (_, text) => {
  expect(await detectSource(Buffer.from(text))).toMatchObject({
    value: { source: "supabase", certainty: "sure" },
  });
});
