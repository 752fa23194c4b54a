import { describe, expect, it } from "vitest";
import { detected, knowsPassword, outcomesById, readAs, readUserOf, takesCode } from "./read-samples.js";
import { insertInto, sampleOf } from "./samples.js";

const JSON_DUMP = sampleOf("django.json");
const from = "django";
const rows = JSON.parse(JSON_DUMP) as { model: string; pk: unknown; fields: Record<string, unknown> }[];
const ADA = rows[1] as (typeof rows)[0];
const BOB_HASH = rows[2]?.fields.password as string;
const HASH = ADA.fields.password as string;
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const login = (email: string, isVerified: boolean) => ({
  thirdPartyId: "google",
  thirdPartyUserId: "1081",
  email,
  isVerified,
});

const dump = (...more: unknown[]) => JSON.stringify([ADA, ...more]);
const device = (fields: object) => ({
  model: "otp_totp.totpdevice",
  pk: 1,
  fields: {
    user: 1,
    confirmed: true,
    key: "31".repeat(20),
    step: 30,
    t0: 0,
    digits: 6,
    tolerance: 1,
    ...fields,
  },
});
const adaOf = async (text: string) => (await outcomesById(text, { from }))["1"];

describe("Django's dumpdata", () => {
  it("becomes users with the rows of django-allauth and django-otp", async () => {
    expect(await outcomesById(JSON_DUMP, { from })).toEqual({
      1: {
        externalUserId: "1",
        email: "ada@example.com",
        emailVerified: true,
        passwordHash: HASH.slice("argon2".length),
        source: "django",
        thirdParty: [login("ada@example.com", true)],
        totp: [{ secretKey: RFC_SECRET, period: 30, skew: 3, deviceName: "phone" }],
      },
      2: {
        externalUserId: "2",
        email: "Bob@example.com",
        emailVerified: false,
        passwordHash: BOB_HASH.slice("bcrypt$$".length - 1),
        source: "django",
        thirdParty: [],
        totp: [],
      },
      3: ["scheme/login-only"],
      4: {
        externalUserId: "4",
        email: "dora@example.com",
        emailVerified: false,
        thirdParty: [{ thirdPartyId: "github", thirdPartyUserId: "77", email: "dora@example.com", isVerified: false }],
        totp: [],
      },
      5: ["user/disabled"],
      6: ["user/no-credential"],
    });
  });

  it("has hashes that verify the known password, pbkdf2 at login only", async () => {
    for (const id of ["1", "2", "3"]) {
      const read = await readUserOf(JSON_DUMP, id, { from });
      expect(await knowsPassword(read)).toBe(true);
      expect(read.loginOnly === undefined).toBe(id !== "3");
    }
  });

  it("has a second factor whose codes are oathtool's", async () => {
    const { user } = await readUserOf(JSON_DUMP, "1", { from });
    // oathtool --totp --now "2024-01-01 00:00:00 UTC" 3132333435363738393031323334353637383930
    expect(takesCode(user, "752764")).toBe(true);
  });

  it("says what is not carried, and nothing of it is kept that is a secret", async () => {
    const ada = await readUserOf(JSON_DUMP, "1", { from });
    expect([...ada.notCarried].sort()).toEqual([
      "date_joined",
      "first_name",
      "further e-mail addresses",
      "is_staff",
      "is_superuser",
      "recovery codes",
      "socialaccount.date_joined",
      "socialaccount.last_login",
      "totpdevice.last_t",
      "totpdevice.throttling_failure_count",
      "user name",
    ]);
    expect(ada.further).toEqual({
      emails: [{ value: "ada@work.example", isVerified: false }],
      phoneNumbers: [],
      userName: "ada",
    });
    expect((await readUserOf(JSON_DUMP, "2", { from })).codes).toEqual(["user/second-factor-unconfirmed"]);
  });

  it("also of a user model of one's own, and as lines", async () => {
    const own = { ...ADA, model: "people.member", pk: "0b7e6a50-0000-4000-8000-000000000001" };
    const text = [own, { ...device({ user: own.pk }) }].map((row) => `${JSON.stringify(row)}\n`).join("");
    expect(await outcomesById(text, { from })).toMatchObject({
      [own.pk]: { externalUserId: own.pk, totp: [{ skew: 1 }] },
    });
    expect(await detected(text)).toEqual(["django", "sure"]);
  });

  it.each([
    ["no ID", { ...ADA, pk: null }, "line 1", ["user/id-unusable"]],
    ["fields that are not an object", { ...ADA, fields: [] }, "line 1", ["user/id-unusable", "user/field-unknown"]],
    ["a malformed address", { ...ADA, fields: { ...ADA.fields, email: "ada" } }, "1", ["user/email-malformed"]],
    ["a hash that is a number", { ...ADA, fields: { ...ADA.fields, password: 1 } }, "1", ["user/field-wrong-type"]],
    [
      "is_active of another type",
      { ...ADA, fields: { ...ADA.fields, is_active: "maybe" } },
      "1",
      ["user/field-wrong-type"],
    ],
  ])("with %s is refused", async (_, row, id, codes) => {
    const found = await outcomesById(JSON.stringify([row]), { from });
    expect(found[id]).toEqual(expect.arrayContaining([codes[0]]));
  });

  it.each([
    ["digits of which the service has none", { digits: 8 }, ["otpauth/unsupported"]],
    ["another beginning of time", { t0: 1000 }, ["otpauth/unsupported"]],
    ["a key that is not hexadecimal", { key: "not hexadecimal" }, ["secret/illegal-character"]],
    ["a step that is a text", { step: "half a minute" }, ["user/field-wrong-type"]],
  ])("with a device with %s is refused", async (_, fields, codes) => {
    expect(await adaOf(dump(device(fields)))).toEqual(codes);
  });
});

