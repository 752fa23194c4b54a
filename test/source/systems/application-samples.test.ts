import { describe, expect, it } from "vitest";
import type { ReadableSource } from "../../../src/source/index.js";
import { DIGEST_SAMPLES, type Expected, social, totp, unverified, verified } from "./expected-samples.js";
import { detected, proveHashes, readAs, readTables } from "./read-samples.js";
import { LONG_PASSWORD, PASSWORD, sampleOf, TOTP_SECRET } from "./samples.js";

/** `printf 6c84fb90-12c4-11e1-840d-7b25c5ee775a | base32` */
const NODEBB_KEY = "GZRTQNDGMI4TALJRGJRTILJRGFSTCLJYGQYGILJXMIZDKYZVMVSTONZVME";

const NODEBB = {
  title: "NodeBB",
  users: { 2: verified("bob"), 5: { ...unverified("kim"), ...social("google", "108100", "kim") } },
  loginOnly: { 1: { ...verified("ada"), ...totp(NODEBB_KEY) }, 4: verified("dan") },
  refused: { 3: ["user/banned", "wrapping/prehashed"] },
} as const;

const EXPECTED: readonly (readonly [ReadableSource, Expected])[] = [
  [
    "owncloud",
    {
      file: "owncloud.sql",
      title: "ownCloud",
      keys: "'secret' => 'owncloud-secret',",
      pepper: "pepper-of-the-site",
      users: {
        ada: { ...unverified("ada"), ...totp("JBSWY3DPEHPK3PXP", { skew: 3 }) },
        bob: unverified("bob"),
        Fay: unverified("fay"),
      },
      loginOnly: { dora: unverified("dora") },
      refused: { cem: ["user/disabled"], eve: ["user/deleted"] },
      // A user of a directory, whose hash is not in the database.
      leftOver: [{ part: "owncloud accounts", rows: 1, lines: [7] }],
      damage: ["('bob',NULL,'1|$2y", "('bob',NULL,'9|$2y", "bob", "hash/unrecognised"],
    },
  ],
  [
    "nodebb",
    {
      ...NODEBB,
      file: "nodebb.ndjson",
      leftOver: [{ part: "totp", rows: 1, lines: [6] }],
      damage: ['"username": "bob"', '"username": "bob', "line 2", "source/record-damaged"],
    },
  ],
  [
    "nodebb",
    {
      ...NODEBB,
      file: "nodebb.sql",
      leftOver: [{ part: "totp", rows: 1, lines: [16] }],
      damage: ['"username": "bob"', '"username": "bob', "line 12", "user/id-unusable"],
    },
  ],
  [
    "nodebb",
    {
      ...NODEBB,
      file: "nodebb-redis.ndjson",
      leftOver: [{ part: "totp", rows: 1, lines: [6] }],
      damage: ['"uid": "2", ', "", "line 2", "user/id-unusable"],
    },
  ],
  [
    "sorcery",
    {
      file: "sorcery.sql",
      title: "Sorcery (Ruby on Rails)",
      users: { 2: unverified("bob"), 4: { ...unverified("dan"), ...social("google", "108100", "dan", false) } },
      loginOnly: { 1: unverified("ada") },
      refused: { 3: ["user/unconfirmed", "wrapping/prehashed"], 5: ["scheme/unsupported"] },
      damage: ["\tbob@example.com", "", "line 13", "source/record-damaged"],
    },
  ],
  [
    "myth-auth",
    {
      file: "myth-auth.sql",
      title: "Myth:Auth (CodeIgniter 4)",
      users: {},
      loginOnly: { 1: unverified("ada"), 2: unverified("bob") },
      refused: {
        3: ["user/unconfirmed", "wrapping/prehashed"],
        4: ["user/banned", "wrapping/prehashed"],
        5: ["user/deleted", "wrapping/prehashed"],
        6: ["user/disabled", "wrapping/prehashed"],
      },
      damage: ["'bob@example.com'", "'bob example.com'", "2", "user/email-malformed"],
    },
  ],
  [
    "werkzeug",
    {
      file: "werkzeug.sql",
      users: { 4: verified("dan") },
      loginOnly: { 1: verified("ada"), 2: unverified("bob") },
      refused: { 3: ["user/no-credential"] },
      damage: ["pbkdf2:sha256:1000$abcdefgh$", "pbkdf2:sha256:1000$", "2", "scheme/malformed"],
    },
  ],
  [
    "werkzeug",
    {
      file: "werkzeug.csv",
      users: {},
      loginOnly: { 1: unverified("ada") },
      refused: { 2: ["user/disabled", "scheme/login-only"] },
      damage: [",ada,", ",", "line 2", "source/record-damaged"],
    },
  ],
  [
    "adonisjs",
    {
      file: "adonisjs.sql",
      users: {
        2: unverified("bob"),
        4: { ...verified("dan"), ...social("github", "77", "dan", true) },
        5: verified("eve"),
        6: verified("fay"),
        7: verified("gus"),
      },
      loginOnly: { 1: verified("ada") },
      refused: {
        3: ["user/disabled"],
        8: ["scheme/login-only", "user/second-factor-at-login"],
      },
      damage: ["$bcrypt$v=98$r=4$", "$bcrypt$v=120$r=4$", "2", "wrapping/parameter-unsupported"],
    },
  ],
  [
    "gitlab",
    {
      file: "gitlab.sql",
      title: "GitLab",
      password: LONG_PASSWORD,
      users: { 1: verified("ada"), 2: { ...verified("bob"), ...social("google", "108100", "bob", true) } },
      refused: {
        3: ["user/disabled"],
        4: ["user/unconfirmed"],
        5: ["user/disabled"],
        6: ["user/banned"],
      },
      damage: ["google_oauth2", "", "2", "user/third-party-unusable"],
    },
  ],
  [
    "mastodon",
    {
      file: "mastodon.csv",
      title: "Mastodon",
      password: LONG_PASSWORD,
      users: {
        109100000001: { ...verified("ada"), ...totp(TOTP_SECRET) },
        109100000006: verified("fay"),
      },
      refused: {
        109100000002: ["user/disabled"],
        109100000003: ["user/unconfirmed"],
        109100000004: ["user/banned"],
        109100000005: ["user/unconfirmed"],
      },
      damage: [TOTP_SECRET, "not base32!", "109100000001", "secret/illegal-character"],
    },
  ],
  [
    "mattermost",
    {
      file: "mattermost.sql",
      title: "Mattermost",
      password: LONG_PASSWORD,
      users: {
        adaadaadaxxxxxxxxxxxxxxxxx: { ...verified("ada"), ...totp(TOTP_SECRET) },
        dandandanxxxxxxxxxxxxxxxxx: { ...verified("dan"), ...social("gitlab", "77", "dan", true) },
        eveeveevexxxxxxxxxxxxxxxxx: unverified("eve"),
      },
      loginOnly: { bobbobbobxxxxxxxxxxxxxxxxx: verified("bob") },
      refused: { cydcydcydxxxxxxxxxxxxxxxxx: ["user/disabled"] },
      damage: ["\tbob@example.com", "", "line 9", "source/record-damaged"],
    },
  ],
  [
    "metabase",
    {
      file: "metabase.sql",
      title: "Metabase",
      password: LONG_PASSWORD,
      users: {},
      loginOnly: { 1: unverified("ada") },
      refused: {
        2: ["user/disabled", "wrapping/prehashed"],
        3: ["user/third-party-unusable"],
        13371338: ["user/disabled"],
      },
      damage: ["c3b1a4de-0000-4000-8000-000000000001", "\\N", "1", "wrapping/incomplete"],
    },
  ],
  [
    "matomo",
    {
      file: "matomo.sql",
      title: "Matomo",
      password: LONG_PASSWORD,
      users: {},
      loginOnly: { ada: unverified("ada"), bob: { ...unverified("bob"), ...totp(TOTP_SECRET) } },
      refused: { cyd: ["user/invited"] },
      damage: ["'ada','", "'','", "line 10", "user/id-unusable"],
    },
  ],
  [
    "odoo",
    {
      file: "odoo.sql",
      title: "Odoo",
      password: LONG_PASSWORD,
      users: { 8: { ...unverified("dan"), ...social("1", "108100", "dan") } },
      loginOnly: { 2: unverified("ada"), 6: { ...unverified("bob"), ...totp(TOTP_SECRET) } },
      refused: { 7: ["user/disabled", "scheme/login-only"] },
      // Somebody who does not log in.
      leftOver: [{ part: "partners", rows: 1, lines: [12] }],
      damage: ["\t108100\t", "\t108100", "line 19", "source/record-damaged"],
    },
  ],
  [
    "flask-security",
    {
      file: "flask-security.sql",
      title: "Flask-Security",
      password: LONG_PASSWORD,
      pepper: "the-site-salt",
      users: {},
      loginOnly: { 1: { ...verified("ada"), ...totp(TOTP_SECRET) }, 2: unverified("bob") },
      refused: { 3: ["user/disabled", "wrapping/peppered"], 4: ["user/no-credential"] },
      damage: ['"type": "totp", "v": 1}', '"type": "totp", "v": 1', "1", "user/field-wrong-type"],
    },
  ],
  [
    "spring",
    {
      file: "spring.sql",
      title: "Spring Security",
      password: LONG_PASSWORD,
      users: { "ada@example.com": unverified("ada"), "bob@example.com": unverified("bob") },
      loginOnly: { dan: { emailVerified: false } },
      refused: {
        "cyd@example.com": ["user/disabled"],
        "eve@example.com": ["scheme/plain-text"],
      },
      damage: ["'{bcrypt}$2a$04$", "'{bcrypt}$2a$", "ada@example.com", "bcrypt/malformed"],
    },
  ],
  [
    "symfony",
    {
      file: "symfony.sql",
      title: "Symfony",
      password: LONG_PASSWORD,
      users: {
        1: { ...verified("ada"), ...totp(TOTP_SECRET) },
        2: unverified("bob"),
        3: { ...verified("cyd"), ...social("google", "108100", "cyd", true) },
      },
      refused: { 4: ["user/no-credential"] },
      damage: ["'bob@example.com'", "'bob'", "2", "user/email-malformed"],
    },
  ],
  [
    "opencart",
    {
      file: "opencart.sql",
      title: "OpenCart",
      users: { 1: unverified("ada"), 2: unverified("bob") },
      loginOnly: { 4: unverified("dan") },
      refused: { 3: ["user/disabled"] },
      damage: ["'$argon2id$", "'$argon2$", "2", "argon2"],
    },
  ],
  [
    "prestashop",
    {
      file: "prestashop.sql",
      title: "PrestaShop",
      pepper: "the shop's cookie key",
      users: { 1: unverified("ada"), 2: unverified("bob") },
      loginOnly: { 6: unverified("eve") },
      refused: { 3: ["user/disabled"], 4: ["user/deleted"] },
      damage: ["'ada@example.com',", "", "line 7", "source/record-damaged"],
    },
  ],
  [
    "shopware",
    {
      file: "shopware.sql",
      title: "Shopware",
      users: {
        "018f3a5c9b7e7d2a9c1e4b6d8f0a2c01": unverified("ada"),
        "018f3a5c9b7e7d2a9c1e4b6d8f0a2c02": unverified("bob"),
      },
      refused: {
        "018f3a5c9b7e7d2a9c1e4b6d8f0a2c04": ["user/unconfirmed"],
        "018f3a5c9b7e7d2a9c1e4b6d8f0a2c05": ["user/disabled"],
      },
      loginOnly: { "018f3a5c9b7e7d2a9c1e4b6d8f0a2c06": unverified("eve") },
      damage: ["0x018F3A5C9B7E7D2A9C1E4B6D8F0A2C01", "NULL", "line 7", "user/id-unusable"],
    },
  ],
  [
    "suitecrm",
    {
      file: "suitecrm.ndjson",
      title: "SuiteCRM, SugarCRM",
      users: {},
      loginOnly: {
        "00000001-0000-4000-8000-000000000000": unverified("ada"),
        "00000005-0000-4000-8000-000000000000": { emailVerified: false },
      },
      refused: {
        "00000002-0000-4000-8000-000000000000": ["user/disabled", "wrapping/prehashed"],
        "00000003-0000-4000-8000-000000000000": ["user/deleted", "wrapping/prehashed"],
      },
      damage: [`"ada@example.com"}`, "}", "line 1", "source/record-damaged"],
    },
  ],
  [
    "typo3",
    {
      file: "typo3.sql",
      title: "TYPO3",
      users: { 1: { ...unverified("ada"), ...totp(TOTP_SECRET, { deviceName: "phone" }) } },
      loginOnly: { 2: unverified("bob") },
      refused: { 3: ["user/disabled"], 4: ["user/deleted"], 5: ["user/disabled"] },
      damage: [`"secret": "${TOTP_SECRET}"`, '"secret": "1"', "1", "secret/"],
    },
  ],
  [
    "woltlab",
    {
      file: "woltlab.sql",
      title: "WoltLab Suite",
      users: {
        1: unverified("ada"),
        2: unverified("bob"),
        4: unverified("dan"),
        6: { ...unverified("fay"), ...social("github", "77", "fay") },
      },
      loginOnly: { 7: unverified("gus") },
      refused: { 3: ["user/banned"], 5: ["user/unconfirmed"] },
      damage: ["'Bcrypt:$2y$04$", "'Bcrypt:$2y$", "1", "bcrypt/malformed"],
    },
  ],
  [
    "frontegg",
    {
      file: "frontegg.json",
      title: "Frontegg",
      users: {},
      refused: {
        "u-ada": ["user/password-not-exported"],
        "u-bob": ["user/third-party-unusable"],
        "u-cyd": ["user/disabled", "user/password-not-exported"],
      },
      damage: ['"id": "u-ada",', "", "line 2", "user/id-unusable"],
    },
  ],
  [
    "okta",
    {
      file: "okta.json",
      title: "Okta",
      users: {},
      refused: {
        "00u-ada": ["user/password-not-exported"],
        "00u-bob": ["user/no-credential"],
        "00u-cyd": ["user/disabled", "user/password-not-exported"],
      },
      damage: ['"id": "00u-ada",', "", "line 2", "user/id-unusable"],
    },
  ],
];

