import { createCipheriv, pbkdf2Sync } from "node:crypto";
import { encode } from "hi-base32";
import { describe, expect, it } from "vitest";
import { parseDecryptionKeys, type TotpSettings } from "../../../src/source/index.js";
import { verifyPassword } from "../../../src/verify/index.js";
import { detected, knowsPassword, outcomesById, readAs, readUserOf } from "./read-samples.js";
import { HASHES, insertInto, LONG_PASSWORD, lines } from "./samples.js";

const email = "ada@example.com";
const FACTOR = { secretKey: "JBSWY3DPEHPK3PXP", period: 30, skew: 1 };
/** Made by passlib.totp with cryptography: test/source/decryption/generators/passlib.py. */
const SEALED = JSON.stringify({
  enckey: { c: 14, k: "SLGJMH6HQXDJRL47VJEMOH5E5GWDMDXJ", s: "OYHKCVBKUW2PNXW3XM3Q", t: "1", v: 1 },
  type: "totp",
  v: 1,
});
const first = async (from: string, row: object, more = {}) =>
  Object.values(await outcomesById(lines(row), { from: from as "django", ...more }))[0];

describe("Flask-Security's table of users", () => {
  const from = "flask-security";
  const key = JSON.stringify({ key: "JBSWY3DPEHPK3PXP", type: "totp", v: 1 });
  const user = {
    id: 1,
    email,
    password: HASHES[from],
    active: true,
    fs_uniquifier: "u",
    confirmed_at: null,
    tf_primary_method: "authenticator",
    tf_totp_secret: key,
  };

  it("has hashes over an HMAC of the password, for the login only", async () => {
    expect(await first(from, user)).toEqual(["wrapping/peppered"]);
    const { loginOnly } = await readUserOf(lines(user), "1", { from });
    expect(loginOnly?.user).toEqual({
      externalUserId: "1",
      email,
      emailVerified: false,
      thirdParty: [],
      totp: [FACTOR],
    });
    const pepper = "the-site-salt";
    const verified = await verifyPassword(LONG_PASSWORD, loginOnly?.hash ?? "", { source: from, pepper });
    expect(verified.ok && verified.value.matches).toBe(true);
    expect(await detected(lines(user))).toEqual([from, "sure"]);
  });

  it.each([
    [{ active: 0 }, "user/disabled"],
    [{ id: null }, "user/id-unusable"],
    [{ email: "ada" }, "user/email-malformed"],
    [{ tf_totp_secret: "not JSON" }, "user/field-wrong-type"],
    [{ tf_totp_secret: JSON.stringify({ key: "JBSWY3DPEHPK3PXP", digits: 8 }) }, "otpauth/unsupported"],
  ])("is refused with %o", async (fields, code) => {
    expect(await first(from, { ...user, ...fields })).toContain(code);
  });

  it("holds a user out of the fallback whose second factor has no secret, unless the password alone is said to do", async () => {
    const sms = { tf_primary_method: "sms", tf_totp_secret: SEALED };
    for (const fields of [sms, { tf_totp_secret: "{}" }, { tf_totp_secret: SEALED }]) {
      const text = lines({ ...user, ...fields });
      const code = fields === sms || fields.tf_totp_secret !== SEALED ? "at-login" : "encrypted-at-login";
      expect((await outcomesById(text, { from }))["1"]).toContain(`user/second-factor-${code}`);
      const { loginOnly } = await readUserOf(text, "1", { from, passwordAlone: true });
      expect(loginOnly?.user.totp).toEqual([]);
    }
  });
});

it.each([
  [undefined, [], ["wrapping/peppered"]],
  ["first", ["passkeys"], ["wrapping/peppered"]],
  ["secondary", undefined, ["wrapping/peppered", "user/second-factor-at-login"]],
])("has a passkey for a user of Flask-Security whose key is %s: %j", async (usage, passkeys, codes) => {
  const user = { id: 1, email, password: HASHES["flask-security"], fs_uniquifier: "u", fs_webauthn_user_handle: "h" };
  const key = insertInto("web_authn", [{ id: 1, credential_id: "c", public_key: "k", usage, user_id: 1 }]);
  const dump = insertInto("user", [user]) + (usage === undefined ? "" : key);
  const read = await readUserOf(dump, "1", { from: "flask-security" });
  expect(read.codes).toEqual(codes);
  expect(read.loginOnly?.notCarried?.filter((name) => /passkey|webauthn/i.test(name))).toEqual(passkeys);
});

