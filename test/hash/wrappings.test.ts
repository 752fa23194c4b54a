import { describe, expect, it } from "vitest";
import { identifyHash, normalizeHash, type ProblemCode } from "../../src/index.js";
import { expectRefusal, faultOf } from "./refusal.js";
import { inUsualBase64 } from "./wrappers.js";

const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const ARGON2 = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
/** One character longer, so that its base64 has padding to leave out. */
const ARGON2_22 = ARGON2.replace("t=2", "t=22");
const ARGON2I = ARGON2.replace("argon2id", "argon2i");
const CRYPT = `$6$saltsalt$${"a".repeat(85)}.`;
const base64 = (text: string) => Buffer.from(text).toString("base64");
const hex = (text: string) => Buffer.from(text).toString("hex");
const SERIALIZED = `a:1:{s:4:"hash";s:60:"${BCRYPT}";}`;
const HASH64 = Buffer.alloc(64, 0x11).toString("base64");
const KEY64 = Buffer.alloc(64, 0xfe).toString("base64");
const SALT = "c29tZXNhbHQ=";
const PROVIDER = `$f_scrypt$${HASH64}$${SALT}$m=14$r=8$s=Bw==`;
const MCF = `${BCRYPT.slice(7, 29)}$${BCRYPT.slice(29)}`;
const PHC = MCF.split("$").map(inUsualBase64).join("$");

