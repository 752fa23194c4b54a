import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ComposableSource, composeHash, type Fields, normalizeHash } from "../../src/index.js";
import { verifyPassword } from "../../src/verify/index.js";

/** Keycloak's and the other digests by Python's hashlib.pbkdf2_hmac and hashlib.scrypt over this password. */
const PASSWORD = "correct horse";
const SALT = "AAECAwQFBgcICQoLDA0ODw==";

const keycloak = (algorithm: string, hashIterations: number, value: string, salt = SALT) => ({
  type: "password",
  credentialData: JSON.stringify({ algorithm, hashIterations, additionalParameters: {} }),
  secretData: JSON.stringify({ value, salt, additionalParameters: {} }),
});
const SHA256 = keycloak(
  "pbkdf2-sha256",
  27500,
  "qnA427fe69fAjkevcHZvnm7vp3MewnxKL4g2WLfI7U6teQVH1eR2L5DfcV0psPIfjGPtlZbkpnogYX+2TaSl6w==",
);
const SHA512 = keycloak(
  "pbkdf2-sha512",
  30000,
  "yzcbocDEMOl5/MTYnR/zPaPet3GxOxmiMmRUZ1SniVigMZlYh+XCTqbLAzoJhAQe4nvLfcCZUgzkOW4RY6HwZA==",
);
const SHA1 = keycloak(
  "pbkdf2",
  20000,
  "fniHe4wujMvABtTa8nlrXUNDmQbEVpEAOGSrBOKjUxr8fq0EhOTrbtwxv0kDHkCeZpDFXImqFMKFND2GDrIqXQ==",
);
const DISCOURSE = {
  password_hash: "127dc076cc9617c83632d90387ceb8c66c80340206d3ed4b200befd910f9f112",
  password_salt: "0123456789abcdef0123456789abcdef",
  password_algorithm: "$pbkdf2-sha256$i=64000,l=32$",
};
/** Three users whom FusionAuth's import scripts publish with their passwords: stytch/exampleData, stytch/js. */
const STYTCH_PASSWORD = "averylongandunguessablepasswordwithlotsofrandominfooofisjoafasnr;,n";
const STYTCH_USERS = [
  ["1", "uiOC_BwbKta9R9QL6Ss6KTDpCcULh9_zhObl5j4398M=", "BbV-sGQqUIX1NwE6uqtSITv4fa1iMw=="],
  ["2", "8dg6AaIWPfcLTQU7lb4H-CI49dHeqaBXfFE1ogb2qRQ=", "zKia-0BdIFKCzWbzXbj3qrhBnbiWNg=="],
  ["3", "A6VzdsTsTHPqafORIb0GkGD6qFxdncqwA15YXRsVgvs=", "XPapDAm6xdV5UhMpyPrSpy8FbfCDtA=="],
] as const;
const STYTCH = { hash: STYTCH_USERS[0][1], salt: STYTCH_USERS[0][2] };

/** From the test program of the Argon2 reference implementation: password, somesalt. */
const ARGON2 = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
const KEYCLOAK_ARGON2 = {
  credentialData: {
    algorithm: "argon2",
    hashIterations: 2,
    additionalParameters: {
      type: ["id"],
      version: ["1.3"],
      memory: ["256"],
      parallelism: ["1"],
      hashLength: ["32"],
    },
  },
  secretData: { value: "nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4=", salt: "c29tZXNhbHQ=" },
};

/** From Solar Designer's test vectors of crypt_blowfish. */
const SALT_22 = "CCCCCCCCCCCCCCCCCCCCC.";
const DIGEST_31 = "E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const FUSIONAUTH = { encryptionScheme: "bcrypt", factor: 5, salt: SALT_22, password: DIGEST_31 };
const OKTA = { algorithm: "BCRYPT", workFactor: "5", salt: SALT_22, value: DIGEST_31 };