it("opens a second factor of Flask-Security with the secret of its tag, and with no other", async () => {
  const user = { id: 1, email, password: HASHES["flask-security"], tf_primary_method: "authenticator" };
  const text = lines({ ...user, tf_totp_secret: SEALED });
  const read = (value: string) => readUserOf(text, "1", { from: "flask-security", decryptionKeys: [{ value }] });
  const secret = "TjQ9Qa31VOrfEzuPy4VHQWPCTmRzCnFzMKLxXYiZu9B";
  expect((await read(`1: ${secret}`)).loginOnly?.user.totp).toEqual([
    { ...FACTOR, secretKey: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" },
  ]);
  expect((await read(`2: ${secret}`)).codes).toContain("decryption/no-key-fits");
});

describe("a key of Flask-Security, of which nothing shows whether it is the right one", () => {
  const SECRET = "abc,def-0123456789";
  const user = { id: 1, email, password: HASHES["flask-security"], tf_primary_method: "authenticator" };
  /** As passlib seals a key of 20 bytes. */
  const sealed = () => {
    const salt = Buffer.alloc(12, 7);
    const made = pbkdf2Sync(SECRET, salt, 2 ** 4, 48, "sha256");
    const cipher = createCipheriv("aes-256-ctr", made.subarray(0, 32), made.subarray(32));
    const key = cipher.update("12345678901234567890");
    const [k, s] = [key, salt].map((bytes) => encode(bytes).replace(/=*$/, ""));
    return JSON.stringify({ enckey: { c: 4, k, s, t: "1", v: 1 }, type: "totp", v: 1 });
  };
  const read = async (text: string) => {
    const keys = parseDecryptionKeys(text);
    if (!keys.ok) throw new Error(keys.problems[0].message);
    const row = lines({ ...user, tf_totp_secret: sealed() });
    const { loginOnly, codes } = await readUserOf(row, "1", { from: "flask-security", decryptionKeys: keys.value });
    return loginOnly?.user.totp[0]?.secretKey ?? codes.filter((code) => code.startsWith("decryption/"));
  };

  it.each([
    `1: ${SECRET}`,
    `SECURITY_TOTP_SECRETS = {"1": "${SECRET}"}`,
    `SECURITY_TOTP_SECRETS = {'1': '${SECRET}', '2': 'another'}  # production`,
    `SECURITY_TOTP_SECRETS = {\n    1: "${SECRET}",\n    2: "another",\n}`,
    `'1': '${SECRET}',`,
    `"1": "${SECRET}"  # production`,
  ])("is read as it is written: %s", async (text) => {
    expect(await read(text)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  });

  it.each([
    `1: ${SECRET}  # production`,
    "{'1': os.environ['TOTP']}",
    `{"1": get("x") or "${SECRET}"}`,
    `{"1": "${SECRET}", "2": secrets["b"]}`,
    `1: ${SECRET}\n1: another`,
    `1: "${SECRET}`,
  ])("opens nothing where that is not clear: %s", async (text) => {
    expect(await read(text)).toEqual(["decryption/no-key-fits"]);
  });

  it("is said to be unproven", async () => {
    const row = lines({ ...user, tf_totp_secret: sealed() });
    const options = { from: "flask-security", decryptionKeys: [{ value: `1: ${SECRET}` }] } as const;
    const { loginOnly } = await readUserOf(row, "1", options);
    expect(loginOnly?.warnings?.map(({ code }) => code)).toContain("user/second-factor-unproven");
  });
});

it("opens a second factor of Redmine with its database_cipher_key", async () => {
  const hashed = { hashed_password: "5faa3d72f01e60c02452c1c3a1ffc1a9e847e8e2", salt: "7d4b8f6eb107e163", status: 1 };
  const twofa_totp_key = "aes-256-cbc:sdvdzudZZSMHq0VZuplweveRKoUTMB9GFtonRlAKSZI=--Wo1pxv4ZirGpGXxilkr7Bg==";
  const user = { id: 1, login: "ada", mail: email, ...hashed, type: "User", twofa_totp_key };
  const read = (twofa_scheme: string | null, value?: string) => {
    const keys = value === undefined ? {} : { decryptionKeys: [{ value }] };
    return readUserOf(lines({ ...user, twofa_scheme }), "1", { from: "redmine", ...keys });
  };
  expect((await read("totp", "a cipher key")).loginOnly?.user.totp).toEqual([FACTOR]);
  expect((await read("totp", "another")).codes).toContain("decryption/no-key-fits");
  expect((await read("totp")).codes).toContain("user/second-factor-encrypted-at-login");
  // Never confirmed: Redmine does not ask for it.
  expect((await read(null)).loginOnly?.user.totp).toEqual([]);
});

it("counts a user of Redmine's LDAP as one of a directory, whatever password is left in their row", async () => {
  const user = { id: 1, login: "ada", mail: email, status: 1, type: "User", auth_source_id: 1 };
  for (const hash of [{ hashed_password: "" }, { hashed_password: "5faa3d72f01e60c02452c1c3a1ffc1a9e847e8e2" }]) {
    const [read] = await readAs("redmine", lines({ ...user, ...hash, salt: "7d4b8f6eb107e163" }));
    expect(read).toMatchObject({ likelyLogin: "directory" });
    expect(read).not.toHaveProperty("loginOnly");
  }
});

describe("a Symfony application's table of users", () => {
  const from = "symfony";
  const user = {
    id: 1,
    email,
    roles: '["ROLE_USER"]',
    password: HASHES["php-bcrypt"],
    is_verified: "1",
    google_authenticator_secret: "JBSWY3DPEHPK3PXP",
    google_id: "1081",
  };

  it("becomes users", async () => {
    expect(await first(from, user)).toEqual({
      externalUserId: "1",
      email,
      emailVerified: true,
      passwordHash: HASHES["php-bcrypt"],
      source: from,
      thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email, isVerified: true }],
      totp: [FACTOR],
    });
    expect(await knowsPassword(await readUserOf(lines(user), "1", { from }))).toBe(true);
    expect(await detected(lines(user))).toEqual([from, "sure"]);
    expect(await detected(lines({ ...user, roles: "[]" }))).toEqual([from, "possible"]);
  });

  it.each([
    [{ enabled: "0" }, "user/disabled"],
    [{ locked: 1 }, "user/disabled"],
    [{ deleted_at: "2024-01-01" }, "user/deleted"],
    [{ id: "" }, "user/id-unusable"],
    [{ email: "ada" }, "user/email-malformed"],
    [{ password: 5 }, "user/field-wrong-type"],
  ])("is refused with %o", async (fields, code) => {
    expect(await first(from, { ...user, ...fields })).toContain(code);
  });
});