describe("a wrapping comes off", () => {
  it.each<[string, string, string, string[]]>([
    ["spring-bcrypt", `{bcrypt}${BCRYPT}`, BCRYPT, ["stripped"]],
    ["spring-bcrypt", `{BCRYPT}${BCRYPT}`, BCRYPT, ["stripped"]],
    ["spring-argon2", `{argon2}${ARGON2}`, ARGON2, ["stripped"]],
    ["spring-argon2-v5.8", `{argon2@SpringSecurity_v5_8}${ARGON2}`, ARGON2, ["stripped"]],
    ["janssen-argon2", `{ARGON2}${base64(ARGON2)}`, ARGON2, ["decoded"]],
    ["janssen-argon2", `{ARGON2}${base64(ARGON2_22).replace(/=+$/, "")}`, ARGON2_22, ["decoded"]],
    [
      "janssen-argon2",
      `{ARGON2}${base64(ARGON2.replace("t=2,p=1", "p=1,t=2"))}`,
      ARGON2,
      ["decoded", "parameters-reordered"],
    ],
    ["dovecot-argon2i", `{ARGON2I}${ARGON2I}`, ARGON2I, ["stripped"]],
    ["dovecot-argon2id", `{argon2id}${ARGON2}`, ARGON2, ["stripped"]],
    ["dovecot-blf-crypt", `{BLF-CRYPT}${BCRYPT}`, BCRYPT, ["stripped"]],
    ["dovecot-encoded", `{BLF-CRYPT.b64}${base64(BCRYPT)}`, BCRYPT, ["decoded"]],
    ["dovecot-encoded", `{blf-crypt.base64}${base64(BCRYPT)}`, BCRYPT, ["decoded"]],
    ["dovecot-encoded", `{BLF-CRYPT.HEX}${hex(BCRYPT)}`, BCRYPT, ["decoded"]],
    ["dovecot-encoded", `{BLF-CRYPT.hex}${hex(BCRYPT).toUpperCase()}`, BCRYPT, ["decoded"]],
    ["dovecot-encoded", `{CRYPT.b64}${base64(BCRYPT)}`, BCRYPT, ["decoded"]],
    ["dovecot-encoded", `{ARGON2ID.b64}${base64(ARGON2)}`, ARGON2, ["decoded"]],
    ["ldap-crypt", `{CRYPT}${BCRYPT}`, BCRYPT, ["stripped"]],
    ["ldap-crypt", `{crypt}${ARGON2}`, ARGON2, ["stripped"]],
    ["ldif-base64", `userPassword:: ${base64(`{CRYPT}${BCRYPT}`)}`, BCRYPT, ["decoded", "stripped"]],
    ["ldif-base64", `userpassword::   ${base64(`{BCRYPT}${BCRYPT}`)}`, BCRYPT, ["decoded", "stripped"]],
    ["ldif-base64", `:: ${base64(`{CRYPT}${BCRYPT}`)}`, BCRYPT, ["decoded", "stripped"]],
    ["ldif-base64", `::${base64(`{CRYPT}${BCRYPT}`)}`, BCRYPT, ["decoded", "stripped"]],
    ["ldif-base64", `userPassword: {CRYPT}${BCRYPT}`, BCRYPT, ["decoded", "stripped"]],
    ["ldif-base64", `userPassword:: ${base64(BCRYPT)}`, BCRYPT, ["decoded"]],
    ["ldif-base64", `userPassword:: ${base64(`{ARGON2}${base64(ARGON2)}`)}`, ARGON2, ["decoded", "decoded"]],
    ["ldif-value", base64(`{CRYPT}${BCRYPT}`), BCRYPT, ["decoded", "stripped"]],
    [
      "magento-argon2",
      `${"07".repeat(32)}:0123456789abcdefghij:3_32_4_262145`,
      `$argon2id$v=19$m=256,t=4,p=1$${base64("0123456789abcdef").slice(0, 22)}$${Buffer.alloc(32, 7).toString("base64").slice(0, 43)}`,
      ["recomposed"],
    ],
    [
      "magento-argon2",
      `${Buffer.from(ARGON2.split("$")[5] as string, "base64").toString("hex")}:somesalt:3_32_2_262144`,
      ARGON2.replace("c29tZXNhbHQ", "c29tZXNhbHRzb21lc2FsdA"),
      ["recomposed"],
    ],
    ["base64-hash", base64(BCRYPT), BCRYPT, ["decoded"]],
    ["base64-hash", base64(ARGON2), ARGON2, ["decoded"]],
    ["django-bcrypt", `bcrypt$${BCRYPT}`, BCRYPT, ["stripped"]],
    ["django-argon2", `argon2${ARGON2}`, ARGON2, ["stripped"]],
    ["nextcloud-bcrypt", `1|${BCRYPT}`, BCRYPT, ["stripped"]],
    ["nextcloud-argon2i", `2|${ARGON2I}`, ARGON2I, ["stripped"]],
    ["nextcloud-argon2id", `3|${ARGON2}`, ARGON2, ["stripped"]],
    ["mediawiki-argon2", `:argon2:${ARGON2}`, ARGON2, ["stripped"]],
    ["mediawiki-bcrypt", `:bcrypt:5$${MCF}`, BCRYPT.replace("2a", "2y"), ["recomposed"]],
    ["mediawiki-bcrypt", `:bcrypt:05$${MCF}`, BCRYPT.replace("2a", "2y"), ["recomposed"]],
    ["adonis-bcrypt", `$bcrypt$v=97$r=5$${PHC}`, BCRYPT, ["recomposed"]],
    ["adonis-bcrypt", `$bcrypt$v=98$r=5$${PHC}`, BCRYPT.replace("2a", "2b"), ["recomposed"]],
    ["adonis-bcrypt", `$bcrypt$r=5$${PHC}`, BCRYPT, ["recomposed"]],
    ["woltlab-bcrypt", `Bcrypt:${BCRYPT}`, BCRYPT, ["stripped"]],
    ["woltlab-argon2", `Argon2:${ARGON2I}`, ARGON2I, ["stripped"]],
    ["xenforo-serialized", SERIALIZED, BCRYPT, ["decoded"]],
    ["supabase-fbscrypt", `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=${KEY64}$${SALT}$${HASH64}`, PROVIDER, ["recomposed"]],
    ["kratos-firescrypt", `$firescrypt$ln=14,r=8,p=1$${SALT}$${HASH64}$Bw==$${KEY64}`, PROVIDER, ["recomposed"]],
    ["clerk-scrypt-firebase", `${HASH64}$${SALT}$${KEY64}$Bw==$8$14`, PROVIDER, ["recomposed"]],
  ])("%s of %j", (name, text, passwordHash, kinds) => {
    const normalized = normalizeHash(text);
    expect(normalized).toMatchObject({ ok: true, value: { passwordHash }, warnings: [] });
    if (normalized.ok) expect(normalized.value.changes.map(({ kind }) => kind)).toEqual(kinds);
    expect(identifyHash(text)).toMatchObject({ disposition: "importable", wrapping: { name } });
  });

  it("but what LDIF holds without a name in braces is the password itself", () => {
    for (const text of ["userPassword: correct horse", `userPassword:: ${base64("correct horse")}`]) {
      expect(identifyHash(text)).toMatchObject({
        scheme: "plain-text",
        disposition: "unsupported",
        wrapping: { name: "ldif-base64" },
        problems: [{ code: "scheme/plain-text" }],
      });
    }
  });

  it("and white space around it first", () => {
    const normalized = normalizeHash(`\n{bcrypt}${BCRYPT} `);
    expect(normalized.ok && normalized.value.changes.map(({ kind }) => kind)).toEqual(["trimmed", "stripped"]);
  });

  it("and what came off is named, with nothing of the hash", () => {
    const changesOf = (text: string) => {
      const normalized = normalizeHash(text);
      return normalized.ok && normalized.value.changes.map(({ message }) => message);
    };
    expect(changesOf(`{BLF-CRYPT}${BCRYPT}`)).toEqual(["the wrapping {BLF-CRYPT} was taken off"]);
    expect(changesOf(`argon2${ARGON2}`)).toEqual(["the wrapping argon2 was taken off"]);
    expect(changesOf(base64(BCRYPT))).toEqual(["the encoding of base64-hash was undone"]);
    expect(changesOf(`:bcrypt:5$${MCF}`)).toEqual(["the parts were put together from mediawiki-bcrypt"]);
  });
});