/** hashcat's example of its mode 121, with its password; and bcrypt by PHP's password_hash over "änne" and the password. */
const SMF_SHA1 = { member_name: "17782686", passwd: "ecf076ce9d6ed3624a9332112b1cd67b236fdd11" };
const SMF_BCRYPT = {
  member_name: "ÄNNE",
  passwd: "$2y$04$HMLpWLDvhoxEqrq7lbDFXOVPzrvH/QpIWn3baaC7EdV5iHD3QWRtq",
};

/** bcrypt by Python's crypt() over the salt and the password. */
const METABASE = {
  password_salt: "c3b1a4de-0000-4000-8000-000000000001",
  password: "$2a$04$SPSaJ9E.CHZhE4IZwiWs7.W17UUspDtVNbe3V5rN1aFQYjv6uXZs6",
};

/** bcrypt by Python's bcrypt over the password and the salt. */
const SORCERY = {
  salt: "Vq3xSyzPk8_dW2sTmN7b",
  crypted_password: "$2a$04$SPSaJ9E.CHZhE4IZwiWs7.2izSlGkD7s99fSF96TgP7AI269pM/YG",
};

const WHOLE_BCRYPT = `$2a$05$${SALT_22}${DIGEST_31}`;

/** A credential of Keycloak before 8. */
function flat({ credentialData, secretData }: typeof SHA256): Fields {
  const { algorithm, hashIterations } = JSON.parse(credentialData);
  const { value, salt } = JSON.parse(secretData);
  return {
    type: "password",
    hashedSaltedValue: value,
    salt,
    hashIterations,
    counter: 0,
    algorithm,
    digits: 0,
  };
}

const ROWS: readonly (readonly [string, ComposableSource, Fields, string])[] = [
  ["pbkdf2-sha256", "keycloak", SHA256, PASSWORD],
  ["pbkdf2-sha512", "keycloak", SHA512, PASSWORD],
  ["pbkdf2", "keycloak", SHA1, PASSWORD],
  ["argon2", "keycloak", KEYCLOAK_ARGON2, "password"],
  ["pbkdf2-sha256 before release 8", "keycloak", flat(SHA256), PASSWORD],
  ["pbkdf2-sha512 before release 8", "keycloak", flat(SHA512), PASSWORD],
  ["bcrypt by the extension", "keycloak", keycloak("bcrypt", 5, WHOLE_BCRYPT, ""), "U*U"],
  ["bcrypt by the extension before release 8", "keycloak", flat(keycloak("bcrypt", 5, WHOLE_BCRYPT, "")), "U*U"],
  ["SHA-1", "smf", SMF_SHA1, "hashcat"],
  ["bcrypt", "smf", SMF_BCRYPT, PASSWORD],
  ["bcrypt", "metabase", METABASE, "correct horse battery"],
  ["bcrypt", "sorcery", SORCERY, "correct horse battery"],
  ["pbkdf2", "discourse", DISCOURSE, PASSWORD],
  [
    "pbkdf2 without a last $",
    "discourse",
    { ...DISCOURSE, password_algorithm: "$pbkdf2-sha256$i=64000,l=32" },
    PASSWORD,
  ],
  ...STYTCH_USERS.map(
    ([user, hash, salt]) => [`user ${user}`, "stytch", { hash, salt }, STYTCH_PASSWORD + user] as const,
  ),
  ["bcrypt", "fusionauth", FUSIONAUTH, "U*U"],
  ["bcrypt", "okta", OKTA, "U*U"],
];

function codesOf(source: ComposableSource, fields: Fields): readonly string[] {
  const composed = composeHash(source, fields);
  return composed.ok ? [] : composed.problems.map(({ code, field }) => `${code} ${field}`);
}

