import { describe, expect, it } from "vitest";
import { identifyHash, normalizeHash, type ProblemCode, SOURCE_NAMES, type SourceName } from "../../../src/index.js";
import { expectRefusal } from "../refusal.js";

const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const ARGON2 = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
const PROVIDER_SCRYPT = `$f_scrypt$${Buffer.alloc(64, 1).toString("base64")}$c29tZXNhbHQ=$m=14$r=8$s=Bw==`;
const MD5 = "5f4dcc3b5aa765d61d8327deb882cf99";
const SHA1 = "5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8";

describe("a clean-looking hash is not imported", () => {
  it.each<[SourceName, string, "verifiable" | "unsupported", ProblemCode, string]>([
    ["meteor", BCRYPT, "verifiable", "wrapping/prehashed", "meteor-bcrypt"],
    ["meteor", ARGON2, "verifiable", "wrapping/prehashed", "meteor-bcrypt"],
    ["rocket-chat", BCRYPT, "verifiable", "wrapping/prehashed", "rocket-chat-bcrypt"],
    ["vbulletin", BCRYPT, "verifiable", "wrapping/prehashed", "vbulletin-bcrypt"],
    ["vbulletin", ARGON2, "verifiable", "wrapping/prehashed", "vbulletin-bcrypt"],
    ["woltlab", BCRYPT, "verifiable", "wrapping/prehashed", "woltlab-double-bcrypt"],
    ["typo3", BCRYPT.replace("2a", "2y"), "verifiable", "wrapping/prehashed", "typo3-bcrypt"],
    ["nodebb", BCRYPT, "verifiable", "wrapping/prehashed", "nodebb-bcrypt"],
    ["myth-auth", ARGON2, "verifiable", "wrapping/prehashed", "myth-auth-prehashed"],
    ["flask-security", ARGON2, "verifiable", "wrapping/peppered", "flask-security-peppered"],
    ["smf", BCRYPT, "unsupported", "wrapping/prehashed", "smf-bcrypt"],
    ["matomo", BCRYPT, "verifiable", "wrapping/prehashed", "matomo-prehashed"],
    ["suitecrm", ARGON2, "verifiable", "wrapping/prehashed", "suitecrm-prehashed"],
    ["metabase", BCRYPT, "unsupported", "wrapping/prehashed", "metabase-bcrypt"],
    ["sorcery", BCRYPT, "unsupported", "wrapping/prehashed", "sorcery-bcrypt"],
    ["nextcloud", BCRYPT, "verifiable", "wrapping/peppered", "nextcloud-peppered-bcrypt"],
    ["owncloud", BCRYPT, "verifiable", "wrapping/peppered", "owncloud-peppered-bcrypt"],
  ])("from %s", (source, text, disposition, code, name) => {
    expect(identifyHash(text, { source })).toMatchObject({
      disposition,
      wrapping: { name, treatment: "keep" },
      problems: [{ code }],
    });
    expectRefusal(normalizeHash(text, { source }), code);
    expectRefusal(normalizeHash(` ${text}`, { source }), code);
  });

  it.each([BCRYPT, ARGON2])("with a pepper, whatever the system", (text) => {
    for (const options of [
      { peppered: true },
      { source: "laravel", peppered: true },
      { source: "devise", peppered: true },
    ] as const) {
      expectRefusal(normalizeHash(text, options), "wrapping/peppered");
      expect(identifyHash(text, options)).toMatchObject({
        disposition: "verifiable",
        scheme: identifyHash(text).scheme,
      });
    }
  });

  it("from WoltLab 5.4, where the caller tells of a pepper", () => {
    expectRefusal(normalizeHash(`Bcrypt:${BCRYPT}`, { source: "woltlab", peppered: true }), "wrapping/peppered");
  });

  it("from Meteor in a wrapping", () => {
    expectRefusal(normalizeHash(`{bcrypt}${BCRYPT}`, { source: "meteor" }), "wrapping/prehashed");
  });
});