const REFUSED: readonly (readonly [string, string, ProblemCode, number?])[] = [
  // A name that contradicts what appears after it
  ["{bcrypt} around argon2", `{bcrypt}${ARGON2}`, "wrapping/conflict", 8],
  ["{bcrypt} around sha512-crypt", `{bcrypt}${CRYPT}`, "wrapping/conflict", 8],
  ["{argon2} around bcrypt", `{argon2}${BCRYPT}`, "wrapping/conflict", 8],
  ["{ARGON2I} around argon2id", `{ARGON2I}${ARGON2}`, "wrapping/conflict", 9],
  ["{ARGON2ID} around argon2i", `{ARGON2ID}${ARGON2I}`, "wrapping/conflict", 10],
  ["{BLF-CRYPT} around a digest", "{BLF-CRYPT}5f4dcc3b5aa765d61d8327deb882cf99", "wrapping/conflict", 11],
  ["{BLF-CRYPT.b64} around argon2", `{BLF-CRYPT.b64}${base64(ARGON2)}`, "wrapping/conflict", 15],
  ["{ARGON2I.hex} around argon2id", `{ARGON2I.hex}${hex(ARGON2)}`, "wrapping/conflict", 13],
  ["{SHA512-CRYPT.b64} around bcrypt", `{SHA512-CRYPT.b64}${base64(BCRYPT)}`, "wrapping/conflict", 18],
  ["{MD5-CRYPT} around sha512-crypt", `{MD5-CRYPT}${CRYPT}`, "wrapping/conflict", 11],
  ["1| around argon2", `1|${ARGON2}`, "wrapping/conflict", 2],
  ["3| around argon2i", `3|${ARGON2I}`, "wrapping/conflict", 2],
  ["Django's bcrypt around argon2", `bcrypt$${ARGON2}`, "wrapping/conflict", 7],
  ["Django's argon2 around bcrypt", `argon2${BCRYPT}`, "wrapping/conflict", 6],
  ["Bcrypt: around argon2", `Bcrypt:${ARGON2}`, "wrapping/conflict", 7],
  ["a wrapping around md5-crypt in a space", ` {bcrypt}${CRYPT}`, "wrapping/conflict", 9],
  ["an encoded hash of no listed kind", `{ARGON2}${base64(BCRYPT)}`, "wrapping/conflict"],
  ["a serialised argon2", SERIALIZED.replace(BCRYPT, ARGON2.slice(0, 60)), "wrapping/conflict"],
  // Nesting that the catalogue does not list
  ["{bcrypt} twice", `{bcrypt}{bcrypt}${BCRYPT}`, "wrapping/conflict", 8],
  ["{bcrypt} around Django's bcrypt", `{bcrypt}bcrypt$${BCRYPT}`, "wrapping/conflict", 8],
  ["{CRYPT} around WordPress", `{CRYPT}$wp${BCRYPT.replace("2a", "2y")}`, "wrapping/conflict", 7],
  ["Nextcloud's number around {bcrypt}", `1|{bcrypt}${BCRYPT}`, "wrapping/conflict", 2],
  ["Nextcloud's number twice", `1|1|${BCRYPT}`, "wrapping/conflict", 2],
  ["two wrappings in LDIF", `:: ${base64(`{bcrypt}{bcrypt}${BCRYPT}`)}`, "wrapping/conflict"],
  ["the password itself in LDIF", `:: ${base64("correct horse")}`, "scheme/plain-text"],
  ["the password itself in LDIF, as it is", "userPassword: correct horse", "scheme/plain-text"],
  ["nothing in LDIF", "userPassword:", "wrapping/incomplete"],
  // Nothing inside
  ["{bcrypt} around nothing", "{bcrypt}", "wrapping/incomplete", 8],
  ["{CRYPT} around nothing", " {CRYPT}", "wrapping/incomplete", 8],
  ["Nextcloud's number around nothing", "1|", "wrapping/incomplete", 2],
  ["Django's word around nothing", "bcrypt$", "wrapping/incomplete", 7],
  ["{ARGON2} around nothing", "{ARGON2}", "wrapping/undecodable", 8],
  // Faults of the scheme inside, placed in the text that was given
  ["a short bcrypt in {bcrypt}", `{bcrypt}${BCRYPT.slice(0, 50)}`, "bcrypt/truncated", 58],
  ["a cost out of range in Django's", `bcrypt$${BCRYPT.replace("05", "99")}`, "bcrypt/cost-out-of-range", 11],
  ["a version that does not exist in {CRYPT}", `{CRYPT}${BCRYPT.replace("2a", "2c")}`, "wrapping/conflict", 7],
  ["a fault after two spaces", `  {bcrypt}${BCRYPT}x`, "bcrypt/malformed", 70],
  ["a damaged argon2 in 3|", `3|${ARGON2.replace("m=256", "m=x")}`, "argon2/malformed", 19],
  ["a fault in an encoded hash", `{BLF-CRYPT.b64}${base64(BCRYPT.slice(0, 50))}`, "bcrypt/truncated"],
  ["a fault in a base64 hash", base64(BCRYPT.slice(0, 54)), "bcrypt/truncated"],
  ["a fault in LDIF", `:: ${base64(`{CRYPT}${BCRYPT.slice(0, 50)}`)}`, "bcrypt/truncated"],
  ["a keyed argon2 in 3|", `3|${ARGON2.replace("p=1", "p=1,keyid=x")}`, "argon2/keyed", 31],
  ["the bare 2 by itself", `$2$05$${MCF.replace("$", "")}`, "bcrypt/obsolete-version", 1],
  // Encodings
  ["base64 with a character that is none", `{ARGON2}${base64(ARGON2).replace("J", "!")}`, "wrapping/undecodable", 8],
  ["base64 cut off", `{BLF-CRYPT.b64}${base64(BCRYPT).slice(0, -3)}`, "wrapping/undecodable", 92],
  ["base64 in two alphabets", "{ARGON2}JGFyZ29u-_+/", "wrapping/undecodable", 20],
  ["base64 with wrong padding", `{ARGON2}${base64(ARGON2)}=`, "wrapping/undecodable", 120],
  ["base64 with unused bits", "{ARGON2}JGFyZ29uMmlkJB==", "wrapping/undecodable", 22],
  ["base64 of a control character", `{ARGON2}${base64("$argon2id\0")}`, "wrapping/undecodable", 8],
  ["base64 of a delete character", `{ARGON2}${base64("$argon2id\x7f")}`, "wrapping/undecodable", 8],
  ["hexadecimal of odd length", `{BLF-CRYPT.hex}${hex(BCRYPT).slice(1)}`, "wrapping/undecodable", 15],
  ["hexadecimal with a letter too many", `{BLF-CRYPT.hex}${hex(BCRYPT).replace("2", "g")}`, "wrapping/undecodable", 15],
  ["no hexadecimal", "{BLF-CRYPT.hex}", "wrapping/undecodable", 15],
  ["hexadecimal with a digit after the last pair", `{BLF-CRYPT.hex}${hex(BCRYPT)}0`, "wrapping/undecodable", 15],
  ["one colon in LDIF, and two further on", `userPassword: a:: ${base64(`{CRYPT}${BCRYPT}`)}`, "scheme/plain-text"],
  ["a serialised array of 61 characters", SERIALIZED.replace(BCRYPT, `${BCRYPT}a`), "wrapping/undecodable", 0],
  ["a serialised array of 59 characters", SERIALIZED.replace(BCRYPT, BCRYPT.slice(1)), "wrapping/undecodable", 0],
  // What LDIF may hold: one wrapping in braces, or a digest or clear text under its name
  [
    "LDIF around a salted digest",
    `:: ${base64("{SSHA}P90+qijSp8MJ1tN25j5o1PflUvlqjXHOGeOckw==")}`,
    "scheme/login-only",
  ],
  ["LDIF around a password whose base64 has a slash", `:: ${base64("{PLAIN}a?cde")}`, "scheme/plain-text"],
  ["LDIF around the same, URL-safe", `:: ${Buffer.from("{PLAIN}a?cde").toString("base64url")}`, "scheme/plain-text"],
  ["LDIF around a password with a space", `:: ${base64("{PLAIN}pass word")}`, "scheme/plain-text"],
  ["LDIF around a password with a tilde", `:: ${base64("{PLAIN}password~")}`, "scheme/plain-text"],
  ["LDIF around a name that nobody knows", `:: ${base64("{UNKNOWN}x")}`, "hash/unrecognised"],
  ["LDIF in no base64", "userPassword:: !", "wrapping/undecodable", 15],
  ["LDIF in no base64 after a line feed", "\n:: !", "wrapping/undecodable", 4],
  ["a serialised array with another length", SERIALIZED.replace("s:60", "s:59"), "wrapping/undecodable", 0],
  ["a serialised array, cut off", SERIALIZED.slice(0, -1), "wrapping/undecodable", 0],
  ["a serialised array with another key", SERIALIZED.replace("hash", "salt"), "wrapping/undecodable", 0],
  ["a serialised array with another end", `${SERIALIZED.slice(0, -1)})`, "wrapping/undecodable", 0],
  // Names in braces
  ["a name in braces that nobody knows", `{UNKNOWN}${BCRYPT}`, "hash/unrecognised"],
  ["braces that never close", `{bcrypt${BCRYPT}`, "hash/unrecognised"],
  ["something after the name", `{bcrypt,x}${BCRYPT}`, "hash/unrecognised"],
  ["something after the name, by a bar", `{BLF-CRYPT.b64|x}${base64(BCRYPT)}`, "hash/unrecognised"],
  ["empty braces", `{}${BCRYPT}`, "hash/unrecognised"],
  ["a space after the braces", `{bcrypt} ${BCRYPT}`, "wrapping/conflict", 8],
  // Parts put together
  ["MediaWiki's bcrypt without its digest", ":bcrypt:5$CCCCCCCCCCCCCCCCCCCCC.", "wrapping/incomplete"],
  ["AdonisJS' bcrypt with a cost out of range", `$bcrypt$v=98$r=3$${PHC}`, "bcrypt/cost-out-of-range"],
  ["AdonisJS' bcrypt of another version", `$bcrypt$v=120$r=5$${PHC}`, "wrapping/parameter-unsupported"],
  ["AdonisJS' bcrypt, cut off", `$bcrypt$v=98$r=5$${PHC.slice(0, -1)}`, "wrapping/incomplete"],
  ["AdonisJS' bcrypt in bcrypt's alphabet", `$bcrypt$v=98$r=5$${MCF}`, "wrapping/incomplete"],
  ["AdonisJS' bcrypt with a leading zero", `$bcrypt$v=98$r=05$${PHC}`, "wrapping/incomplete"],
  ["MediaWiki's bcrypt with a cost out of range", `:bcrypt:3$${MCF}`, "bcrypt/cost-out-of-range"],
  [
    "$fbscrypt$ of another version",
    `$fbscrypt$v=2,n=14,r=8,p=1,ss=Bw==,sk=${KEY64}$${SALT}$${HASH64}`,
    "wrapping/parameter-unsupported",
  ],
  [
    "$fbscrypt$ with p = 2",
    `$fbscrypt$v=1,n=14,r=8,p=2,ss=Bw==,sk=${KEY64}$${SALT}$${HASH64}`,
    "wrapping/parameter-unsupported",
  ],
  ["$fbscrypt$ without r", `$fbscrypt$v=1,n=14,p=1,ss=Bw==$${SALT}$${HASH64}`, "wrapping/incomplete"],
  ["$fbscrypt$ without a salt", `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==$$${HASH64}`, "wrapping/incomplete"],
  ["$fbscrypt$ without a hash", `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==$${SALT}$`, "wrapping/incomplete"],
  [
    "$fbscrypt$ with n past its end",
    `$fbscrypt$v=1,n=31,r=8,p=1,ss=Bw==$${SALT}$${HASH64}`,
    "provider-scrypt/parameter-out-of-range",
  ],
  [
    "$fbscrypt$ with n of leading zeros",
    `$fbscrypt$v=1,n=014,r=8,p=1,ss=Bw==$${SALT}$${HASH64}`,
    "provider-scrypt/malformed",
  ],
  [
    "$firescrypt$ with p = 2",
    `$firescrypt$ln=14,r=8,p=2$${SALT}$${HASH64}$Bw==$${KEY64}`,
    "wrapping/parameter-unsupported",
  ],
  [
    "$firescrypt$ without its signer key's field",
    `$firescrypt$ln=14,r=8,p=1$${SALT}$${HASH64}$Bw==`,
    "wrapping/incomplete",
  ],
  ["$firescrypt$ without a hash", `$firescrypt$ln=14,r=8,p=1$${SALT}$$Bw==$${KEY64}`, "wrapping/incomplete"],
  [
    "a signer key that was cut off",
    `$firescrypt$ln=14,r=8,p=1$${SALT}$${HASH64}$Bw==$${KEY64.slice(0, 57)}`,
    "provider-scrypt/signer-key-malformed",
  ],
  [
    "a signer key with a character that is none",
    `$firescrypt$ln=14,r=8,p=1$${SALT}$${HASH64}$Bw==$!${KEY64.slice(1)}`,
    "provider-scrypt/signer-key-malformed",
  ],
  [
    "a signer key in two alphabets",
    `$firescrypt$ln=14,r=8,p=1$${SALT}$${HASH64}$Bw==$-+${KEY64.slice(2)}`,
    "provider-scrypt/signer-key-malformed",
  ],
  [
    "a signer key with unused bits",
    `$firescrypt$ln=14,r=8,p=1$${SALT}$${HASH64}$Bw==$${KEY64.slice(0, 85)}h==`,
    "provider-scrypt/signer-key-malformed",
  ],
  [
    "a signer key with wrong padding",
    `$firescrypt$ln=14,r=8,p=1$${SALT}$${HASH64}$Bw==$${KEY64.slice(0, 87)}`,
    "provider-scrypt/signer-key-malformed",
  ],
  [
    "a signer key that is shorter than the hash",
    `$firescrypt$ln=14,r=8,p=1$${SALT}$${HASH64}$Bw==$${KEY64.slice(0, 84)}`,
    "provider-scrypt/signer-key-malformed",
  ],
  ["Clerk's six fields with a short hash", `${SALT}$${SALT}$${KEY64}$Bw==$8$14`, "provider-scrypt/hash-length"],
  ["Clerk's six fields with five", `${HASH64}$${SALT}$${KEY64}$Bw==$8`, "hash/unrecognised"],
  // Kept, since what is inside is not over the password
  ["WordPress", `$wp${BCRYPT.replace("2a", "2y")}`, "wrapping/prehashed"],
  ["WordPress around $2b$", `$wp${BCRYPT.replace("2a", "2b")}`, "scheme/malformed", 3],
  ["WordPress around a cost out of range", `$wp${BCRYPT.replace("2a$05", "2y$99")}`, "scheme/malformed", 7],
  ["WordPress around unused bits", `$wp${BCRYPT.replace("2a", "2y").slice(0, 59)}X`, "scheme/malformed", 62],
  ["Django's prehash", `bcrypt_sha256$${BCRYPT}`, "wrapping/prehashed"],
  ["passlib's prehash, version 1", `$bcrypt-sha256$2a,5$${MCF}`, "wrapping/prehashed"],
  ["passlib's prehash, version 2", `$bcrypt-sha256$v=2,t=2b,r=5$${MCF}`, "wrapping/prehashed"],
  ["passlib's prehash with a leading zero", `$bcrypt-sha256$v=2,t=2b,r=05$${MCF}`, "scheme/malformed", 26],
  ["passlib's prehash with cost 3", `$bcrypt-sha256$v=2,t=2b,r=3$${MCF}`, "scheme/malformed", 26],
  ["passlib's prehash with cost 32", `$bcrypt-sha256$2a,32$${MCF}`, "scheme/malformed"],
  ["Drupal's second hash", `U${BCRYPT.replace("2a", "2y")}`, "wrapping/prehashed"],
  ["WoltLab's double bcrypt", `DoubleBcrypt:${BCRYPT}`, "wrapping/prehashed"],
  ["bcrypt over vBulletin's MD5", `Vb5Bcrypt:${BCRYPT}`, "wrapping/prehashed"],
  ["Django's bcrypt with one dollar sign", `bcrypt${BCRYPT}`, "wrapping/ambiguous"],
  ["bcrypt: in lower case", `bcrypt:${BCRYPT}`, "wrapping/unconfirmed"],
  // Not for the service at all
  ["{CRYPT} around sha512-crypt", `{CRYPT}${CRYPT}`, "scheme/login-only"],
  ["{CRYPT} around des-crypt", "{CRYPT}ab01FAX.bQRSU", "scheme/login-only"],
  ["{CRYPT} around des-crypt that was cut", "{CRYPT}ab01FAX.bQRS", "wrapping/conflict", 7],
  ["{CRYPT} around BSD/OS' des-crypt", "{CRYPT}_J9..CCCCXBrJUJV154M", "scheme/login-only"],
  [
    "{CRYPT} around BSD/OS' des-crypt with no rounds, which are one",
    "{CRYPT}_....rasml0RFT4eW3K2",
    "scheme/login-only",
  ],
  ["des-crypt whose last character holds too much", "{CRYPT}ab01FAX.bQRSV", "wrapping/conflict", 7],
  ["a locked entry", "{crypt}!$6$x", "scheme/locked"],
  ["a locked entry of Solaris", "{CRYPT}*LK*", "scheme/no-password"],
  ["{MD5} around md5-crypt", `{MD5}$1$abc$${"a".repeat(21)}.`, "scheme/login-only"],
  ["md5-crypt with another wrapping in it", "{MD5-CRYPT}$1$abc$x{MD5}x", "scheme/malformed", 19],
  ["{MD5} around its digest", "{MD5}X03MO1qnZdYdgyfeuILPmQ==", "scheme/login-only"],
  ["{MD5} around neither", "{MD5}zzz", "scheme/malformed", 8],
  ["{SSHA} with wrong padding", "{SSHA}P90+qijSp8MJ1tN25j5o1PflUvlqjXHOGeOckw=", "scheme/malformed", 44],
  ["{SSHA.hex} of hexadecimal", `{SSHA.hex}${"ab".repeat(24)}`, "scheme/login-only"],
  ["{SHA256} of Joomla", `{SHA256}${"ab".repeat(32)}:saltsalt`, "scheme/login-only"],
  ["the password itself", "{noop}password", "scheme/plain-text"],
  ["the password itself in base64", `{PLAIN.b64}${base64("password")}`, "scheme/plain-text"],
  ["the password itself, by Werkzeug", "plain$$password", "scheme/plain-text"],
  ["Cognito by way of Clerk", "awscognito#pool#client#user", "scheme/no-password"],
  ["a hexadecimal digest", "5f4dcc3b5aa765d61d8327deb882cf99", "scheme/ambiguous"],
  ["phpBB's combined hash", `$H\\2y$9abcdefgh$05\\CCCCCCCCCCCCCCCCCCCCC.$${BCRYPT.slice(29)}`, "wrapping/prehashed"],
  ["phpBB's combined hash, cut off", "$H\\2y$9abcdefgh", "scheme/malformed", 15],
  ["nothing known", "correct horse battery staple", "hash/unrecognised"],
  ["nothing known, with a dollar sign", "$nobody$knows", "hash/unrecognised"],
  ["a name of Object.prototype", "__proto__$x", "hash/unrecognised"],
  ["a name of Object.prototype in braces", "{__proto__}x", "hash/unrecognised"],
  ["a name of Object.prototype after a dollar sign", "$constructor$x", "hash/unrecognised"],
];