describe.each([...EXPECTED, ...DIGEST_SAMPLES])("the sample of %s", (from, expected) => {
  const { file, title, join = [], keys, pepper, password = PASSWORD, damage } = expected;
  const text = sampleOf(file);
  const reading = { join: join.map(sampleOf), ...(keys === undefined ? {} : { keys }) };

  it("is read as its users are", async () => {
    const read = await readTables(from, text, reading);
    const records = await readAs(from, text, reading);
    const loginOnly = records.flatMap((record) =>
      record.kind === "user" && record.loginOnly !== undefined ? [record.loginOnly.user] : [],
    );
    expect({ file, users: byId(Object.values(read.users)), loginOnly: byId(loginOnly) }).toEqual({
      file,
      users: whole(expected.users),
      loginOnly: whole(expected.loginOnly ?? {}),
    });
    expect(read.refused).toEqual(expected.refused ?? {});
    expect(read.leftOver).toEqual(expected.leftOver ?? []);
    expect(JSON.stringify(records)).not.toContain("not to be kept");
  });

  it("has hashes of its password, and of no other", async () => {
    const read = await readTables(from, text, reading);
    const withHash = Object.values(read.users).filter(({ passwordHash }) => passwordHash !== undefined);
    const hashes = await proveHashes(read, from, { password, ...(pepper === undefined ? {} : { pepper }) });
    expect(hashes).toBe(withHash.length + Object.keys(expected.loginOnly ?? {}).length);
  });

  it("keeps the others beside a damaged record", async () => {
    const [before, instead, id, code] = damage;
    const damaged = text.replace(before, instead);
    expect(damaged).not.toBe(text);
    const sound = await readTables(from, text, reading);
    const read = await readTables(from, damaged, reading);
    expect(JSON.stringify(read.refused[id])).toContain(code);
    const kept = ({ users, loginOnly, refused }: typeof read) =>
      [users, loginOnly, refused].flatMap((some) => Object.keys(some)).filter((one) => one !== id);
    const lost = kept(sound).filter((one) => !kept(read).includes(one));
    // The one whose record it is has lost its name too, where the ID is damaged or the text can't be read.
    expect(lost).toHaveLength(id.startsWith("line ") ? 1 : 0);
    const usable = ({ users, loginOnly }: typeof read) => Object.keys({ ...users, ...loginOnly });
    expect(usable(sound).filter((one) => one !== id && !usable(read).includes(one))).toEqual(
      lost.filter((one) => usable(sound).includes(one)),
    );
  });

  it("is told from its content, and under another name", async () => {
    expect(await detected(text)).toEqual([from, title === undefined ? "possible" : "sure"]);
    const read = await readAs("keycloak", text);
    if (title === undefined) expect(JSON.stringify(read)).not.toContain("this looks like");
    else {
      const message = `this looks like ${title} (${from}), not like Keycloak`;
      expect(read).toMatchObject([{ kind: "unreadable", problem: { message } }]);
    }
  });
});

/** Users by their IDs, without what proves their passwords. */
function byId(users: readonly { readonly externalUserId: string }[]) {
  const shown = users.map(({ externalUserId, ...user }) => {
    const { passwordHash: _, source: __, peppered: ___, ...rest } = user as Record<string, unknown>;
    return [externalUserId, rest] as const;
  });
  return Object.fromEntries(shown);
}

function whole(users: Readonly<Record<string, object>>) {
  return Object.fromEntries(Object.entries(users).map(([id, user]) => [id, { thirdParty: [], totp: [], ...user }]));
}
