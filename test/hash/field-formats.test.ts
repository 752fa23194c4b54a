import { describe, expect, it } from "vitest";
import { identifyHash, normalizeHash, type SourceName } from "../../src/index.js";
import { verifyPassword } from "../../src/verify/index.js";
import { CATALOGUE_SAMPLES } from "./catalogue-samples.js";

/** Hashes of systems in the field with their passwords, from the systems' own tests and documents. */

const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const SHIRO = "secret#shiro,password;Jo8opech";
const hex = (text: string) => Buffer.from(text).toString("hex");
const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("a standard hash is imported", () => {
  it.each<[string, string, string, string]>([
    ["jenkins-bcrypt", "#jbcrypt:$2a$10$MiIVR0rr/UhQBqT.bBq0QehTiQVqgNpUGyWW2nJObaVAM/2xSQdSq", "123456", "stripped"],
    ["shiro2-standard", "$shiro2$2y$10$7rOjsAf2U/AKKqpMpCIn6etuOXyQ86tp2Tn9xv6FyXl2T0QYc3.G.", SHIRO, "stripped"],
    [
      "shiro2-standard",
      "$shiro2$argon2id$v=19$m=4096,t=3,p=4$MTIzNDU2Nzg5MDEyMzQ1Ng$bjcHqfb0LPHyS13eVaNcBga9LF12I3k34H5ULt2gyoI",
      SHIRO,
      "stripped",
    ],
    ["neos-bcrypt", `bcrypt=>${BCRYPT}`, "U*U", "stripped"],
    ["bson-binary", `{"$binary":{"base64":"${base64(BCRYPT)}","subType":"00"}}`, "U*U", "decoded"],
    ["bson-binary", `{ "$binary" : "${base64(BCRYPT)}", "$type" : "00" }`, "U*U", "decoded"],
    ["dumped-hex", `\\x${hex(BCRYPT)}`, "U*U", "decoded"],
    ["dumped-hex", `0x${hex(BCRYPT).toUpperCase()}`, "U*U", "decoded"],
  ])("out of %s: %s", async (name, text, password, kind) => {
    expect(identifyHash(text)).toMatchObject({ disposition: "importable", wrapping: { name } });
    const normalized = normalizeHash(text);
    if (!normalized.ok) throw new Error(normalized.problems[0].message);
    expect(normalized.value.changes.map((change) => change.kind)).toEqual([kind]);
    for (const hash of [text, normalized.value.passwordHash]) {
      expect(await verifyPassword(password, hash)).toMatchObject({ value: { matches: true } });
      expect(await verifyPassword(`${password}x`, hash)).toMatchObject({ value: { matches: false } });
    }
  });

  it.each([
    '{"$binary":{"base64":"JDJhJDA1","subType":"00"}}',
    '{"$binary":{"base64":5}}',
    '{"$binary"',
    "\\x2432",
    "0x24zz",
    "bcrypt=>$6$saltsalt$abc",
    "#jbcrypt:plain",
  ])("and not where it is damaged: %s", (text) => {
    expect(identifyHash(text).disposition).toBe("malformed");
  });

  it("and what else Shiro 2 writes is named and not imported", () => {
    expect(identifyHash("$shiro2$SHA-512$1$abc$def")).toMatchObject({
      scheme: "shiro",
      disposition: "unsupported",
    });
  });
});

describe("a hash that the service does not verify is named rightly and verified", () => {
  // Ory Kratos' are its own test's; the others were made by Python's hashlib and hmac over "test".
  it.each([
    ["kratos-md5-crypt", "md5-crypt"],
    ["kratos-sha256-crypt", "sha256-crypt"],
    ["kratos-sha512-crypt", "sha512-crypt"],
    ["kratos-md5", "md5"],
    ["kratos-formatted-md5", "md5"],
    ["kratos-formatted-sha1", "sha1"],
    ["kratos-formatted-sha256", "sha256"],
    ["kratos-formatted-sha512", "sha512"],
    ["kratos-hmac", "hmac"],
    ["mosquitto-pbkdf2", "pbkdf2"],
    ["mosquitto-sha512", "sha512"],
    ["authme-pbkdf2", "pbkdf2"],
  ])("%s", async (name, scheme) => {
    const { text } = CATALOGUE_SAMPLES[name] as { text: string };
    expect(identifyHash(text)).toMatchObject({ scheme, disposition: "verifiable", format: name });
    expect(await verifyPassword("test", text)).toMatchObject({ value: { matches: true, scheme } });
    expect(await verifyPassword("tset", text)).toMatchObject({ value: { matches: false } });
  });

  it("but not where its format has no place for the password, which would let anybody in", () => {
    const text = `$md5$pf=${base64("{SALT}")}$MTIz$ICy5YqxZB1uWSwcVLSNLcA==`;
    expect(identifyHash(text).disposition).toBe("malformed");
  });

  it.each([
    ["{ssha256}06$aJckFGJAB30LTe10$ohUsB7LBPlgclE3hJg9x042DLJvQyxVCX.nZZLEz.g2", "aix-sha"],
    ["{ssha1}06$bJbkFGJAB30L2e23$dCESGOsP7jaIIAJ1QAcmaGeG.kr", "aix-sha"],
    ["{smd5}a5/yTL/u$VfvgyHx1xUlXZYBocQpQY0", "aix-md5"],
  ])("%s of AIX is not an LDAP digest", (text, name) => {
    expect(identifyHash(text)).toMatchObject({ format: name, disposition: "verifiable" });
  });
});

describe("a system that hashes the MD5 of the password", () => {
  it.each<[SourceName, string, string]>([
    ["matomo", "$2y$10$wg8i6nSCH9mNuLPcrjctr.BHUXzAKs72ND2xDnRsVSxRyda1ZwKlq", "matomo"],
    ["suitecrm", "$2y$10$ua6PicOvqyYMKgOR6gzFcub.Z5s40j6moWRH4oaO.Ef667lz.nb0m", "Password123"],
  ])("%s is verified at login and never imported", async (source, text, password) => {
    expect(normalizeHash(text, { source })).toMatchObject({
      ok: false,
      problems: [{ code: "wrapping/prehashed" }],
    });
    expect(await verifyPassword(password, text, { source })).toMatchObject({ value: { matches: true } });
    expect(await verifyPassword(password, text)).toMatchObject({ value: { matches: false } });
  });
});

describe("a whole line of a password file is named as one", () => {
  it.each([
    ["alice:$apr1$r31.....$HqJZimcKQFAMYayBlzkrA/", "htpasswd"],
    [`alice:${BCRYPT}`, "htpasswd"],
    ["alice:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=", "htpasswd"],
    ["root:$6$saltsalt$abc:19000:0:99999:7:::", "shadow(5)"],
    ["daemon:*:19000:0:99999:7:::", "shadow(5)"],
    ["dn: uid=alice,ou=people,dc=example,dc=com", "LDIF"],
    ["objectClass: inetOrgPerson", "LDIF"],
    ["dn:: dWlkPWFsaWNl", "LDIF"],
  ])("%s", (text, kind) => {
    const [problem] = identifyHash(text).problems;
    expect(problem?.code).toBe("hash/whole-line");
    expect(problem?.message).toContain(kind);
  });

  it.each([`userPassword: {CRYPT}${BCRYPT}`, "5f4dcc3b5aa765d61d8327deb882cf99:saltsalt", `Bcrypt:${BCRYPT}`])(
    "and a hash with a colon is not: %s",
    (text) => {
      expect(identifyHash(text).problems[0]?.code).not.toBe("hash/whole-line");
    },
  );
});