const ROWS = REFUSED.map(([what, text, code, offset]) => ({ what, text, code, offset }));

it.each(ROWS)("normalizeHash refuses $what", ({ text, code, offset }) => {
  expectRefusal(normalizeHash(text), code, offset);
  const identity = identifyHash(text);
  expect(identity.disposition).not.toBe("importable");
  expect(identity.problems[0]).toMatchObject(offset === undefined ? { code } : { code, offset });
});

describe("what nobody here verifies is unsupported, not malformed", () => {
  it.each([
    ["the bare 2", `$2$05$${MCF.replace("$", "")}`, "bcrypt"],
    ["argon2 with a key", ARGON2.replace("p=1", "p=1,keyid=Zm9v"), "argon2"],
  ])("%s", (_, text, scheme) => {
    expect(identifyHash(text)).toMatchObject({
      scheme,
      format: scheme,
      disposition: "unsupported",
      wrapping: null,
    });
  });
});

describe("a signer key inside a text", () => {
  it.each([
    ["standard and padded", KEY64],
    ["URL-safe", KEY64.replaceAll("+", "-").replaceAll("/", "_")],
    ["without padding", KEY64.replaceAll("=", "")],
  ])("comes back beside the string, standard and padded, when it is %s", (_, key) => {
    const normalized = normalizeHash(`$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=${key}$${SALT}$${HASH64}`);
    expect(normalized).toMatchObject({ value: { passwordHash: PROVIDER, signerKey: KEY64 } });
  });

  it("may be left out by Supabase and Kratos", () => {
    const supabase = normalizeHash(`$fbscrypt$v=1,n=14,r=8,p=1$${SALT}$${HASH64}`);
    expect(supabase).toMatchObject({ ok: true, value: { passwordHash: PROVIDER.replace("Bw==", "") } });
    expect(supabase.ok && "signerKey" in supabase.value).toBe(false);
    const kratos = normalizeHash(`$firescrypt$ln=14,r=8,p=1$${SALT}$${HASH64}$Bw==$`);
    expect(kratos).toMatchObject({ ok: true, value: { passwordHash: PROVIDER } });
    expect(kratos.ok && "signerKey" in kratos.value).toBe(false);
  });

  it("is not asked of the service's own string", () => {
    const normalized = normalizeHash(PROVIDER);
    expect(normalized.ok && Object.keys(normalized.value)).toEqual([
      "scheme",
      "passwordHash",
      "changes",
      "hashingAlgorithm",
    ]);
  });
});

