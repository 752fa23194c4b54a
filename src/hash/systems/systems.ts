import type { WrappingProblemCode } from "../../problems/wrapping.js";
import type { PasswordStep } from "../catalogue/recipe.js";
import type { Scheme } from "../scheme.js";
import type { SourceName } from "./source-names.js";

/** What is known of an identity system's treatment of passwords and hashes. */
export interface System {
  readonly title: string;
  /** What it does to a password that is typed, before any hash of its own sees it. */
  readonly passwords?: PasswordForms;
  /** What its bcrypt or argon2 hashes are over, where that is not the password. */
  readonly hashes?: HashRule;
}

/** The ways in which a hasher may have received a password: the one in use today comes first. */
export interface PasswordForms {
  readonly forms: readonly [readonly PasswordStep[], ...(readonly PasswordStep[])[]];
  readonly holdsFor: HoldsFor;
}

/** Schemes of which a system's code does the same to passwords. */
export type SchemeFamily = "bcrypt" | "argon2" | "crypt" | "derived key" | "digest";

/** A word on each family: whether what is said of a system's passwords or hashes holds for it. */
export type HoldsFor = Readonly<Record<SchemeFamily, boolean>>;

/** The family of each scheme; null where nothing is computed of a password, or by one system alone. */
const FAMILIES: Readonly<Record<Scheme, SchemeFamily | null>> = {
  bcrypt: "bcrypt",
  argon2: "argon2",
  "md5-crypt": "crypt",
  apr1: "crypt",
  "sha1-crypt": "crypt",
  "sha256-crypt": "crypt",
  "sha512-crypt": "crypt",
  "sun-md5": "crypt",
  "des-crypt": "crypt",
  yescrypt: "crypt",
  pbkdf2: "derived key",
  scrypt: "derived key",
  phpass: "derived key",
  "drupal-sha512": "derived key",
  fshp: "derived key",
  shiro: "derived key",
  cisco: "derived key",
  scram: "derived key",
  "nt-hash": "digest",
  md4: "digest",
  md5: "digest",
  sha1: "digest",
  sha224: "digest",
  sha256: "digest",
  sha384: "digest",
  sha512: "digest",
  hmac: "digest",
  mysql: "digest",
  mssql: "digest",
  oracle: "digest",
  "ambiguous-digest": "digest",
  "provider-scrypt": null,
  reversible: null,
  "plain-text": null,
  "no-password": null,
};

/** Whether what is said holds for a scheme. */
export function isHeldFor(holdsFor: HoldsFor, scheme: Scheme | "unknown"): boolean {
  const family = scheme === "unknown" ? null : FAMILIES[scheme];
  return family !== null && holdsFor[family];
}

const ALL: HoldsFor = { bcrypt: true, argon2: true, crypt: true, "derived key": true, digest: true };
const NONE: HoldsFor = { bcrypt: false, argon2: false, crypt: false, "derived key": false, digest: false };
const BCRYPT_ONLY: HoldsFor = { ...NONE, bcrypt: true };
/** What PHP's password_hash() writes. */
const PHP_HASHES: HoldsFor = { ...BCRYPT_ONLY, argon2: true };
/** What its crypt() writes as well. */
const PHP_CRYPT: HoldsFor = { ...PHP_HASHES, crypt: true };

/** What a system's name says about a hash that looks clean. */
export interface HashRule {
  /** Name and system as `identifyHash` reports them. */
  readonly name: string;
  readonly system: string;
  readonly holdsFor: HoldsFor;
  /** Not of the strings that begin so. */
  readonly except?: string;
  /** `always`: whatever the caller says. `unless-denied`: unless `peppered: false`. `if-told`: only with `peppered: true`. */
  readonly applies: "always" | "unless-denied" | "if-told";
  /**
   * Wrappings of the system's own current hasher, by name, of which this does not hold. No other
   * wrapping says anything about what the system did to the password.
   */
  readonly exceptIn?: readonly string[];
  readonly disposition: "verifiable" | "unsupported";
  readonly problem: WrappingProblemCode;
  readonly reason: string;
}

