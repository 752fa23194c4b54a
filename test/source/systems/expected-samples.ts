import type { ReadableSource } from "../../../src/source/index.js";

/** What one sample becomes, by the users' IDs. */
export interface Expected {
  readonly file: string;
  /** What people call the system, where its records tell it surely. */
  readonly title?: string;
  readonly join?: readonly string[];
  readonly keys?: string;
  /** Of the hashes of those who log in through the fallback. */
  readonly pepper?: string;
  /** Of all its hashes. Default: `PASSWORD`. */
  readonly password?: string;
  /** Who can be imported: the user without hash and ID, where something differs from somebody with an unverified address. */
  readonly users: Readonly<Record<string, object>>;
  /** Who logs in through the fallback, likewise. */
  readonly loginOnly?: Readonly<Record<string, object>>;
  readonly refused?: Readonly<Record<string, readonly string[]>>;
  readonly leftOver?: readonly object[];
  /** A damaged variant: what is replaced, by what, whose record it is, and what is said of it. */
  readonly damage: readonly [text: string, instead: string, id: string, code: string];
}

const email = (name: string) => `${name}@example.com`;
export const unverified = (name: string) => ({ email: email(name), emailVerified: false });
export const verified = (name: string) => ({ email: email(name), emailVerified: true });
export const social = (thirdPartyId: string, thirdPartyUserId: string, name: string, isVerified = false) => ({
  thirdParty: [{ thirdPartyId, thirdPartyUserId, email: email(name), isVerified }],
});
export const totp = (secretKey: string, more: object = {}) => ({
  totp: [{ secretKey, period: 30, skew: 1, ...more }],
});

const all = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name, at) => [String(at + 1), unverified(name)]));

