import { expect, it } from "vitest";
import { estimateVerification } from "../../src/verify/index.js";
import { GUIDED_SOURCES } from "../guides/guide-facts.js";

const bytes = (length: number) => Buffer.alloc(length, 7);
const base64 = (length: number) => bytes(length).toString("base64");
const unpadded = (length: number) => base64(length).replace(/=+$/, "");
const dotted = (length: number) => unpadded(length).replaceAll("+", ".");

/** What systems write by default in their releases of 2026, and where they say so. */
const DEFAULTS: Readonly<Record<string, readonly [hash: string, reference: string]>> = {
  "Keycloak 26 with the policy pbkdf2": [
    `$pbkdf2-sha1$i=1300000$${unpadded(16)}$${unpadded(64)}`,
    "keycloak Pbkdf2PasswordHashProviderFactory: DEFAULT_ITERATIONS 1300000, 64 bytes",
  ],
  "Keycloak 26 with the policy pbkdf2-sha256": [
    `$pbkdf2-sha256$i=600000$${unpadded(16)}$${unpadded(64)}`,
    "keycloak Pbkdf2Sha256PasswordHashProviderFactory: DEFAULT_ITERATIONS 600000, 64 bytes",
  ],
  "Keycloak 26 with the policy pbkdf2-sha512": [
    `$pbkdf2-sha512$i=210000$${unpadded(16)}$${unpadded(64)}`,
    "keycloak Pbkdf2Sha512PasswordHashProviderFactory: DEFAULT_ITERATIONS 210000, 64 bytes",
  ],
  "CouchDB 3.5": [
    `$pbkdf2-sha256$i=600000$${unpadded(32)}$${unpadded(32)}`,
    "couchdb rel/overlay/etc/default.ini: iterations 600000, pbkdf2_prf sha256",
  ],
  "SonarQube, pbkdf2": [
    `$pbkdf2-sha512$i=100000$${unpadded(20)}$${unpadded(64)}`,
    "sonarqube CredentialsLocalAuthentication: DEFAULT_ITERATIONS 100000, 512 bits",
  ],
  "Liferay, pbkdf2": [
    `{PBKDF2WithHmacSHA1}${Buffer.concat([Buffer.from("000000a00013d620", "hex"), bytes(36)]).toString("base64")}`,
    "liferay portal.properties: PBKDF2WithHmacSHA1/160/1300000",
  ],
  "Grafana and Seafile": [
    `$pbkdf2-sha256$i=10000$${unpadded(32)}$${unpadded(50)}`,
    "grafana pkg/util/encoding.go and seafile-server common/user-mgr.c: 10000 iterations",
  ],
  "Django 6": [
    `pbkdf2_sha256$1200000$${"s".repeat(22)}$${base64(32)}`,
    "django.contrib.auth.hashers.PBKDF2PasswordHasher.iterations of 6.0",
  ],
  "Werkzeug 3, scrypt": [
    `scrypt:32768:8:1$${"s".repeat(16)}$${bytes(64).toString("hex")}`,
    "werkzeug.security.generate_password_hash",
  ],
  "Werkzeug 3, pbkdf2": [
    `pbkdf2:sha256:1000000$${"s".repeat(16)}$${bytes(32).toString("hex")}`,
    "werkzeug.security.DEFAULT_PBKDF2_ITERATIONS",
  ],
  "Odoo 17": [
    `$pbkdf2-sha512$600000$${dotted(16)}$${dotted(64)}`,
    "odoo.addons.base.models.res_users: MIN_ROUNDS 600000",
  ],
  "Nextcloud and PHP, argon2id": [
    `$argon2id$v=19$m=65536,t=4,p=1$${unpadded(16)}$${unpadded(32)}`,
    "PHP PASSWORD_ARGON2_DEFAULT_MEMORY_COST",
  ],
  "TYPO3, argon2i": [
    `$argon2i$v=19$m=65536,t=16,p=1$${unpadded(16)}$${unpadded(32)}`,
    "TYPO3 Argon2iPasswordHash: memory_cost 65536, time_cost 16",
  ],
  "node-argon2": [
    `$argon2id$v=19$m=65536,t=3,p=4$${unpadded(16)}$${unpadded(32)}`,
    "argon2 (npm): memoryCost 65536, timeCost 3, parallelism 4",
  ],
  "Logto, argon2i": [
    `$argon2i$v=19$m=4096,t=256,p=1$${unpadded(16)}$${unpadded(32)}`,
    "logto packages/core/src/utils/password.ts: 256 iterations over 4096 KiB",
  ],
  "SuperTokens, argon2id": [
    `$argon2id$v=19$m=87795,t=1,p=2$${unpadded(16)}$${unpadded(32)}`,
    "supertokens-core config.yaml: argon2_memory_kb 87795",
  ],
  "ASP.NET Core Identity": [
    Buffer.from([1, 0, 0, 0, 2, 0, 1, 0x86, 0xa0, 0, 0, 0, 16, ...bytes(48)]).toString("base64"),
    "PasswordHasherOptions.IterationCount 100000, HMAC-SHA512",
  ],
  "MediaWiki, pbkdf2": [
    `:pbkdf2:sha512:30000:64:${base64(16)}:${base64(64)}`,
    "MediaWiki $wgPasswordConfig: cost 30000, length 64",
  ],
  "Discourse, pbkdf2": [
    `$pbkdf2-sha256$i=600000,l=32$${unpadded(16)}$${unpadded(32)}`,
    "discourse PasswordHasher: 600000 iterations",
  ],
  "Gitea, pbkdf2": [
    `$pbkdf2-sha256$i=320000$${unpadded(16)}$${unpadded(50)}`,
    "gitea modules/auth/password/hash/setting.go: pbkdf2_hi is the costliest, pbkdf2$320000$50; the default is 50000",
  ],
  "Better Auth and Lucia, scrypt": [
    `${bytes(16).toString("hex")}:${bytes(64).toString("hex")}`,
    "better-auth packages/better-auth/src/crypto/password.ts: N 16384, r 16, p 1, 64 bytes",
  ],
  "AdonisJS, scrypt": [
    `$scrypt$n=16384,r=8,p=1$${unpadded(16)}$${unpadded(64)}`,
    "adonisjs/hash drivers/scrypt: cost 16384, blockSize 8, parallelization 1",
  ],
  "FusionAuth, pbkdf2": [
    `$pbkdf2-sha256$i=24000$${unpadded(32)}$${unpadded(32)}`,
    "FusionAuth: salted-pbkdf2-hmac-sha256 of factor 24000",
  ],
  "Moodle 4.3, sha512-crypt": [
    `$6$rounds=10000$${"s".repeat(16)}$${"a".repeat(85)}.`,
    "moodle lib/moodlelib.php: rounds 10000",
  ],
  "Symfony, bcrypt": [
    `$2y$13$${"C".repeat(21)}.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`,
    "symfony NativePasswordHasher: cost 13",
  ],
  "Zitadel, bcrypt": [
    `$2a$14$${"C".repeat(21)}.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`,
    "zitadel cmd/defaults.yaml: PasswordHasher.Hasher.Cost 14",
  ],
  "PHP 8.4, bcrypt": [
    `$2y$12$${"C".repeat(21)}.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`,
    "PHP PASSWORD_BCRYPT_DEFAULT_COST of 8.4",
  ],
};