/** What Nextcloud and ownCloud write since they stopped appending the `passwordsalt`. */
const NEXTCLOUD_WRAPPINGS = ["nextcloud-bcrypt", "nextcloud-argon2i", "nextcloud-argon2id"] as const;

// wp_magic_quotes() slashes the form's fields, wp_signon() and edit_user() leave it at that, and
// wp_authenticate() trims. wp core install and many plugins set a password without the slashes.
const WORDPRESS_PASSWORDS: PasswordForms = {
  forms: [
    [{ kind: "php-slashes" }, { kind: "php-trim" }],
    [{ kind: "php-trim" }, { kind: "php-unslashed" }],
  ],
  holdsFor: ALL,
};

// The login form and PasswordItem.
const DRUPAL_PASSWORDS: PasswordForms = { forms: [[{ kind: "php-trim" }]], holdsFor: ALL };

// NativePasswordHasher, for bcrypt; before 5.4 it handed them to bcrypt as they were.
const SYMFONY_PASSWORDS: PasswordForms = {
  forms: [[{ kind: "sha512-base64-beyond-bcrypt" }], []],
  holdsFor: BCRYPT_ONLY,
};

// The request class escapes every variable, passwords too.
const PHPBB_PASSWORDS: PasswordForms = { forms: [[{ kind: "phpbb-escape" }]], holdsFor: ALL };

// The handler composes accents before it appends the pepper.
const SYNAPSE_PASSWORDS: PasswordForms = {
  forms: [[{ kind: "unicode", form: "NFKC" }]],
  holdsFor: BCRYPT_ONLY,
};