/** Of make-digest-samples.py. */
export const DIGEST_SAMPLES: readonly (readonly [ReadableSource, Expected])[] = [
  [
    "aspnet-membership",
    {
      file: "aspnet-membership.json",
      title: "ASP.NET Membership",
      users: {},
      loginOnly: { "00000001-0000-4000-8000-000000000000": unverified("ada") },
      refused: {
        "00000002-0000-4000-8000-000000000000": ["user/disabled", "scheme/login-only"],
        "00000003-0000-4000-8000-000000000000": ["user/disabled", "scheme/login-only"],
      },
      damage: [
        '"Email": "ada@example.com",',
        '"Email": "ada",',
        "00000001-0000-4000-8000-000000000000",
        "user/email-malformed",
      ],
    },
  ],
  [
    "authgear",
    {
      file: "authgear.csv",
      title: "Authgear",
      join: ["authgear-authenticators.csv", "authgear-identities.csv"],
      users: { "u-3": { emailVerified: false, ...social("google", "108100", "cyd") } },
      loginOnly: {
        "u-1": {
          ...verified("ada"),
          ...totp("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", { deviceName: "TOTP @ 2024-05-01T10:00:00Z" }),
        },
        "u-7": verified("gil"),
      },
      refused: {
        "u-2": ["wrapping/prehashed", "user/second-factor-at-login"],
        "u-6": ["wrapping/prehashed", "user/second-factor-at-login"],
        "u-4": ["user/disabled", "wrapping/prehashed"],
        "u-5": ["user/disabled", "wrapping/prehashed"],
      },
      damage: ["u-2,shop", ",shop", "line 3", "user/id-unusable"],
    },
  ],
  [
    "couchdb",
    {
      file: "couchdb.json",
      title: "CouchDB",
      users: {},
      loginOnly: {
        "org.couchdb.user:ada": unverified("ada"),
        "org.couchdb.user:bob": unverified("bob"),
        "org.couchdb.user:cyd": unverified("cyd"),
      },
      refused: { "org.couchdb.user:dan": ["scheme/unsupported"] },
      damage: ['"_id": "org.couchdb.user:bob",', "", "line 16", "user/id-unusable"],
    },
  ],
  [
    "discuz",
    {
      file: "discuz.sql",
      title: "Discuz!",
      users: { 2: unverified("bob") },
      loginOnly: all("ada"),
      damage: ["'bob@example.com'", "'bob'", "2", "user/email-malformed"],
    },
  ],
  [
    "fluxbb",
    {
      file: "fluxbb.sql",
      title: "FluxBB, PunBB",
      users: { 6: unverified("eve") },
      loginOnly: { 2: unverified("ada"), 3: unverified("bob"), 5: unverified("dan"), 7: unverified("fay") },
      refused: { 4: ["user/banned", "scheme/login-only"] },
      damage: ["'bob@example.com'", "'bob'", "3", "user/email-malformed"],
    },
  ],
  [
    "grafana",
    {
      file: "grafana.sql",
      title: "Grafana",
      users: { 4: { ...unverified("dan"), ...social("google", "108100", "dan") } },
      loginOnly: { 1: unverified("ada") },
      refused: { 2: ["user/disabled", "scheme/login-only"] },
      damage: ["'F3FAxVm33R'", "NULL", "1", "wrapping/incomplete"],
    },
  ],
  [
    "invision",
    {
      file: "invision.sql",
      title: "Invision Community",
      users: { 2: unverified("bob") },
      loginOnly: all("ada"),
      refused: { 3: ["user/banned", "scheme/login-only"] },
      damage: ["'ada@example.com'", "'ada'", "1", "user/email-malformed"],
    },
  ],
  [
    "liferay",
    {
      file: "liferay.sql",
      title: "Liferay",
      users: { 7: { ...unverified("fay"), ...social("facebook", "108100", "fay") } },
      loginOnly: { 2: { ...unverified("ada"), ...totp("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP") }, 3: unverified("bob") },
      refused: {
        4: ["user/disabled", "scheme/login-only"],
        5: ["user/disabled", "scheme/login-only"],
        6: ["user/unconfirmed", "scheme/login-only"],
      },
      damage: ["'bob@example.com'", "'bob'", "3", "user/email-malformed"],
    },
  ],
  [
    "oscommerce",
    {
      file: "oscommerce.sql",
      title: "osCommerce",
      users: { 2: unverified("bob") },
      loginOnly: all("ada"),
      damage: ["'ada@example.com'", "'ada'", "1", "user/email-malformed"],
    },
  ],
  [
    "otrs",
    {
      file: "otrs.sql",
      title: "OTRS, Znuny, OTOBO",
      users: { 2: unverified("bob") },
      loginOnly: all("ada"),
      refused: { 3: ["user/disabled", "scheme/login-only"] },
      damage: ["'BCRYPT:5:Q", "'BCRYPT:5:", "2", "hash/unrecognised"],
    },
  ],
  [
    "redmine",
    {
      file: "redmine.sql",
      title: "Redmine",
      users: {},
      loginOnly: {
        1: { ...unverified("ada"), ...totp("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP") },
        2: unverified("bob"),
      },
      refused: { 3: ["user/disabled", "scheme/login-only"], 5: ["user/unconfirmed", "scheme/login-only"] },
      damage: ["\tbob@example.com", "\tbob", "2", "user/email-malformed"],
    },
  ],
  [
    "seafile",
    {
      file: "seafile.sql",
      title: "Seafile",
      users: {},
      loginOnly: {
        "9b3f@auth.local": unverified("bob"),
        "ada@example.com": unverified("ada"),
        "dan@example.com": unverified("dan"),
        "eve@example.com": unverified("eve"),
      },
      refused: { "cyd@example.com": ["user/disabled", "scheme/login-only"] },
      damage: ["PBKDF2SHA256$1000$0", "PBKDF2SHA256$1000$", "ada@example.com", "hash/unrecognised"],
    },
  ],
  [
    "sonarqube",
    {
      file: "sonarqube.sql",
      title: "SonarQube",
      users: { "u-2": unverified("bob") },
      loginOnly: { "u-1": unverified("ada"), "u-4": unverified("dan") },
      refused: { "u-3": ["user/disabled", "scheme/login-only"] },
      damage: ["\tPBKDF2\t", "\tPBKDF3\t", "u-1", "scheme/unsupported"],
    },
  ],
  [
    "umbraco",
    {
      file: "umbraco.json",
      title: "Umbraco",
      join: ["umbraco-logins.json", "umbraco-factors.json"],
      users: { 6: { ...unverified("fay"), ...social("google", "108100", "fay") } },
      loginOnly: all("ada", "bob", "cyd"),
      refused: {
        4: ["user/disabled", "scheme/login-only"],
        5: ["user/disabled", "scheme/login-only"],
        7: ["scheme/login-only", "user/second-factor-at-login"],
      },
      damage: ['"Email": "bob@example.com",', '"Email": "bob",', "2", "user/email-malformed"],
    },
  ],
  [
    "web2py",
    {
      file: "web2py.sql",
      title: "web2py, py4web",
      users: {},
      loginOnly: all("ada", "bob"),
      refused: { 3: ["user/disabled", "scheme/login-only"], 4: ["user/unconfirmed", "scheme/login-only"] },
      damage: ["\tbob@example.com", "\tbob", "2", "user/email-malformed"],
    },
  ],
];