it("keeps a repair inside a wrapping in the list of changes", () => {
  const normalized = normalizeHash(`{ARGON2}${ARGON2.replace("$v=19", "")}=`);
  expect(normalized.ok && normalized.value.changes.map(({ kind }) => kind)).toEqual([
    "stripped",
    "version-added",
    "padding-removed",
  ]);
});

describe("what can still be told of a text with a fault", () => {
  it.each([
    ["a payload that can't be decoded", "{ARGON2}!", "unknown", "janssen-argon2", "janssen-argon2"],
    ["nothing inside", "{bcrypt}", "unknown", "spring-bcrypt", "spring-bcrypt"],
    ["a contradiction", `{bcrypt}${ARGON2}`, "unknown", "spring-bcrypt", "spring-bcrypt"],
    ["a kept hash that is cut off", "$wp$2y$05$abc", "bcrypt", "wordpress-bcrypt", "wordpress-bcrypt"],
    ["sha512-crypt that is cut off in {CRYPT}", "{CRYPT}$6$abc", "sha512-crypt", "sha512-crypt", "ldap-crypt"],
    ["{MD5} around neither", "{MD5}zzz", "md5", "ldap-md5", "ldap-md5"],
  ])("%s: scheme, row and wrapping", (_, text, scheme, format, wrapping) => {
    expect(identifyHash(text)).toMatchObject({
      scheme,
      format,
      wrapping: { name: wrapping },
      disposition: "malformed",
    });
  });

  it.each<[string, string, string]>([
    ["v", "$fbscrypt$ of another version", `$fbscrypt$v=2,n=14,r=8,p=1,ss=Bw==$${SALT}$${HASH64}`],
    ["p", "$fbscrypt$ with p = 2", `$fbscrypt$v=1,n=14,r=8,p=2,ss=Bw==$${SALT}$${HASH64}`],
    ["p", "$firescrypt$ with p = 2", `$firescrypt$ln=14,r=8,p=2$${SALT}$${HASH64}$Bw==$${KEY64}`],
  ])("the parameter %s of %s", (field, _, text) => {
    expect(faultOf(normalizeHash(text))).toEqual(["wrapping/parameter-unsupported", field, undefined]);
  });

  it.each<[string, string, ProblemCode]>([
    ["cut off", KEY64.slice(0, 57), "provider-scrypt/signer-key-malformed"],
    ["too short", KEY64.slice(0, 84), "provider-scrypt/signer-key-malformed"],
  ])("that it is the signer key that is %s", (_, key, code) => {
    const text = `$firescrypt$ln=14,r=8,p=1$${SALT}$${HASH64}$Bw==$${key}`;
    expect(faultOf(normalizeHash(text))).toEqual([code, "signerKey", undefined]);
  });

  it("the hash's own fault before that of the signer key beside it", () => {
    const text = `$fbscrypt$v=1,n=31,r=8,p=1,ss=Bw==,sk=${KEY64.slice(0, 57)}$${SALT}$${HASH64}`;
    expect(faultOf(normalizeHash(text))[0]).toBe("provider-scrypt/parameter-out-of-range");
  });

  it("whether hexadecimal or what it writes is at fault", () => {
    const messageOf = (text: string) => identifyHash(text).problems[0]?.message;
    expect(messageOf(`{BLF-CRYPT.hex}${hex(BCRYPT).replace("3", "g")}`)).toContain("hexadecimal");
    expect(messageOf(`{BLF-CRYPT.hex}00${hex(BCRYPT)}`)).toContain("printable");
  });
});