/** One row for each system of which more is known than its name. */
const ROWS = {
  devise: {
    title: "Devise",
    hashes: {
      name: "devise-peppered",
      system: "Devise",
      holdsFor: ALL,
      applies: "if-told",
      disposition: "verifiable",
      problem: "wrapping/peppered",
      reason: "With config.pepper set, bcrypt is over the password followed by the pepper.",
    },
  },
  drupal: { title: "Drupal", passwords: DRUPAL_PASSWORDS },
  "flask-security": {
    title: "Flask-Security",
    hashes: {
      name: "flask-security-peppered",
      system: "Flask-Security",
      // passlib's context hashes the HMAC, whatever the scheme is.
      holdsFor: ALL,
      applies: "always",
      disposition: "verifiable",
      problem: "wrapping/peppered",
      reason: "The hash is over the HMAC-SHA512 of the password under SECURITY_PASSWORD_SALT, in base64.",
    },
  },
  matomo: {
    title: "Matomo",
    hashes: {
      name: "matomo-prehashed",
      system: "Matomo",
      holdsFor: PHP_HASHES,
      applies: "always",
      disposition: "verifiable",
      problem: "wrapping/prehashed",
      reason: "Matomo hashes the MD5 of the password, in hexadecimal.",
    },
  },
  metabase: {
    title: "Metabase",
    hashes: {
      name: "metabase-bcrypt",
      system: "Metabase",
      holdsFor: BCRYPT_ONLY,
      applies: "always",
      disposition: "unsupported",
      problem: "wrapping/prehashed",
      reason: "bcrypt is over the column password_salt followed by the password.",
    },
  },
  meteor: {
    title: "Meteor",
    hashes: {
      name: "meteor-bcrypt",
      system: "Meteor",
      holdsFor: PHP_HASHES,
      applies: "always",
      disposition: "verifiable",
      problem: "wrapping/prehashed",
      reason: "Meteor sends the SHA-256 of the password to its server, so the hash is over that.",
    },
  },
  "myth-auth": {
    title: "Myth:Auth (CodeIgniter 4)",
    hashes: {
      name: "myth-auth-prehashed",
      system: "Myth:Auth (CodeIgniter 4)",
      holdsFor: PHP_HASHES,
      applies: "always",
      disposition: "verifiable",
      problem: "wrapping/prehashed",
      reason: "The hash is over the SHA-384 of the password, in base64.",
    },
  },
  nextcloud: {
    title: "Nextcloud",
    hashes: {
      name: "nextcloud-peppered-bcrypt",
      system: "Nextcloud",
      holdsFor: BCRYPT_ONLY,
      applies: "unless-denied",
      exceptIn: NEXTCLOUD_WRAPPINGS,
      disposition: "verifiable",
      problem: "wrapping/peppered",
      reason:
        "Without its number and bar, the hash is of an old release that appended the configured passwordsalt.",
    },
  },
  nodebb: {
    title: "NodeBB",
    hashes: {
      name: "nodebb-bcrypt",
      system: "NodeBB 1.14 and later (password:shaWrapped)",
      holdsFor: BCRYPT_ONLY,
      applies: "always",
      disposition: "verifiable",
      problem: "wrapping/prehashed",
      reason: "bcrypt is over the SHA-512 of the password, where the field password:shaWrapped is 1.",
    },
  },
  owncloud: {
    title: "ownCloud",
    hashes: {
      name: "owncloud-peppered-bcrypt",
      system: "ownCloud",
      holdsFor: BCRYPT_ONLY,
      applies: "unless-denied",
      exceptIn: NEXTCLOUD_WRAPPINGS,
      disposition: "verifiable",
      problem: "wrapping/peppered",
      reason:
        "Without its number and bar, the hash is of an old release that appended the configured passwordsalt.",
    },
  },
  phpbb: { title: "phpBB", passwords: PHPBB_PASSWORDS },
  "rocket-chat": {
    title: "Rocket.Chat",
    hashes: {
      name: "rocket-chat-bcrypt",
      system: "Rocket.Chat",
      holdsFor: PHP_HASHES,
      applies: "always",
      disposition: "verifiable",
      problem: "wrapping/prehashed",
      reason: "Rocket.Chat keeps Meteor's accounts, so the hash is over the SHA-256 of the password.",
    },
  },
  smf: {
    title: "Simple Machines Forum",
    hashes: {
      name: "smf-bcrypt",
      system: "Simple Machines Forum 2.1 and later",
      holdsFor: BCRYPT_ONLY,
      applies: "always",
      disposition: "unsupported",
      problem: "wrapping/prehashed",
      reason: "bcrypt is over the user's name in lower case with the password after it.",
    },
  },
  sorcery: {
    title: "Sorcery (Ruby on Rails)",
    hashes: {
      name: "sorcery-bcrypt",
      system: "Sorcery (Ruby on Rails)",
      holdsFor: BCRYPT_ONLY,
      applies: "always",
      disposition: "unsupported",
      problem: "wrapping/prehashed",
      reason: "bcrypt is over the password followed by the column salt.",
    },
  },
  suitecrm: {
    title: "SuiteCRM, SugarCRM",
    hashes: {
      name: "suitecrm-prehashed",
      system: "SuiteCRM, SugarCRM",
      // crypt() and password_hash() get the MD5; 32 digits are the MD5 itself.
      holdsFor: PHP_CRYPT,
      applies: "always",
      disposition: "verifiable",
      problem: "wrapping/prehashed",
      reason: "SuiteCRM and SugarCRM hash the MD5 of the password, in lower-case hexadecimal.",
    },
  },
  symfony: { title: "Symfony", passwords: SYMFONY_PASSWORDS },
  synapse: {
    title: "Matrix Synapse",
    passwords: SYNAPSE_PASSWORDS,
    hashes: {
      name: "synapse-peppered",
      system: "Matrix Synapse",
      holdsFor: BCRYPT_ONLY,
      applies: "if-told",
      disposition: "verifiable",
      problem: "wrapping/peppered",
      reason: "With password_config.pepper set, bcrypt is over the password followed by the pepper.",
    },
  },
  typo3: {
    title: "TYPO3",
    hashes: {
      name: "typo3-bcrypt",
      system: "TYPO3",
      holdsFor: BCRYPT_ONLY,
      // Those of its older Blowfish class are over the password.
      except: "$2a$",
      applies: "always",
      disposition: "verifiable",
      problem: "wrapping/prehashed",
      reason: "TYPO3's bcrypt is over the SHA-384 of the password, in base64; only its older $2a$ is not.",
    },
  },
  vbulletin: {
    title: "vBulletin",
    hashes: {
      name: "vbulletin-bcrypt",
      system: "vBulletin 5 and 6",
      holdsFor: PHP_HASHES,
      applies: "always",
      disposition: "verifiable",
      problem: "wrapping/prehashed",
      reason: "vBulletin sends the MD5 of the password to its server, so the hash is over that.",
    },
  },
  woltlab: {
    title: "WoltLab Suite",
    hashes: {
      name: "woltlab-double-bcrypt",
      system: "WoltLab Suite before 5.4, Burning Board 4",
      holdsFor: BCRYPT_ONLY,
      applies: "always",
      exceptIn: ["woltlab-bcrypt", "woltlab-argon2"],
      disposition: "verifiable",
      problem: "wrapping/prehashed",
      reason: "Without a name in front, the hash is of an old release that hashed with bcrypt twice.",
    },
  },
  wordpress: { title: "WordPress", passwords: WORDPRESS_PASSWORDS },
} satisfies Readonly<Partial<Record<SourceName, System>>>;