const BCRYPT = "bcrypt of a cost of 13 or less, as Symfony's";
const DIGEST = "a digest of few rounds";
const NONE = "no hash of its own: the application chooses, or the service gives none away";

/** What each system with a guide writes by default: rows of the table above, or a class that needs none. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  [BCRYPT]: [
    ...[
      "akamai",
      "auth0",
      "authgear",
      "casdoor",
      "clerk",
      "devise",
      "drupal",
      "forgerock",
      "frontegg",
      "ghost",
      "gitlab",
    ],
    ...["joomla", "kratos", "laravel", "mastodon", "matomo", "mattermost", "metabase", "meteor", "myth-auth"],
    ...["nodebb", "okta", "opencart", "owncloud", "parse-server", "prestashop", "rocket-chat", "shopware"],
    ...["smf", "sorcery", "spring", "strapi", "suitecrm", "supabase", "symfony", "synapse", "vbulletin"],
    ...["woltlab", "wordpress", "workos", "xenforo", "discuz", "fluxbb", "invision", "oscommerce"],
  ],
  [DIGEST]: ["aspnet-membership", "dovecot", "htpasswd", "ldap", "mybb", "otrs", "redmine", "web2py"],
  [NONE]: ["authjs", "cognito", "table"],
  "Keycloak 26 with the policy pbkdf2": ["keycloak"],
  "CouchDB 3.5": ["couchdb"],
  "SonarQube, pbkdf2": ["sonarqube"],
  "Liferay, pbkdf2": ["liferay"],
  "Grafana and Seafile": ["grafana", "seafile"],
  "Django 6": ["authentik", "django"],
  "Werkzeug 3, scrypt": ["stytch", "werkzeug"],
  "Odoo 17": ["odoo"],
  "Nextcloud and PHP, argon2id": ["appwrite", "magento", "nextcloud", "phpbb"],
  "TYPO3, argon2i": ["typo3"],
  "node-argon2": ["directus", "flask-security"],
  "Logto, argon2i": ["logto"],
  "SuperTokens, argon2id": ["supertokens"],
  "ASP.NET Core Identity": ["aspnet-identity", "umbraco"],
  "MediaWiki, pbkdf2": ["mediawiki"],
  "Discourse, pbkdf2": ["discourse"],
  "Gitea, pbkdf2": ["gitea"],
  "Better Auth and Lucia, scrypt": ["better-auth", "lucia"],
  "AdonisJS, scrypt": ["adonisjs", "firebase"],
  "Moodle 4.3, sha512-crypt": ["moodle"],
  "Zitadel, bcrypt": ["zitadel"],
  "FusionAuth, pbkdf2": ["fusionauth"],
};

it("every system with a guide is in the table, or in a class that is far below the limits", () => {
  expect(Object.values(WRITTEN).flat().sort()).toEqual([...GUIDED_SOURCES].sort());
  const rows = Object.keys(WRITTEN).filter((row) => ![BCRYPT, DIGEST, NONE].includes(row));
  expect(rows.filter((row) => !Object.hasOwn(DEFAULTS, row))).toEqual([]);
});

it.each(Object.entries(DEFAULTS))("what %s writes by default is within the default limits", (_, [hash]) => {
  const estimate = estimateVerification(hash);
  expect(estimate.ok ? "ok" : estimate.problems[0]).toBe("ok");
});

it("names the limit that a costlier hash asks for", () => {
  const estimate = estimateVerification(`$pbkdf2-sha1$i=1400000$${unpadded(16)}$${unpadded(64)}`);
  expect(estimate.ok || estimate.problems[0]).toMatchObject({
    code: "verify/cost-over-limit",
    field: "pbkdf2Iterations",
  });
});