describe("a composed hash", () => {
  it.each(ROWS)("%s of %s verifies the right password and no other", async (_, source, fields, password) => {
    const composed = composeHash(source, fields);
    expect(composed).toMatchObject({ ok: true });
    if (!composed.ok) return;
    expect(await verifyPassword(password, composed.value)).toMatchObject({
      ok: true,
      value: { matches: true },
    });
    expect(await verifyPassword(`${password}.`, composed.value)).toMatchObject({
      ok: true,
      value: { matches: false },
    });
  });

  it("is the standard string of argon2 and bcrypt, ready to be imported", () => {
    expect(composeHash("keycloak", KEYCLOAK_ARGON2)).toMatchObject({ value: ARGON2 });
    for (const [source, fields] of [
      ["okta", OKTA],
      ["fusionauth", FUSIONAUTH],
    ] as const) {
      const composed = composeHash(source, fields);
      expect(composed).toMatchObject({ value: `$2a$05$${SALT_22}${DIGEST_31}` });
      expect(composed.ok && normalizeHash(composed.value)).toMatchObject({
        ok: true,
        value: { changes: [] },
      });
    }
  });
});

describe("a hash beside a length that it does not have", () => {
  const { value, salt } = KEYCLOAK_ARGON2.secretData;

  it.each([
    ["cut", { value: value.slice(0, 32), salt }],
    ["in the salt's place", { value: salt, salt: value }],
  ])("is refused: %s", (_, secretData) => {
    expect(composeHash("keycloak", { ...KEYCLOAK_ARGON2, secretData })).toMatchObject({
      ok: false,
      problems: [{ code: "hash/not-as-stated", field: "hashLength" }],
    });
  });
});

describe("salt and digest in each other's place", () => {
  const exchangedKeycloak = (fields: typeof SHA256) => {
    const { value, salt } = JSON.parse(fields.secretData);
    return { ...fields, secretData: JSON.stringify({ value: salt, salt: value }) };
  };
  const warned: readonly (readonly [string, ComposableSource, Fields])[] = [
    ["pbkdf2", "keycloak", exchangedKeycloak(SHA1)],
    ["pbkdf2-sha256", "keycloak", exchangedKeycloak(SHA256)],
    ["pbkdf2-sha512", "keycloak", exchangedKeycloak(SHA512)],
  ];

  it.each(warned)("are named by a warning: %s of %s", (_, source, fields) => {
    const composed = composeHash(source, fields);
    expect(composed).toMatchObject({
      ok: true,
      warnings: [{ code: "wrapping/parts-exchanged", field: "salt" }],
    });
  });

  it.each<[string, ComposableSource, Fields]>([
    ["scrypt", "stytch", { hash: STYTCH.salt, salt: STYTCH.hash }],
    [
      "pbkdf2",
      "discourse",
      { ...DISCOURSE, password_hash: DISCOURSE.password_salt, password_salt: DISCOURSE.password_hash },
    ],
    ["bcrypt", "okta", { ...OKTA, salt: OKTA.value, value: OKTA.salt }],
    ["bcrypt", "fusionauth", { ...FUSIONAUTH, salt: FUSIONAUTH.password, password: FUSIONAUTH.salt }],
  ])("are refused where their lengths are fixed: %s of %s", (_, source, fields) => {
    expect(composeHash(source, fields).ok).toBe(false);
  });

  it.each(ROWS)("are not suspected where they are right: %s of %s", (_, source, fields) => {
    expect(composeHash(source, fields)).toMatchObject({ ok: true, warnings: [] });
  });
});