/** The systems of which something is said. */
type Described = keyof typeof ROWS;

/** Those of whose standard hashes something is said. */
export type WithHashRule = {
  [Name in Described]: (typeof ROWS)[Name] extends { hashes: unknown } ? Name : never;
}[Described];

/** The same for any name. */
export const SYSTEMS: Readonly<Partial<Record<SourceName, System>>> = ROWS;

/** All others, of which a reading needs nothing: for documentation only. */
const OTHER_TITLES: Readonly<Record<Exclude<SourceName, Described>, string>> = {
  adonisjs: "AdonisJS",
  akamai: "Akamai Identity Cloud",
  appwrite: "Appwrite",
  "aspnet-identity": "ASP.NET Identity",
  "aspnet-membership": "ASP.NET Membership",
  auth0: "Auth0",
  authentik: "authentik",
  authjs: "Auth.js",
  "better-auth": "Better Auth",
  casdoor: "Casdoor",
  clerk: "Clerk",
  cognito: "AWS Cognito",
  couchdb: "CouchDB",
  directus: "Directus",
  discourse: "Discourse",
  discuz: "Discuz!",
  django: "Django",
  dovecot: "Dovecot",
  firebase: "Firebase Authentication",
  fluxbb: "FluxBB, PunBB",
  forgerock: "ForgeRock",
  frontegg: "Frontegg",
  fusionauth: "FusionAuth",
  ghost: "Ghost",
  gitea: "Gitea",
  gitlab: "GitLab",
  grafana: "Grafana",
  htpasswd: "Apache htpasswd",
  invision: "Invision Community",
  joomla: "Joomla",
  keycloak: "Keycloak",
  kratos: "Ory Kratos",
  laravel: "Laravel",
  ldap: "LDAP servers",
  logto: "Logto",
  lucia: "Lucia",
  magento: "Magento",
  mastodon: "Mastodon",
  mattermost: "Mattermost",
  mediawiki: "MediaWiki",
  moodle: "Moodle",
  mybb: "MyBB",
  odoo: "Odoo",
  okta: "Okta",
  opencart: "OpenCart",
  oscommerce: "osCommerce",
  otrs: "OTRS, Znuny, OTOBO",
  "parse-server": "Parse Server",
  prestashop: "PrestaShop",
  redmine: "Redmine",
  seafile: "Seafile",
  shopware: "Shopware",
  sonarqube: "SonarQube",
  spring: "Spring Security",
  strapi: "Strapi",
  stytch: "Stytch",
  supabase: "Supabase Auth",
  supertokens: "SuperTokens",
  web2py: "web2py",
  werkzeug: "Werkzeug",
  workos: "WorkOS",
  xenforo: "XenForo",
  zitadel: "Zitadel",
};