describe("codes of scheb/2fa's TOTP provider, which an application's code defines", () => {
  const user = {
    id: 1,
    email,
    roles: '["ROLE_USER"]',
    password: HASHES["php-bcrypt"],
    totp_secret: "JBSWY3DPEHPK3PXP",
  };
  const USUAL = { totp_digits: 6, totp_period: 30, totp_algorithm: "sha1" };

  it.each<[string, object, TotpSettings | undefined, unknown]>([
    ["are refused where nothing says how they are made", {}, undefined, ["user/second-factor-settings"]],
    ["or not all", { totp_digits: 6, totp_period: 30 }, undefined, ["user/second-factor-settings"]],
    ["are taken where columns say it", USUAL, undefined, [FACTOR]],
    ["where the caller says it", {}, { digits: 6, period: 20 }, [{ ...FACTOR, period: 20 }]],
    ["with what columns say in its place", { ...USUAL, totp_period: 60 }, { period: 20 }, [{ ...FACTOR, period: 60 }]],
    ["are refused where the service has no place for them", { ...USUAL, totp_digits: 8 }, {}, ["otpauth/unsupported"]],
    ["or the caller says so", {}, { digits: 8, period: 20 }, ["otpauth/unsupported"]],
    ["with their algorithm", {}, { algorithm: "SHA256" }, ["otpauth/unsupported"]],
  ])("%s: %o", async (_, columns, totp, expected) => {
    const read = await first("symfony", { ...user, ...columns }, totp === undefined ? {} : { totp });
    expect(Array.isArray(read) ? read : (read as { totp: unknown }).totp).toEqual(expected);
  });
});

