import { readFileSync } from "node:fs";
import { parseFirebaseHashConfig, type ReadableSource } from "../../src/source/index.js";
import { LONG_PASSWORD, PASSWORD, secretOf } from "../source/systems/samples.js";
import { dumpOf, inSnakeCase, rowsOf, sqlServerTable } from "./dump-of.js";

/** What a guide says of one system beyond what its source says, and the sample that its commands are run on. */
export interface GuideFacts {
  /** The export as the commands name it, and the sample that stands for it: a file, or its text. */
  readonly file: readonly [name: string, sample: Sample];
  /** Further files of the export. */
  readonly joined?: Readonly<Record<string, Sample>>;
  /** Files that options name, with what the guide says of them. */
  readonly beside?: Readonly<Record<string, Beside>>;
  /** Somebody in the sample who can sign in when all is done. */
  readonly email?: string;
  /** Their password, where the import brings it over. */
  readonly password?: string;
  /** Somebody whose hash the fallback alone verifies, and their password. */
  readonly atLogin?: { readonly email: string; readonly password: string };
  /** A user who is imported with a login at a provider. */
  readonly social?: {
    readonly thirdPartyId: string;
    readonly thirdPartyUserId: string;
    readonly email: string;
  };
  /** A user who is imported with a phone number. */
  readonly phoneNumber?: string;
  /** Somebody of whom nothing can be imported, with the ID that they had. */
  readonly byMail?: { readonly email: string; readonly id: string };
  /** Why there are no hashes, and how the old system is asked whether a password is right. */
  readonly withoutHashes?: { readonly why: string; readonly asked?: string };
  /** What is said of a table that no source of credport's describes. */
  readonly own?: { readonly title: string; readonly howToExport: string };
  /** The signer key that the hashes of users who came from Firebase need, and where it is found. */
  readonly signerKey?: { readonly key: string; readonly says: string };
  /** The secret that hashes are over, and what the application calls it. */
  readonly pepper?: { readonly variable: string; readonly value: string; readonly says: string };
  /** What to know of this system's users, after the check. */
  readonly note?: string;
}

export type Sample = { readonly path: string } | { readonly text: string };

export interface Beside {
  readonly option: string;
  readonly sample: Sample;
  readonly says: string;
}

const SAMPLES = "../source/systems/samples/";
const FIREBASE = "../../docs/examples/firebase/";
const sample = (name: string): Sample => ({ path: SAMPLES + name });
/** A sample without second factors, as in the reply that the guides show. */
const withoutFactors = (name: string, mark: string, other: string): Sample => ({
  text: textOf(sample(name)).replaceAll(mark, other),
});
/** Of make-directory-samples.sh, whose passwords are the users' names and "-pass". */
const directorySample = (name: string): Sample => ({ path: `../source/samples/${name}` });

/** The text of a sample. */
export function textOf(one: Sample): string {
  return "text" in one ? one.text : readFileSync(new URL(one.path, import.meta.url), "utf8");
}

const jsonOf = (name: string) => JSON.parse(textOf(sample(name)));
const csvDump = (name: string, table: string): Sample => ({
  text: dumpOf("`", { [table]: rowsOf(textOf(sample(name))) }),
});

/** The tables of a sample for SQL Server, each in a file as its export writes it. */
function aspNetTable(table: string): Sample {
  const script = withoutFactors("aspnet-identity.sql", "N'+15555550100', 1, 1", "N'+15555550100', 1, 0");
  return { text: JSON.stringify(sqlServerTable(textOf(script), table)) };
}

/** U*U, from Solar Designer's test vectors of crypt_blowfish. */
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const ADA = "ada@example.com";
const CEM = "cem@example.com";
const google = (email: string, thirdPartyUserId = "1081") => ({
  thirdPartyId: "google",
  thirdPartyUserId,
  email,
});
const atLogin = (password: string, email: string = ADA) => ({ email, password });

function keys(text: string, says: string): Readonly<Record<string, Beside>> {
  return { "keys.txt": { option: "--decrypt-key-file", sample: { text: `${text}\n` }, says } };
}

/** Of the account that firebase/scrypt publishes, whose hash several samples have. */
const SIGNER_KEY = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==";
const fromFirebase = (says: string) => ({ key: SIGNER_KEY, says });