/** What a system is called. */
export function titleOf(source: SourceName): string {
  return SYSTEMS[source]?.title ?? OTHER_TITLES[source as Exclude<SourceName, Described>];
}

/** Where that is defined: for documentation, and a bundle that only reads hashes leaves it out. */
export const SYSTEM_REFERENCES: Readonly<Record<Described, string>> = {
  devise: "https://github.com/heartcombo/devise lib/devise/encryptor.rb",
  drupal:
    "https://github.com/drupal/drupal core/lib/Drupal/Core/Field/Plugin/Field/FieldType/PasswordItem.php, core/modules/user/src/Form/UserLoginForm.php",
  "flask-security": "https://github.com/pallets-eco/flask-security flask_security/utils.py",
  matomo: "https://github.com/matomo-org/matomo plugins/UsersManager/UsersManager.php",
  metabase: "https://github.com/metabase/metabase src/metabase/util/password.clj",
  meteor: "https://github.com/meteor/meteor packages/accounts-password/password_server.js",
  "myth-auth": "https://github.com/lonnieezell/myth-auth src/Password.php",
  nextcloud: "https://github.com/nextcloud/server lib/private/Security/Hasher.php",
  nodebb: "https://github.com/NodeBB/NodeBB src/password.js",
  owncloud: "https://github.com/owncloud/core lib/private/Security/Hasher.php",
  phpbb: "https://github.com/phpbb/phpbb phpBB/phpbb/request/type_cast_helper.php",
  "rocket-chat": "https://github.com/RocketChat/Rocket.Chat",
  smf: "https://github.com/SimpleMachines/SMF Sources/Subs-Auth.php",
  sorcery: "https://github.com/Sorcery/sorcery lib/sorcery/crypto_providers/bcrypt.rb",
  suitecrm: "https://github.com/salesagility/SuiteCRM modules/Users/User.php",
  symfony:
    "https://github.com/symfony/symfony src/Symfony/Component/PasswordHasher/Hasher/NativePasswordHasher.php",
  synapse: "https://github.com/element-hq/synapse synapse/handlers/auth.py",
  typo3:
    "https://github.com/TYPO3/typo3 typo3/sysext/core/Classes/Crypto/PasswordHashing/BcryptPasswordHash.php, BlowfishPasswordHash.php",
  vbulletin:
    "https://github.com/WoltLab/WCF wcfsetup/install/files/lib/system/user/authentication/password/algorithm/Vb5Bcrypt.class.php",
  woltlab:
    "https://github.com/WoltLab/WCF wcfsetup/install/files/lib/system/user/authentication/password/algorithm/DoubleBcrypt.class.php",
  wordpress:
    "https://github.com/WordPress/wordpress-develop src/wp-includes/load.php wp_magic_quotes(), src/wp-includes/user.php wp_signon(), src/wp-admin/includes/user.php edit_user()",
};

/**
 * A pepper that the caller tells of, whatever the system: appended is how Devise and most others mix it in.
 * See https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
export const ANY_PEPPERED: HashRule = {
  name: "peppered",
  system: "any system with a pepper",
  holdsFor: ALL,
  applies: "if-told",
  disposition: "verifiable",
  problem: "wrapping/peppered",
  reason: "The hash is over the password and a pepper that the service does not have.",
};

const AS_TYPED: PasswordForms["forms"] = [[]];

/** The ways in which this system's hasher of a scheme receives a password; as typed for all others. */
export function passwordForms(
  source: SourceName | undefined,
  scheme: Scheme | "unknown",
): PasswordForms["forms"] {
  const passwords = source === undefined ? undefined : SYSTEMS[source]?.passwords;
  return passwords !== undefined && isHeldFor(passwords.holdsFor, scheme) ? passwords.forms : AS_TYPED;
}