describe("Spring Security's table of users", () => {
  const from = "spring";
  const user = { username: email, password: `{bcrypt}${HASHES["bcrypt-2a"]}`, enabled: true };

  it("becomes users, whose name may be their address", async () => {
    expect(await first(from, user)).toEqual({
      externalUserId: email,
      email,
      emailVerified: false,
      passwordHash: HASHES["bcrypt-2a"],
      source: from,
      thirdParty: [],
      totp: [],
    });
    expect(await knowsPassword(await readUserOf(lines(user), email, { from }))).toBe(true);
    expect(await detected(lines(user))).toEqual([from, "sure"]);
  });

  it("of an application's own has an ID and an address", async () => {
    const text = `INSERT INTO users (id, email, password, enabled) VALUES (7, '${email}', '${HASHES["bcrypt-2a"]}', TRUE);\n`;
    expect(Object.values(await outcomesById(text, { from }))[0]).toMatchObject({
      externalUserId: "7",
      email,
    });
  });

  it.each([
    [{ enabled: "f" }, "user/disabled"],
    [{ account_non_locked: false }, "user/disabled"],
    [{ username: "ada" }, "user/email-missing"],
    [{ username: "" }, "user/id-unusable"],
    [{ password: "{noop}secret" }, "scheme/plain-text"],
  ])("is refused with %o", async (fields, code) => {
    expect(await first(from, { ...user, ...fields })).toContain(code);
  });
});

describe("Odoo's table of users", () => {
  const from = "odoo";
  const user = {
    id: 2,
    login: "ada",
    password: HASHES.odoo,
    active: true,
    partner_id: 3,
    totp_secret: "JBSWY3DPEHPK3PXP",
  };
  const join = [lines({ id: 3, email, commercial_partner_id: 3 })];

  it("becomes users with the addresses of their partners, for the login only", async () => {
    expect(await first(from, user, { join })).toEqual(["scheme/login-only"]);
    const ada = await readUserOf(lines(user), "2", { from, join });
    expect(ada.loginOnly?.user).toEqual({
      externalUserId: "2",
      email,
      emailVerified: false,
      thirdParty: [],
      totp: [FACTOR],
    });
    expect(await knowsPassword(ada)).toBe(true);
    expect(await detected(lines(user))).toEqual([from, "sure"]);
  });

  it("have no second factor where it was taken away", async () => {
    const row = { ...user, totp_secret: "false", login: email, password: null, oauth_provider_id: 1 };
    const gone = { ...row, oauth_uid: "1081" };
    expect(await first(from, gone, { providers: { 1: "google" } })).toMatchObject({ totp: [] });
  });

  it("has social logins of providers that the caller names", async () => {
    const row = { ...user, login: email, password: null, oauth_provider_id: 1, oauth_uid: "1081" };
    expect(await first(from, row, { providers: { 1: "google" } })).toMatchObject({
      thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081" }],
    });
  });

  it.each([
    [{ active: "f" }, "user/disabled"],
    [{ id: null }, "user/id-unusable"],
    [{ login: "a b@example.com" }, "user/email-malformed"],
    [{ password: 5 }, "user/field-wrong-type"],
  ])("is refused with %o", async (fields, code) => {
    expect(await first(from, { ...user, ...fields }, { join })).toContain(code);
  });
});