describe("a hash is imported", () => {
  it.each<[string, string, object]>([
    ["from Devise", BCRYPT, { source: "devise" }],
    ["from Devise without a pepper", BCRYPT, { source: "devise", peppered: false }],
    ["from Nextcloud without a passwordsalt", BCRYPT, { source: "nextcloud", peppered: false }],
    ["from Nextcloud's current hasher", `1|${BCRYPT.replace("2a", "2y")}`, { source: "nextcloud" }],
    ["from Nextcloud's current hasher, which has no pepper", `3|${ARGON2}`, { source: "nextcloud", peppered: true }],
    ["from ownCloud's current hasher", `1|${BCRYPT.replace("2a", "2y")}`, { source: "owncloud", peppered: true }],
    ["argon2 from WoltLab, bare", ARGON2, { source: "woltlab" }],
    ["argon2 from TYPO3, which prehashes for bcrypt only", ARGON2, { source: "typo3" }],
    ["from WoltLab 5.4", `Bcrypt:${BCRYPT.replace("2a", "2y")}`, { source: "woltlab" }],
    ["provider-scrypt, which has no pepper", PROVIDER_SCRYPT, { peppered: true }],
    ["provider-scrypt from Meteor's database", PROVIDER_SCRYPT, { source: "meteor" }],
  ])("%s", (_, text, options) => {
    expect(normalizeHash(text, options)).toMatchObject({ ok: true });
    expect(identifyHash(text, options)).toMatchObject({ disposition: "importable", problems: [] });
  });

  const PECULIAR = new Set<SourceName>([
    "flask-security",
    "matomo",
    "metabase",
    "meteor",
    "myth-auth",
    "nextcloud",
    "nodebb",
    "owncloud",
    "rocket-chat",
    "smf",
    "sorcery",
    "suitecrm",
    "typo3",
    "vbulletin",
    "woltlab",
  ]);

  it.each(SOURCE_NAMES.filter((source) => !PECULIAR.has(source)))("as it is from %s", (source) => {
    const normalized = normalizeHash(BCRYPT, { source });
    expect(normalized).toMatchObject({ ok: true, value: { passwordHash: BCRYPT, changes: [] } });
  });
});

describe("a warning comes", () => {
  it.each<[SourceName, boolean | undefined, ProblemCode[]]>([
    ["devise", undefined, ["wrapping/pepper-possible"]],
    ["devise", false, []],
    ["laravel", undefined, []],
    ["nextcloud", false, []],
    ["phpbb", undefined, ["wrapping/password-altered"]],
    ["drupal", undefined, ["wrapping/password-altered"]],
    ["wordpress", undefined, ["wrapping/password-altered"]],
  ])("from %s with peppered: %s", (source, peppered, codes) => {
    const normalized = normalizeHash(BCRYPT, peppered === undefined ? { source } : { source, peppered });
    expect(normalized.ok && normalized.warnings.map(({ code }) => code)).toEqual(codes);
  });

  it.each<[string, SourceName, string]>([
    ["Nextcloud's current hasher, bcrypt", "nextcloud", `1|${BCRYPT.replace("2a", "2y")}`],
    ["Nextcloud's current hasher, argon2", "nextcloud", `3|${ARGON2}`],
    ["ownCloud's current hasher", "owncloud", `1|${BCRYPT.replace("2a", "2y")}`],
    ["argon2 from WoltLab", "woltlab", ARGON2],
  ])("from none of %s, where nothing is left to guess", (_, source, text) => {
    expect(normalizeHash(text, { source })).toMatchObject({ ok: true, warnings: [] });
  });

  it("beside the string's own", () => {
    const normalized = normalizeHash(BCRYPT.replace("2a", "2x"), { source: "devise" });
    expect(normalized.ok && normalized.warnings.map(({ code }) => code)).toEqual([
      "bcrypt/sign-extension",
      "wrapping/pepper-possible",
    ]);
  });
});

describe("a bare digest", () => {
  it.each<[SourceName, string, string, string]>([
    ["wordpress", MD5, "source-md5", "md5"],
    ["drupal", MD5, "source-md5", "md5"],
    ["phpbb", MD5, "source-md5", "md5"],
    ["django", MD5, "source-md5", "md5"],
    ["matomo", MD5, "source-md5", "md5"],
    ["joomla", MD5, "joomla-md5", "md5"],
    ["joomla", `${MD5}:saltsalt`, "joomla-md5", "md5"],
    ["nextcloud", SHA1, "source-sha1", "sha1"],
    ["owncloud", SHA1, "source-sha1", "sha1"],
  ])("from %s is verifiable", (source, text, format, scheme) => {
    expect(identifyHash(text, { source })).toMatchObject({ format, scheme, disposition: "verifiable" });
    expectRefusal(normalizeHash(text, { source }), "scheme/login-only");
  });

  it.each<[SourceName | undefined, string]>([
    [undefined, MD5],
    [undefined, SHA1],
    ["moodle", MD5],
    ["wordpress", SHA1],
    ["wordpress", `${MD5}:saltsalt`],
    ["nextcloud", MD5],
    ["joomla", SHA1],
    ["joomla", `${MD5}:`],
    ["joomla", `${MD5}:${"x".repeat(65)}`],
  ])("from %s is not guessed at", (source, text) => {
    const identity = identifyHash(text, source === undefined ? {} : { source });
    expect(identity.disposition).not.toBe("verifiable");
    expect(["ambiguous-digest", "unknown"]).toContain(identity.scheme);
  });

  it("does not hide another form of the same source", () => {
    expect(identifyHash("$P$B55D6LjfHDkINU5wF.v2BuuzO0/XPk/", { source: "wordpress" }).format).toBe("phpass");
  });
});

it("throws a TypeError for a source that does not exist", () => {
  expect(() => identifyHash(BCRYPT, { source: "nobody" as never })).toThrow(TypeError);
  expect(() => normalizeHash(BCRYPT, { source: "__proto__" as never })).toThrow(TypeError);
});