function ownSignerKey(): string {
  const config = parseFirebaseHashConfig(textOf({ path: `${FIREBASE}hash-config.txt` }));
  return config.ok ? config.value.signerKey : "";
}

/** One row for each guide. */
export const GUIDES = {
  adonisjs: {
    file: ["users.sql", sample("adonisjs.sql")],
    email: "bob@example.com",
    password: PASSWORD,
    atLogin: atLogin(PASSWORD),
  },
  appwrite: {
    file: ["users.json", sample("appwrite.json")],
    joined: { "identities.json": sample("appwrite-identities.json") },
    signerKey: fromFirebase("the signerKey beside such a hash, under hashOptions"),
    email: ADA,
    password: PASSWORD,
  },
  akamai: { file: ["users.json", sample("akamai.json")], email: ADA, password: PASSWORD },
  auth0: {
    file: ["profiles.ndjson", sample("auth0-profiles.ndjson")],
    joined: { "hashes.ndjson": sample("auth0-hashes.ndjson") },
    email: "cyd@example.com",
    password: PASSWORD,
    note: 'Second factors in a file of their own are joined too, with a further `--join`. Write them in this form, one user a line;\nother columns with a secret are not read, and rows with an address beside them count as users:\n`{"user_id":"auth0|…","mfa_factors":[{"totp":{"secret":"…"}}]}`.',
  },
  "better-auth": {
    file: ["users.sql", { text: dumpOf('"', jsonOf("better-auth.json")) }],
    beside: keys(
      "BETTER_AUTH_SECRET=better-auth-secret-1234567890",
      "the line BETTER_AUTH_SECRET=… of the application's settings, which opens second factors",
    ),
    email: "dan@example.com",
    password: PASSWORD,
    note: "Better Auth's own scrypt is for the fallback; bcrypt and argon2 of the application's choice are imported. Logins at other\nproviders than its own, or that users registered, are left out unless you name them: `--provider okta=okta`.",
  },
  clerk: {
    file: ["users.csv", sample("clerk.csv")],
    joined: { "listed.json": sample("clerk-listed.json") },
    email: ADA,
    password: PASSWORD,
    signerKey: fromFirebase("the third part of such a digest"),
  },
  devise: {
    file: ["users.sql", csvDump("devise.csv", "users")],
    beside: keys(
      secretOf("rails sha256").keys,
      "primary_key and key_derivation_salt of Active Record encryption, one a line, as `name=value`",
    ),
    email: ADA,
    password: LONG_PASSWORD,
    note: "With `config.pepper` in the application, say `--peppered`: then every hash is for the fallback.",
  },
  directus: {
    file: ["users.sql", csvDump("directus.csv", "directus_users")],
    email: ADA,
    password: PASSWORD,
  },
  django: {
    file: ["django.json", sample("django.json")],
    email: ADA,
    password: LONG_PASSWORD,
    note: "Django's usual pbkdf2 is for the fallback; bcrypt and argon2 are imported.",
  },
  dovecot: {
    file: ["users.passwd", directorySample("dovecot.passwd")],
    email: ADA,
    password: "ada-pass",
  },
  firebase: {
    file: ["users.json", { path: `${FIREBASE}users.json` }],
    beside: {
      "hash-config.txt": {
        option: "--hash-config",
        sample: { path: `${FIREBASE}hash-config.txt` },
        says: "the password hash parameters of the console, as they are shown",
      },
    },
    email: ADA,
    password: readFileSync(new URL(`${FIREBASE}known-password.txt`, import.meta.url), "utf8").trim(),
    signerKey: { key: ownSignerKey(), says: "base64_signer_key of the parameters" },
  },
  fusionauth: {
    file: ["users.json", sample("fusionauth.json")],
    email: ADA,
    password: PASSWORD,
    note: "Of several tenants, `--table-prefix`\nnames one by its ID. Addresses that an administrator marked as verified are imported as unverified.",
  },
  ghost: { file: ["users.sql", sample("ghost.sql")], email: ADA, password: PASSWORD },
  htpasswd: {
    file: ["users.htpasswd", directorySample("users.htpasswd")],
    email: ADA,
    password: `${ADA}-pass`,
  },
  keycloak: {
    file: ["realm.json", sample("keycloak.json")],
    email: ADA,
    password: PASSWORD,
    note: "argon2, the hash of Keycloak 24 and later, is imported; the older pbkdf2 is for the fallback.",
  },
  kratos: { file: ["identities.json", sample("kratos.json")], email: ADA, password: PASSWORD },
  laravel: {
    file: ["users.sql", sample("laravel.sql")],
    beside: keys(
      secretOf("laravel aes-256-cbc, serialised").keys,
      "the line APP_KEY=… of the application's .env, which opens the second factors of Fortify",
    ),
    email: ADA,
    password: LONG_PASSWORD,
  },
  ldap: {
    file: ["users.ldif", directorySample("openldap-slapcat.ldif")],
    email: ADA,
    password: "ada-pass",
    note: "{SSHA} and the other digests are for the fallback; bcrypt and argon2 are imported.",
  },
  logto: { file: ["users.sql", sample("logto.sql")], email: ADA, password: PASSWORD },
  nextcloud: {
    file: ["users.sql", sample("nextcloud.sql")],
    beside: keys(
      secretOf("nextcloud version 3").keys,
      "the `secret` of config.php, which opens second factors, as secret=…",
    ),
    email: ADA,
    password: LONG_PASSWORD,
  },
  mybb: {
    file: ["users.sql", sample("mybb.sql")],
    atLogin: atLogin(PASSWORD),
    note: "MyBB's own MD5 is for the fallback; only the bcrypt of a plug-in is imported.",
  },
  phpbb: {
    file: ["users.sql", sample("phpbb.sql")],
    email: ADA,
    password: PASSWORD,
    note: "phpBB 3.0's phpass is for the fallback; bcrypt and argon2 are imported.",
  },
  supabase: {
    file: ["users.sql", sample("supabase.sql")],
    beside: keys(
      "2024-01:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
      "the keys of GOTRUE_SECURITY_DB_ENCRYPTION_…, one a line as `id:key`, where hashes and second factors are encrypted",
    ),
    email: ADA,
    password: PASSWORD,
    note: "An address is verified where a mail was sent\nor another provider says so, not where the project confirmed it by itself; a number is imported where a code confirmed it.",
  },
  supertokens: {
    file: ["users.ndjson", sample("supertokens.ndjson")],
    email: ADA,
    password: PASSWORD,
    signerKey: fromFirebase("firebase_password_hashing_signer_key of the old core's configuration"),
    note: "Of several tenants, `--table-prefix` names one.",
  },
  synapse: {
    file: ["users.sql", sample("synapse.sql")],
    email: ADA,
    password: PASSWORD,
    note: "Synapse signs users in with\n`@ann:SERVER` and with `ann`: the fallback finds them by both.",
  },
  table: {
    own: {
      title: "any table of users",
      howToExport: [
        "Bring the users into a CSV with the names of columns, or into JSON: their ID, their address, the hash of their",
        "password, and what else the map takes. Let credport write a first map:",
        "",
        "```sh",
        "npx credport sources init users.csv --out map.json",
        "```",
        "",
        "What it could not decide is `null` there, and nothing is read until you have said it: above all the system that",
        "wrote the hashes. [sources.md](../sources.md#any-table---from-table---map-mapjson) explains every key.",
      ].join("\n"),
    },
    file: ["users.csv", { text: `id;mail;hash\n1;ada@example.com;${BCRYPT}\n` }],
    beside: {
      "map.json": {
        option: "--map",
        sample: {
          text: JSON.stringify({
            user: { externalUserId: "id", email: "mail", passwordHash: "hash" },
            hash: { source: "laravel" },
          }),
        },
        says: "what is in which column",
      },
    },
    email: ADA,
    password: "U*U",
  },
  wordpress: {
    file: ["users.sql", sample("wordpress.sql")],
    email: ADA,
    password: PASSWORD,
    note: "Passwords that WordPress 6.8 hashed, and the older phpass, are for the fallback.",
  },
  "aspnet-identity": {
    file: ["AspNetUsers.json", aspNetTable("AspNetUsers")],
    joined: {
      "AspNetUserLogins.json": aspNetTable("AspNetUserLogins"),
      "AspNetUserTokens.json": aspNetTable("AspNetUserTokens"),
    },
    atLogin: atLogin(LONG_PASSWORD),
    social: google(CEM),
  },
  authentik: {
    file: ["users.sql", sample("authentik.sql")],
    joined: { "logins.csv": sample("authentik-logins.csv") },
    atLogin: atLogin(PASSWORD),
    social: google("cyd@example.com"),
  },
  authjs: {
    file: ["users.sql", sample("authjs.sql")],
    social: { thirdPartyId: "github", thirdPartyUserId: "77", email: ADA },
    withoutHashes: {
      why: "Auth.js keeps no passwords. An application that has added some keeps them in a table of its own: read that as [any table of users](table.md).",
    },
  },
  casdoor: {
    file: ["users.sql", { text: dumpOf("`", { user: jsonOf("casdoor.json").data.map(inSnakeCase) }) }],
    email: ADA,
    password: PASSWORD,
    atLogin: atLogin(PASSWORD, "dan@example.com"),
    note: "Users can write the columns of social logins themselves: a login that Casdoor has not kept in `properties` too is left\nout. Where you are sure of all logins in a column, name it: `--provider google=google`. Of several organizations,\n`--table-prefix` names one.",
  },
  cognito: {
    file: ["users.json", sample("cognito.json")],
    social: google("dan@example.com"),
    withoutHashes: {
      why: "Cognito gives no hashes and no secrets of second factors.",
      asked: "AWS Cognito answers `InitiateAuth` with the flow `USER_PASSWORD_AUTH`.",
    },
  },
  discourse: {
    file: ["users.sql", sample("discourse.sql")],
    atLogin: atLogin(PASSWORD),
    social: google("kim@example.com", "108100"),
  },
  drupal: {
    file: ["users.sql", sample("drupal.sql")],
    email: ADA,
    password: PASSWORD,
    note: "Drupal 7's hashes are for the fallback; bcrypt and argon2 of later releases are imported.",
  },
  "flask-security": {
    file: ["users.sql", sample("flask-security.sql")],
    atLogin: atLogin(LONG_PASSWORD, "bob@example.com"),
    pepper: {
      variable: "OLD_PEPPER",
      value: "the-site-salt",
      says: "SECURITY_PASSWORD_SALT of the application's settings",
    },
  },
  forgerock: {
    file: ["users.json", sample("forgerock.json")],
    email: "bob@example.com",
    password: PASSWORD,
    atLogin: atLogin(PASSWORD),
  },
  frontegg: {
    file: ["users.json", sample("frontegg.json")],
    byMail: { email: ADA, id: "u-ada" },
    withoutHashes: { why: "Frontegg's list has neither hashes nor the users' IDs at providers." },
  },
  gitea: {
    file: ["users.sql", sample("gitea.sql")],
    email: ADA,
    password: LONG_PASSWORD,
    atLogin: atLogin(LONG_PASSWORD, "bob@example.com"),
    note: "Gitea's usual pbkdf2 is for the fallback.",
  },
  gitlab: { file: ["users.sql", sample("gitlab.sql")], email: ADA, password: LONG_PASSWORD },
  joomla: { file: ["users.sql", sample("joomla.sql")], email: ADA, password: PASSWORD },
  lucia: {
    file: ["users.sql", sample("lucia.sql")],
    email: "bob@example.com",
    password: PASSWORD,
    atLogin: atLogin(PASSWORD),
    note: "Lucia's own scrypt is for the fallback; an application's bcrypt and argon2 are imported.",
  },
  magento: {
    file: ["users.sql", sample("magento.sql")],
    email: ADA,
    password: PASSWORD,
    atLogin: atLogin(PASSWORD, "kim@example.com"),
  },
  mastodon: {
    file: ["users.csv", sample("mastodon.csv")],
    joined: {
      "more.sql": {
        text: dumpOf('"', {
          identities: [{ id: 1, user_id: 109100000001, provider: "google_oauth2", uid: "1081" }],
        }),
      },
    },
    email: ADA,
    password: LONG_PASSWORD,
  },
  matomo: { file: ["users.sql", sample("matomo.sql")], atLogin: atLogin(LONG_PASSWORD) },
  mattermost: { file: ["users.sql", sample("mattermost.sql")], email: ADA, password: LONG_PASSWORD },
  mediawiki: {
    file: ["users.sql", sample("mediawiki.sql")],
    email: ADA,
    password: PASSWORD,
    atLogin: atLogin(PASSWORD, "max@example.com"),
    note: "MediaWiki's usual pbkdf2 is for the fallback; argon2 and bcrypt are imported. A user whose second factor the wiki encrypts is in `fallback.ndjson` without their hash: the password alone would let them in. They log in after you have turned the second factor off with them and exported again.",
  },
  metabase: {
    file: ["users.sql", sample("metabase.sql")],
    byMail: { email: ADA, id: "1" },
    atLogin: atLogin(LONG_PASSWORD),
    note: "Metabase's hashes are over `password_salt` and the password together: credport puts both into one text for the fallback.",
  },
  meteor: {
    file: ["users.ndjson", withoutFactors("meteor.ndjson", "twoFactorAuthentication", "resume2")],
    atLogin: atLogin(LONG_PASSWORD),
    social: google("bob@example.com"),
  },
  moodle: {
    file: ["users.sql", withoutFactors("moodle.sql", "\t3\t", "\t99\t")],
    email: ADA,
    password: PASSWORD,
    atLogin: atLogin(PASSWORD, "kim@example.com"),
    note: "Hashes of Moodle 4.3 and later are for the fallback; the older bcrypt is imported.",
  },
  "myth-auth": { file: ["users.sql", sample("myth-auth.sql")], atLogin: atLogin(PASSWORD) },
  nodebb: {
    file: ["users.ndjson", sample("nodebb.ndjson")],
    email: "bob@example.com",
    password: PASSWORD,
    atLogin: atLogin(PASSWORD, "dan@example.com"),
    social: google("kim@example.com", "108100"),
    note: "Hashes of NodeBB before 1.14, which have no mark, are imported; all later ones are for the fallback.",
  },
  odoo: { file: ["users.sql", sample("odoo.sql")], atLogin: atLogin(LONG_PASSWORD) },
  okta: {
    file: ["users.json", sample("okta.json")],
    byMail: { email: ADA, id: "00u-ada" },
    withoutHashes: {
      why: "Okta gives neither hashes nor secrets of second factors.",
      asked: "Okta answers `POST /api/v1/authn` with `username` and `password`.",
    },
  },
  opencart: { file: ["users.sql", sample("opencart.sql")], email: ADA, password: PASSWORD },
  owncloud: {
    file: ["users.sql", sample("owncloud.sql")],
    beside: keys(
      "'secret' => 'owncloud-secret',",
      "the `secret` of config.php, which opens second factors, as secret=…",
    ),
    email: ADA,
    password: PASSWORD,
  },
  "parse-server": {
    file: ["users.ndjson", sample("parse-server.ndjson")],
    email: ADA,
    password: LONG_PASSWORD,
  },
  prestashop: { file: ["users.sql", sample("prestashop.sql")], email: ADA, password: PASSWORD },
  "rocket-chat": {
    file: ["users.ndjson", withoutFactors("rocket-chat.ndjson", '"enabled":true,', '"enabled":false,')],
    atLogin: atLogin(LONG_PASSWORD),
    social: google(CEM, "1082"),
  },
  shopware: { file: ["users.sql", sample("shopware.sql")], email: ADA, password: PASSWORD },
  smf: { file: ["users.sql", sample("smf.sql")], atLogin: atLogin(PASSWORD, "bob@example.com") },
  sorcery: {
    file: ["users.sql", sample("sorcery.sql")],
    email: "bob@example.com",
    password: PASSWORD,
    atLogin: atLogin(PASSWORD),
    social: google("dan@example.com", "108100"),
    note: "Sorcery's hashes are over the password and `salt` together: credport puts both into one text for the fallback.",
  },
  spring: { file: ["users.sql", sample("spring.sql")], email: ADA, password: LONG_PASSWORD },
  strapi: { file: ["users.sql", sample("strapi.sql")], email: ADA, password: PASSWORD },
  stytch: {
    file: ["users.json", sample("stytch.json")],
    joined: { "hashes.csv": sample("stytch.csv") },
    atLogin: atLogin(PASSWORD),
    social: google("cyd@example.com"),
  },
  suitecrm: { file: ["users.ndjson", sample("suitecrm.ndjson")], atLogin: atLogin(PASSWORD) },
  symfony: { file: ["users.sql", sample("symfony.sql")], email: ADA, password: LONG_PASSWORD },
  typo3: { file: ["users.sql", sample("typo3.sql")], email: ADA, password: PASSWORD },
  vbulletin: { file: ["users.sql", sample("vbulletin.sql")], atLogin: atLogin(PASSWORD) },
  werkzeug: { file: ["users.sql", sample("werkzeug.sql")], atLogin: atLogin(PASSWORD) },
  woltlab: { file: ["users.sql", sample("woltlab.sql")], email: ADA, password: PASSWORD },
  workos: {
    file: ["users.json", sample("workos.json")],
    social: google(ADA),
    withoutHashes: {
      why: "WorkOS gives no hashes.",
      asked: "WorkOS answers `POST /user_management/authenticate` with the grant `password`.",
    },
  },
  xenforo: { file: ["users.sql", sample("xenforo.sql")], email: ADA, password: PASSWORD },
  zitadel: {
    file: ["users.json", sample("zitadel.json")],
    email: ADA,
    password: PASSWORD,
    note: "Addresses are imported as unverified and numbers not at all, and a login at a provider only once you name its ID: owners of\norganisations can write marks and names of providers. The message has the ID: `--provider 289374610=google`.",
  },
  "aspnet-membership": { file: ["users.json", sample("aspnet-membership.json")], atLogin: atLogin(PASSWORD) },
  authgear: {
    file: ["users.csv", sample("authgear.csv")],
    joined: {
      "authenticators.csv": sample("authgear-authenticators.csv"),
      "identities.csv": sample("authgear-identities.csv"),
    },
    social: google("cyd@example.com", "108100"),
    atLogin: atLogin(PASSWORD, "gil@example.com"),
  },
  couchdb: { file: ["users.json", sample("couchdb.json")], atLogin: atLogin(PASSWORD) },
  discuz: {
    file: ["users.sql", sample("discuz.sql")],
    email: "bob@example.com",
    password: PASSWORD,
    atLogin: atLogin(PASSWORD),
  },
  fluxbb: {
    file: ["users.sql", sample("fluxbb.sql")],
    email: "eve@example.com",
    password: PASSWORD,
    atLogin: atLogin(PASSWORD),
  },
  grafana: {
    file: ["users.sql", sample("grafana.sql")],
    atLogin: atLogin(PASSWORD),
    social: google("dan@example.com", "108100"),
  },
  invision: {
    file: ["users.sql", sample("invision.sql")],
    email: "bob@example.com",
    password: PASSWORD,
    atLogin: atLogin(PASSWORD),
    note: "Hashes of IP.Board 3 and older are for the fallback; the bcrypt of later releases is imported.",
  },
  liferay: {
    file: ["users.sql", sample("liferay.sql")],
    email: "fay@example.com",
    password: PASSWORD,
    atLogin: atLogin(PASSWORD, "bob@example.com"),
  },
  oscommerce: {
    file: ["users.sql", sample("oscommerce.sql")],
    email: "bob@example.com",
    password: PASSWORD,
    atLogin: atLogin(PASSWORD),
  },
  otrs: {
    file: ["users.sql", sample("otrs.sql")],
    email: "bob@example.com",
    password: PASSWORD,
    atLogin: atLogin(PASSWORD),
  },
  redmine: { file: ["users.sql", sample("redmine.sql")], atLogin: atLogin(PASSWORD, "bob@example.com") },
  seafile: { file: ["users.sql", sample("seafile.sql")], atLogin: atLogin(PASSWORD) },
  sonarqube: {
    file: ["users.sql", sample("sonarqube.sql")],
    email: "bob@example.com",
    password: PASSWORD,
    atLogin: atLogin(PASSWORD),
  },
  umbraco: {
    file: ["users.json", sample("umbraco.json")],
    joined: { "logins.json": sample("umbraco-logins.json"), "factors.json": sample("umbraco-factors.json") },
    atLogin: atLogin(PASSWORD),
    social: google("fay@example.com", "108100"),
  },
  web2py: { file: ["users.sql", sample("web2py.sql")], atLogin: atLogin(PASSWORD) },
} as const satisfies Record<Exclude<ReadableSource, "credport"> | "table", GuideFacts>;

export type GuidedSource = keyof typeof GUIDES;

/** The row of a name, with every field that it may have. */
export function factsOf(name: GuidedSource): GuideFacts {
  return GUIDES[name];
}

export const GUIDED_SOURCES = Object.keys(GUIDES) as readonly GuidedSource[];