describe("fields that are wrong", () => {
  it.each<[string, ComposableSource, Fields, string[]]>([
    ["none", "okta", {}, ["algorithm", "workFactor", "salt", "value"].map((name) => `wrapping/incomplete ${name}`)],
    ["another algorithm", "okta", { ...OKTA, algorithm: "SHA-512" }, ["wrapping/parameter-unsupported algorithm"]],
    ["no scheme", "fusionauth", { ...FUSIONAUTH, encryptionScheme: null }, ["wrapping/incomplete encryptionScheme"]],
    ["a salt cut off", "okta", { ...OKTA, salt: SALT_22.slice(1) }, ["wrapping/incomplete salt"]],
    ["a fraction", "okta", { ...OKTA, workFactor: 5.5 }, ["wrapping/incomplete workFactor"]],
    ["a cost of none", "okta", { ...OKTA, workFactor: 99 }, ["bcrypt/cost-out-of-range cost"]],
    ["base64 for base64url", "stytch", { ...STYTCH, salt: "+vv8/f7/AAECAwQFBgcICQ==" }, ["wrapping/undecodable salt"]],
    ["odd hexadecimal", "discourse", { ...DISCOURSE, password_hash: "abc" }, ["wrapping/incomplete password_hash"]],
    [
      "an unknown algorithm",
      "discourse",
      { ...DISCOURSE, password_algorithm: "$argon2id$" },
      ["wrapping/incomplete password_algorithm"],
    ],
    ["no bcrypt", "keycloak", keycloak("bcrypt", 10, "AAAA", ""), ["wrapping/incomplete value"]],
    [
      "a bcrypt hash cut off",
      "keycloak",
      keycloak("bcrypt", 10, WHOLE_BCRYPT.slice(0, 59), ""),
      ["bcrypt/truncated undefined"],
    ],
    ["no JSON", "keycloak", { ...SHA256, secretData: "{" }, ["wrapping/incomplete secretData"]],
    ["a plug-in's algorithm", "keycloak", keycloak("scrypt", 10, "AAAA"), ["wrapping/parameter-unsupported algorithm"]],
    [
      "an argon2 version of none",
      "keycloak",
      {
        ...KEYCLOAK_ARGON2,
        credentialData: {
          ...KEYCLOAK_ARGON2.credentialData,
          additionalParameters: {
            ...KEYCLOAK_ARGON2.credentialData.additionalParameters,
            version: ["1.2"],
          },
        },
      },
      ["wrapping/parameter-unsupported version"],
    ],
  ])("%s of %s: named by field", (_, source, fields, expected) => {
    expect(codesOf(source, fields)).toEqual(expected);
  });

  it("never throw, and never show in a problem", () => {
    const sources = fc.constantFrom<ComposableSource>("keycloak", "discourse", "stytch", "fusionauth", "okta");
    const names = ["algorithm", "salt", "value", "hash", "factor", "password", "credentialData", "secretData"];
    const marked = fc.string({ maxLength: 20 }).map((text) => `s3cr3t${text}`);
    const value = fc.oneof(
      marked,
      marked.map((text) => JSON.stringify({ value: text })),
      fc.anything(),
    );
    const fields = fc.dictionary(fc.constantFrom(...names, "__proto__", "constructor"), value);
    fc.assert(
      fc.property(sources, fields, (source, given) => {
        const composed = composeHash(source, given);
        if (!composed.ok) expect(JSON.stringify(composed.problems)).not.toContain("s3cr3t");
      }),
    );
  });

  it.each<[string, ComposableSource, Fields, string[]]>([
    ["an empty salt", "okta", { ...OKTA, salt: "" }, ["wrapping/incomplete salt"]],
    ["a salt with a character in front", "okta", { ...OKTA, salt: `!${SALT_22}` }, ["wrapping/incomplete salt"]],
    ["a salt with a character after", "okta", { ...OKTA, salt: `${SALT_22}!` }, ["wrapping/incomplete salt"]],
    ["a digest with a character in front", "okta", { ...OKTA, value: `!${DIGEST_31}` }, ["wrapping/incomplete value"]],
    ["a digest with a character after", "okta", { ...OKTA, value: `${DIGEST_31}!` }, ["wrapping/incomplete value"]],
    ["a cost below zero", "okta", { ...OKTA, workFactor: -5 }, ["wrapping/incomplete workFactor"]],
    ["a cost of zero", "okta", { ...OKTA, workFactor: 0 }, ["bcrypt/cost-out-of-range cost"]],
    ["a cost of zero as text", "okta", { ...OKTA, workFactor: "0" }, ["bcrypt/cost-out-of-range cost"]],
    ["an empty cost", "okta", { ...OKTA, workFactor: "" }, ["wrapping/incomplete workFactor"]],
    ["a cost with a space in front", "okta", { ...OKTA, workFactor: " 5" }, ["wrapping/incomplete workFactor"]],
    ["a cost with a sign", "okta", { ...OKTA, workFactor: "+5" }, ["wrapping/incomplete workFactor"]],
    ["a cost with a space after", "okta", { ...OKTA, workFactor: "5 " }, ["wrapping/incomplete workFactor"]],
    ["a cost with an exponent", "okta", { ...OKTA, workFactor: "1e1" }, ["wrapping/incomplete workFactor"]],
    ["a cost of eleven digits", "okta", { ...OKTA, workFactor: "00000000005" }, ["wrapping/incomplete workFactor"]],
    ["a cost in a list of lists", "okta", { ...OKTA, workFactor: [["5"]] }, ["wrapping/incomplete workFactor"]],
    ["a list of two salts", "okta", { ...OKTA, salt: [SALT_22, SALT_22] }, ["wrapping/incomplete salt"]],
    [
      "an algorithm of 4096 characters",
      "okta",
      { ...OKTA, algorithm: "B".repeat(4096) },
      ["wrapping/parameter-unsupported algorithm"],
    ],
    [
      "an algorithm that is longer",
      "okta",
      { ...OKTA, algorithm: "B".repeat(4097) },
      ["wrapping/incomplete algorithm"],
    ],
    [
      "a character that is not base64, in front",
      "stytch",
      { ...STYTCH, hash: `!${STYTCH.hash.slice(1)}` },
      ["wrapping/undecodable hash"],
    ],
    [
      "a character that is not base64, within",
      "stytch",
      { ...STYTCH, salt: "-vv8!f7_AAECAwQFBgcICQ==" },
      ["wrapping/undecodable salt"],
    ],
    [
      "a salt without its padding",
      "stytch",
      { ...STYTCH, salt: STYTCH.salt.replace(/=+$/, "") },
      ["wrapping/undecodable salt"],
    ],
    ["base64 of 4n + 1 characters", "stytch", { ...STYTCH, salt: "-vv8_" }, ["wrapping/undecodable salt"]],
    [
      "base64 with wrong padding",
      "stytch",
      { ...STYTCH, salt: "-vv8_f7_AAECAwQFBgcICQ=" },
      ["wrapping/undecodable salt"],
    ],
    [
      "base64url for base64",
      "keycloak",
      keycloak("pbkdf2-sha256", 27500, "AAAA", "-_8AAQIDBAUGBwgJCgsMDQ=="),
      ["wrapping/undecodable salt"],
    ],
    [
      "an accent in front of the salt",
      "discourse",
      { ...DISCOURSE, password_salt: "é0123" },
      ["wrapping/incomplete password_salt"],
    ],
    [
      "an accent after the salt",
      "discourse",
      { ...DISCOURSE, password_salt: "0123é" },
      ["wrapping/incomplete password_salt"],
    ],
    ["JSON of a number", "keycloak", { ...SHA256, credentialData: "5" }, ["wrapping/incomplete credentialData"]],
    ["JSON of a text", "keycloak", { ...SHA256, secretData: '"text"' }, ["wrapping/incomplete secretData"]],
    ["JSON of null", "keycloak", { ...SHA256, secretData: "null" }, ["wrapping/incomplete secretData"]],
    [
      "JSON of more than 4096 characters",
      "keycloak",
      { ...SHA256, secretData: SHA256.secretData.padEnd(4097) },
      ["wrapping/incomplete secretData"],
    ],
    ["JSON of 4096 characters", "keycloak", { ...SHA256, secretData: SHA256.secretData.padEnd(4096) }, []],
  ])("%s of %s: told from what is sound", (_, source, fields, expected) => {
    expect(codesOf(source, fields)).toEqual(expected);
  });

  it.each<[string, ComposableSource, Fields, string]>([
    ["a field that is too long", "okta", { ...OKTA, algorithm: "B".repeat(4097) }, "too long"],
    ["a field that is missing", "okta", { ...OKTA, algorithm: undefined }, "missing"],
    ["a field that is empty", "okta", { ...OKTA, algorithm: "" }, "missing"],
    ["a field that is not text", "okta", { ...OKTA, algorithm: 5 }, "not text"],
    [
      "every algorithm that is known",
      "keycloak",
      keycloak("scrypt", 10, "AAAA"),
      "argon2, bcrypt, pbkdf2, pbkdf2-sha256",
    ],
    ["the alphabet", "stytch", { ...STYTCH, salt: "+vv8" }, "url-safe base64"],
    ["the alphabet of a digest", "stytch", { ...STYTCH, hash: "+vv8" }, "url-safe base64"],
    ["the notation", "discourse", { ...DISCOURSE, password_hash: "abc" }, "hexadecimal"],
    [
      "the layout",
      "discourse",
      { ...DISCOURSE, password_algorithm: "$argon2id$" },
      "$pbkdf2-sha256$i=<iterations>,l=32$",
    ],
  ])("are told by name in the message: %s", (_, source, fields, words) => {
    const composed = composeHash(source, fields);
    expect(!composed.ok && composed.problems[0].message).toContain(words);
  });

  it("may be base64 with + and / where the system writes the standard alphabet", () => {
    const salted = keycloak("pbkdf2-sha256", 27500, `${"+/".repeat(21)}8=`, "+/8AAQIDBAUGBwgJCgsMDQ==");
    expect(composeHash("keycloak", salted)).toMatchObject({
      ok: true,
      value: `$pbkdf2-sha256$i=27500,l=32$+/8AAQIDBAUGBwgJCgsMDQ$${"+/".repeat(21)}8`,
    });
  });

  it.each(["d", "i", "id"])("name Keycloak's argon2 variant as argon2%s", (type) => {
    const { credentialData } = KEYCLOAK_ARGON2;
    const additionalParameters = { ...credentialData.additionalParameters, type: [type] };
    const composed = composeHash("keycloak", {
      ...KEYCLOAK_ARGON2,
      credentialData: { ...credentialData, additionalParameters },
    });
    expect(composed).toMatchObject({ ok: true, value: ARGON2.replace("argon2id", `argon2${type}`) });
  });

  it.each([null, undefined, "text", 5])("are a caller's bug where %j is in their place", (fields) => {
    expect(() => composeHash("okta", fields as unknown as Fields)).toThrow(new TypeError("fields must be an object"));
  });

  it.each(["auth0", "__proto__", "constructor"])("of %s are a caller's bug, which lists the sources", (source) => {
    expect(() => composeHash(source as ComposableSource, {})).toThrow(
      new TypeError("source must be one of discourse, fusionauth, keycloak, metabase, okta, smf, sorcery, stytch"),
    );
  });

  it("are a caller's bug where they are not fields or the source is not one", () => {
    expect(() => composeHash("auth0" as ComposableSource, {})).toThrow(TypeError);
    expect(() => composeHash("__proto__" as ComposableSource, {})).toThrow(TypeError);
    expect(() => composeHash("okta", null as unknown as Fields)).toThrow(TypeError);
  });
});

describe("what only looks like the hash of a composed one", () => {
  const bcrypt = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const keycloak = { secretData: { value: `x${bcrypt}`, salt: "" }, credentialData: { algorithm: "bcrypt" } };

  it.each<[ComposableSource, object]>([
    ["metabase", { password_salt: "s", password: `x${bcrypt}` }],
    ["sorcery", { salt: "s", crypted_password: `x${bcrypt}` }],
    ["keycloak", keycloak],
  ])("is refused for %s", (source, fields) => {
    const composed = composeHash(source, fields as Record<string, unknown>);
    expect(composed.ok ? composed.value : composed.problems[0].code).toBe("wrapping/incomplete");
  });

  it("has a forum's name in lower case: all letters before bcrypt, the English ones before SHA-1", () => {
    const nameIn = (passwd: string) => {
      const composed = composeHash("smf", { member_name: "ÄnnB9", passwd });
      return composed.ok && Buffer.from(composed.value.split("$")[1] ?? "", "base64").toString();
    };
    expect(nameIn(bcrypt)).toBe("ännb9");
    expect(nameIn("ab".repeat(20))).toBe("Ännb9");
  });
});
