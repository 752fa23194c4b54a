import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { parseTableMap } from "../../../src/source/index.js";
import { draftTableMap, type KnownUser } from "../../../src/source/internal.js";
import { bytesOf } from "../read-users.js";

const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");

async function draft(...rows: string[]) {
  return draftBy(undefined, ...rows);
}

async function draftBy(known: KnownUser | undefined, ...rows: string[]) {
  const drafted = await draftTableMap(bytesOf(`${rows.join("\n")}\n`), known);
  if (!drafted.ok) throw new Error(drafted.problems[0].code);
  return drafted.value;
}

describe("a first map", () => {
  it("has the columns whose names leave no doubt, and leaves open what no file shows", async () => {
    const { map, notes } = await draft(
      "id,Email Address,email_verified_at,is_active,phone,encrypted_password,created_at,google_id,reset_token,shoe size",
      `1,a@example.com,2024-01-01,1,030 901820,${BCRYPT},2020,108,s3cret,42`,
      `2,b@example.com,,0,+15555550100,${BCRYPT},2020,,,43`,
    );
    expect(map).toEqual({
      user: {
        externalUserId: "id",
        email: "Email Address",
        phoneNumber: "phone",
        emailVerified: { isSet: "email_verified_at" },
        disabled: { at: "is_active", not: true },
        passwordHash: "encrypted_password",
        socialLogins: [{ provider: { value: "google" }, userId: "google_id" }],
      },
      phoneRegion: null,
      hash: { source: null },
      notCarried: ["created_at"],
      secrets: ["reset_token"],
      notes,
    });
    expect(notes).toContain("passwordHash: the values of encrypted_password are 2 bcrypt");
    expect(notes).toContain("not in the map: shoe size; put each into user, notCarried or secrets");
    expect(notes.join()).not.toMatch(/example\.com|\$2a|901820|s3cret/);
  });

  it("says which encodings most secrets could be in, where a damaged one hides it", async () => {
    const hex = [
      "3132333435363738393031323334353637383930",
      "DEADBEEFCAFE0123456789ABCDEF0123456789AB",
      "00ff".repeat(10),
    ];
    const rows = [...hex, "313233343536373839303132333435363738393"].map((secret, row) => `${row},${secret}`);
    const { notes } = await draft("id,otp_secret", ...rows);
    expect(notes.join("\n")).toContain(
      "3 of 4 could be hex, 3 of 4 could be base64, 3 of 4 could be base64url; all could be utf8",
    );
    const { notes: two } = await draft("id,otp_secret", "1,JBSWY3DPEHPK3PXP", "2,\u00e9\u00e9");
    expect(two.join("\n")).toContain("All values could be utf8");
  });

  it("leaves open the system of each notation where a column has several", async () => {
    const DJANGO = "pbkdf2_sha256$2$AAAAAAAAAAAA$0zFTLyCrIOMwcFTC6ESwARdPrjKdwPwqlvwDzkt1ekE=";
    const { map, notes } = await draft("id,email,password", `1,a@b.c,${BCRYPT}`, `2,b@b.c,${DJANGO}`, "3,c@b.c,!");
    expect(map.hash).toEqual({ source: { bcrypt: null, "django-pbkdf2": null } });
    expect(notes.join("\n")).toContain("hash.source: which system wrote each of the notations bcrypt, django-pbkdf2?");
    expect(parseTableMap(JSON.stringify(map))).toMatchObject({ problems: [{ field: "hash.source.bcrypt" }] });
  });

  it("is refused until what it leaves open is filled in, and is then a map", async () => {
    const { map } = await draft("id,email,password", `1,a@example.com,${BCRYPT}`);
    expect(parseTableMap(JSON.stringify(map))).toMatchObject({ problems: [{ field: "hash.source" }] });
    const filled = { ...map, hash: { source: "ghost" } };
    expect(parseTableMap(JSON.stringify(filled))).toMatchObject({ ok: true });
  });

  it("never guesses an encoding, and says which ones it could be", async () => {
    const { map, notes } = await draft("id,otp_secret,otp_enabled", "1,JBSWY3DPEHPK3PXP,t", "2,GEZDGNBVGY3TQOJQ,f");
    expect(map.user).toMatchObject({
      totp: { secret: "otp_secret", encoding: null, confirmed: "otp_enabled", digits: null, period: null },
    });
    expect(notes.join("\n")).toContain("totp.digits, totp.period, totp.algorithm: how do users' apps make codes?");
    expect(notes.join("\n")).toContain("All values could be base32, base64, base64url, utf8");
  });

  it("has how codes are made where columns say it by names that mean nothing else", async () => {
    const columns = "id,mfa_secret,totp_digits,totp_period,totp_algorithm";
    const { map } = await draft(columns, "1,JBSWY3DPEHPK3PXP,6,30,SHA1");
    expect(map.user).toMatchObject({
      totp: { secret: "mfa_secret", digits: "totp_digits", period: "totp_period", algorithm: "totp_algorithm" },
    });
    const names = ["mfa_interval", "mfa_period", "tfa_step", "otp_interval", "otp_length", "otp_hash"];
    const unsure = await draft(`id,mfa_secret,${names}`, "1,JBSWY3DPEHPK3PXP,7,14,2,300,4,123456");
    expect(unsure.map.user).toMatchObject({ totp: { digits: null, period: null, algorithm: null } });
    expect(unsure.notes.join("\n")).toContain(`not in the map: ${names.join(", ")}`);
  });

  it("says where secrets decode to hexadecimal text", async () => {
    const hex = ["3132333435363738393031323334353637383930", "aabbccddeeff00112233445566778899aabbccdd"];
    const rows = hex.map((text, index) => `${index},${Buffer.from(text).toString("base64")}`);
    const { notes } = await draft("id,totp_secret", ...rows);
    expect(notes.join("\n")).toContain("read as base64 or base64url the values decode to hexadecimal text");
    const raw = await draft(
      "id,totp_secret",
      ...hex.map((text, index) => `${index},${Buffer.from(text, "hex").toString("base64")}`),
    );
    expect(raw.notes.join("\n")).not.toContain("hexadecimal text");
  });

  it("says where salt and digest look exchanged", async () => {
    const [salt, digest] = ["00112233445566778899aabbccddeeff", "a".repeat(64)];
    const exchanged = await draft("id,password_hash,salt", `1,${salt},${digest}`, `2,${salt},${digest}`);
    expect(exchanged.map.user).toMatchObject({ passwordHash: null });
    expect(exchanged.notes.join("\n")).toContain("salt and digest look exchanged");
    const right = await draft("id,password_hash,salt", `1,${digest},${salt}`, `2,${digest},${salt}`);
    expect(right.notes.join("\n")).not.toContain("exchanged");
  });

  it("has the expression of the hashes where one user's password is known", async () => {
    const table = [
      "id,email,pw,salt",
      `1,ada@example.com,${sha1(`x9${sha1("secret")}`)},x9`,
      `2,bob@example.com,${sha1(`y7${sha1("other")}`)},y7`,
    ];
    const known = { identifier: "Ada@example.com", password: "secret" };
    const { map, notes } = await draftBy(known, ...table);
    expect(map).toMatchObject({ hash: "sha1(salt . sha1(password))", user: { passwordHash: "pw" } });
    expect(parseTableMap(JSON.stringify(map)).ok).toBe(true);
    expect(notes.join("\n")).not.toMatch(/x9|secret/);
    const wrong = await draftBy({ ...known, password: "other" }, ...table);
    expect(wrong.map).toMatchObject({ hash: { source: null }, user: { passwordHash: null } });
    expect(wrong.notes.join("\n")).toMatch(/of \d+ expressions over .+ none fits the known user/);
    const nobody = await draftBy({ ...known, identifier: "eve" }, ...table);
    expect(nobody.notes).toContain("hash: no record that was looked at is of the known user");
  });

  it.each(["user_salt", "SaltValue", "pw-salt-2"])(
    "has the expression where the salt's column is called %s",
    async (name) => {
      const table = [`id,email,pw,${name}`, `1,ada@example.com,${sha1(`x9${sha1("secret")}`)},x9`];
      const { map, notes } = await draftBy({ identifier: "1", password: "secret" }, ...table);
      const column = /-/.test(name) ? `column('${name}')` : name;
      expect(map.hash).toBe(`sha1(${column} . sha1(password))`);
      // What was asked is answered.
      expect(notes.join("\n")).not.toMatch(/hash\.source|put together/);
    },
  );

  it("says why no expression was tried", async () => {
    const { notes } = await draftBy({ identifier: "1", password: "secret" }, "id,pw", "1,secret!");
    expect(notes.join("\n")).toContain(
      "the text is not a digest in hexadecimal digits or base64 and not a bcrypt hash, so",
    );
  });

  it("looks at a last record that has no line end as well", async () => {
    const draft = await draftTableMap(bytesOf("id,email\n1,a@example.com"));
    expect(draft).toMatchObject({ ok: true, value: { notes: ["1 record was looked at"] } });
  });

  it("leaves open what few records say of themselves", async () => {
    const users = Array.from({ length: 5 }, (_, at) => ({ id: at, email: `u${at}@example.com` }));
    const own = { id: 5, email: "ceo@example.com", emailVerified: true, googleId: "110", isDisabled: false };
    const { map, notes } = await draft(...[...users, own].map((user) => JSON.stringify(user)));
    expect(map.user).toMatchObject({
      ...{ emailVerified: null, disabled: null },
      socialLogins: [{ provider: { value: "google" }, userId: null }],
    });
    expect(notes).toContain("emailVerified: 1 of 6 records have emailVerified; does the system write it, and no user?");
    const { emailVerified: _, disabled: __, ...others } = map.user as Record<string, unknown>;
    for (const [user, field] of [
      [map.user, "user.emailVerified"],
      [others, "user.socialLogins[0].userId"],
    ]) {
      expect(parseTableMap(JSON.stringify({ ...map, user }))).toMatchObject({ problems: [{ field }] });
    }
  });

  it("leaves open which of two columns it is, and the words of a flag", async () => {
    const { map, notes } = await draft("id,user_id,phone,disabled", "1,7,+15555550100,open", "2,8,+15555550101,locked");
    expect(map.user).toMatchObject({
      externalUserId: null,
      disabled: { at: "disabled", true: null, false: null },
    });
    expect(notes).toContain("externalUserId: which of the columns id, user_id is it?");
    expect(notes.join("\n")).toContain('It has "open", "locked"');
  });

  it("says where an ID is not one, and where a file has no header", async () => {
    const { notes } = await draft("id,email", "1,a@example.com", "1,b@example.com");
    expect(notes).toContain("externalUserId: id is missing or not unique in these records");
    const headless = await draft("1,a@example.com", "2,b@example.com");
    expect(headless.notes.join("\n")).toContain("the first line looks like a user");
    expect(headless.notes.join("\n")).not.toContain("a@example.com");
  });

  it.each([
    ["lines", '{"id":1,"email":"a@example.com"}'],
    ["an object", '{"count":1,"users":[{"id":1,"email":"a@example.com"}]}'],
  ])("is made of JSON as well: %s", async (_, text) => {
    expect((await draft(text)).map.user).toEqual({ externalUserId: "id", email: "email" });
  });

  it("is not made of a file that can't be read", async () => {
    expect(await draftTableMap(bytesOf(""))).toMatchObject({
      ok: false,
      problems: [{ code: "source/empty" }],
    });
  });

  it("of a hostile file has no name and no value of it", async () => {
    const name = "\u001b[2J$2b$10$Wd0pP7Zq3uLkYv5xHs1cNO";
    const { notes } = await draft(`{"${"\\u001b[2J$2b$10$Wd0pP7Zq3uLkYv5xHs1cNO"}":1,"__proto__":{"id":1},"id":"1"}`);
    expect(notes.join("\n")).not.toContain(name);
    expect(notes.join("\n")).not.toContain("Wd0pP7Zq");
  });
});