describe("Django's tables", () => {
  it("in an SQL dump become the same users", async () => {
    const text = sampleOf("django.sql");
    expect(await outcomesById(text, { from })).toEqual({
      1: {
        externalUserId: "1",
        email: "ada@example.com",
        emailVerified: true,
        passwordHash: HASH.slice("argon2".length),
        source: "django",
        thirdParty: [login("ada@example.com", true)],
        totp: [{ secretKey: RFC_SECRET, period: 30, skew: 1 }],
      },
      5: expect.arrayContaining(["user/disabled", "user/third-party-unusable"]),
    });
    const { codes, notCarried } = await readUserOf(text, "1", { from });
    expect(codes).toEqual(["user/second-factor-not-carried"]);
    expect(notCarried).toContain("recovery codes");
    expect(await detected(text)).toEqual(["django", "sure"]);
  });

  it("as CSV, with the other tables joined", async () => {
    const join = [
      "id,email,verified,primary,user_id\n1,ada@example.com,t,t,1\n",
      "id,provider,uid,extra_data,user_id\n1,google,1081,{},1\n",
      `id,name,confirmed,key,step,t0,digits,tolerance,drift,user_id\n1,,t,${"31".repeat(20)},30,0,6,1,0,1\n`,
    ];
    expect(await outcomesById(sampleOf("django.csv"), { from, join })).toMatchObject({
      1: {
        emailVerified: true,
        thirdParty: [login("ada@example.com", true)],
        totp: [{ period: 30, skew: 1 }],
      },
      5: ["user/disabled"],
    });
  });

  it("are told by their rows", async () => {
    expect(await detected(sampleOf("django.csv"))).toEqual(["django", "sure"]);
    expect(await detected(JSON_DUMP)).toEqual(["django", "sure"]);
  });
});

it("reads a user model of one's own under any table's name, and passes over tables that end like it", async () => {
  const dump = (table: string) =>
    `--\n-- PostgreSQL database dump\n--\nCOPY public.shop_banned_user (id, reason) FROM stdin;\n1\tspam\n\\.\nCOPY public.${table} (id, password, last_login, is_superuser, email, is_active) FROM stdin;\n1\t${HASH}\t\\N\tf\tada@example.com\tt\n\\.\n--\n-- PostgreSQL database dump complete\n--\n`;
  const read = await outcomesById(dump("shop_user"), { from });
  expect(read).toEqual({ 1: expect.objectContaining({ email: "ada@example.com", source: "django" }) });
  expect(await outcomesById(dump("auth_user"), { from })).toEqual(read);
});

describe("a user model whose table has a name of its own", () => {
  const user = { id: 1, password: HASH, last_login: null, is_superuser: "f", email: "ada@example.com" };
  const other = insertInto("library_loan", [{ id: 1, password: "x" }]);
  const totp = { id: 5, user_id: 1, key: "3132333435363738393031323334353637383930", step: 30, t0: 0, confirmed: 1 };
  const text = other + insertInto("accounts_member", [user]) + insertInto("otp_totp_totpdevice", [totp]);

  it("is read by its columns, with the user's further rows", async () => {
    const records = await readAs(from, text);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ result: { ok: true, value: { user: { totp: [{ period: 30 }] } } } });
    expect(await detected(text)).toEqual(["django", "sure"]);
  });

  it("is read where CREATE TABLE alone has the columns, as sqlite3 writes it", async () => {
    const create = "CREATE TABLE accounts_member (id integer, password text, last_login text, email text);\n";
    const rows = `INSERT INTO accounts_member VALUES(1,'${HASH}',NULL,'ada@example.com');\n`;
    const records = await readAs(from, `BEGIN TRANSACTION;\n${create}${rows}COMMIT;\n`);
    expect(records).toMatchObject([{ result: { ok: true, value: { user: { email: "ada@example.com" } } } }]);
  });

  it("is read of phpMyAdmin's JSON", async () => {
    const table = { type: "table", name: "accounts_member", database: "app", data: [user] };
    const records = await readAs(from, JSON.stringify([{ type: "header", version: "5" }, table]));
    expect(records).toMatchObject([{ result: { ok: true, value: { user: { email: "ada@example.com" } } } }]);
  });

  it("is chosen by its name where there are several", async () => {
    const both = text + insertInto("backoffice_admin", [{ ...user, email: "bob@example.com" }]);
    expect(JSON.stringify(await readAs(from, both))).toContain("source/table-prefix");
    const records = await readAs(from, both, { tablePrefix: "backoffice_admin" });
    expect(records).toMatchObject([{ result: { ok: true, value: { user: { email: "bob@example.com" } } } }]);
  });
});
