import type { DigestName } from "../../lib/digest-bytes.js";
import type { WrappingProblemCode } from "../../problems/wrapping.js";
import type { PasswordStep, Step } from "../catalogue/recipe.js";
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
  /** Of these schemes only; of all without it. */
  readonly schemes?: readonly Scheme[];
}

/** What a hash is over. */
export type OverWhat =
  | { readonly kind: "steps"; readonly steps: readonly Step[] }
  /** Steps that need the site-wide secret. */
  | { readonly kind: "pepper"; readonly steps: (pepper: Uint8Array) => readonly Step[] }
  /** The bcrypt hash of the password under the same version, cost and salt. */
  | { readonly kind: "double-bcrypt" }
  /** The user's name and the password. */
  | { readonly kind: "user-name" }
  /** The password with the value of another column before or after it. */
  | { readonly kind: "other-column" };

/** What a system's name says about a hash that looks clean. */
export interface HashRule {
  /** Name and system as `identifyHash` reports them. */
  readonly name: string;
  readonly system: string;
  /** The schemes of which this holds. */
  readonly schemes: readonly ("bcrypt" | "argon2")[];
  readonly over: OverWhat;
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

function hexDigest(digest: DigestName): OverWhat {
  return {
    kind: "steps",
    steps: [
      { kind: "digest", digest },
      { kind: "encode", as: "hex" },
    ],
  };
}

function base64Digest(digest: DigestName): OverWhat {
  return {
    kind: "steps",
    steps: [
      { kind: "digest", digest },
      { kind: "encode", as: "base64" },
    ],
  };
}

export const PEPPER_APPENDED: Extract<OverWhat, { kind: "pepper" }> = {
  kind: "pepper",
  steps: (pepper) => [{ kind: "pepper", place: "after", pepper }],
};

const HMAC_OF_PEPPER: OverWhat = {
  kind: "pepper",
  steps: (pepper) => [
    { kind: "hmac", digest: "sha512", key: pepper },
    { kind: "encode", as: "base64" },
  ],
};

/** What Nextcloud and ownCloud write since they stopped appending the `passwordsalt`. */
const NEXTCLOUD_WRAPPINGS = ["nextcloud-bcrypt", "nextcloud-argon2i", "nextcloud-argon2id"] as const;

// wp_magic_quotes() slashes the form's fields, wp_signon() and edit_user() leave it at that, and
// wp_authenticate() trims. wp core install and many plugins set a password without the slashes.
const WORDPRESS_PASSWORDS: PasswordForms = {
  forms: [
    [{ kind: "php-slashes" }, { kind: "php-trim" }],
    [{ kind: "php-trim" }, { kind: "php-unslashed" }],
  ],
};

// The login form and PasswordItem.
const DRUPAL_PASSWORDS: PasswordForms = {
  forms: [[{ kind: "php-trim" }]],
};

// NativePasswordHasher, for bcrypt; before 5.4 it handed them to bcrypt as they were.
const SYMFONY_PASSWORDS: PasswordForms = {
  forms: [[{ kind: "sha512-base64-beyond-bcrypt" }], []],
  schemes: ["bcrypt"],
};

// The request class escapes every variable, passwords too.
const PHPBB_PASSWORDS: PasswordForms = {
  forms: [[{ kind: "phpbb-escape" }]],
};

// The handler composes accents before it appends the pepper.
const SYNAPSE_PASSWORDS: PasswordForms = {
  forms: [[{ kind: "unicode", form: "NFKC" }]],
  schemes: ["bcrypt"],
};

/** One row for each system that can be named. */
const ROWS = {
  akamai: { title: "Akamai Identity Cloud" },
  appwrite: { title: "Appwrite" },
  "aspnet-identity": { title: "ASP.NET Identity" },
  auth0: { title: "Auth0" },
  authentik: { title: "authentik" },
  authjs: { title: "Auth.js" },
  "better-auth": { title: "Better Auth" },
  casdoor: { title: "Casdoor" },
  clerk: { title: "Clerk" },
  cognito: { title: "AWS Cognito" },
  devise: {
    title: "Devise",
    hashes: {
      name: "devise-peppered",
      system: "Devise",
      schemes: ["bcrypt"],
      over: PEPPER_APPENDED,
      applies: "if-told",
      disposition: "verifiable",
      problem: "wrapping/peppered",
      reason: "With config.pepper set, bcrypt is over the password followed by the pepper.",
    },
  },
  directus: { title: "Directus" },
  discourse: { title: "Discourse" },
  django: { title: "Django" },
  dovecot: { title: "Dovecot" },
  drupal: {
    title: "Drupal",
    passwords: DRUPAL_PASSWORDS,
  },
  firebase: { title: "Firebase Authentication" },
  "flask-security": {
    title: "Flask-Security",
    hashes: {
      name: "flask-security-peppered",
      system: "Flask-Security",
      schemes: ["bcrypt", "argon2"],
      over: HMAC_OF_PEPPER,
      applies: "always",
      disposition: "verifiable",
      problem: "wrapping/peppered",
      reason: "The hash is over the HMAC-SHA512 of the password under SECURITY_PASSWORD_SALT, in base64.",
    },
  },
  forgerock: { title: "ForgeRock" },
  frontegg: { title: "Frontegg" },
  fusionauth: { title: "FusionAuth" },
  ghost: { title: "Ghost" },
  gitea: { title: "Gitea" },
  gitlab: { title: "GitLab" },
  htpasswd: { title: "Apache htpasswd" },
  joomla: { title: "Joomla" },
  keycloak: { title: "Keycloak" },
  kratos: { title: "Ory Kratos" },
  laravel: { title: "Laravel" },
  ldap: { title: "LDAP servers" },
  logto: { title: "Logto" },
  lucia: { title: "Lucia" },
  magento: { title: "Magento" },
  mastodon: { title: "Mastodon" },
  matomo: {
    title: "Matomo",
    hashes: {
      name: "matomo-prehashed",
      system: "Matomo",
      schemes: ["bcrypt", "argon2"],
      over: hexDigest("md5"),
      applies: "always",
      disposition: "verifiable",
      problem: "wrapping/prehashed",
      reason: "Matomo hashes the MD5 of the password, in hexadecimal.",
    },
  },
  mattermost: { title: "Mattermost" },
  mediawiki: { title: "MediaWiki" },
  metabase: {
    title: "Metabase",
    hashes: {
      name: "metabase-bcrypt",
      system: "Metabase",
      schemes: ["bcrypt"],
      over: { kind: "other-column" },
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
      schemes: ["bcrypt", "argon2"],
      over: hexDigest("sha256"),
      applies: "always",
      disposition: "verifiable",
      problem: "wrapping/prehashed",
      reason: "Meteor sends the SHA-256 of the password to its server, so the hash is over that.",
    },
  },
  moodle: { title: "Moodle" },
  mybb: { title: "MyBB" },
  "myth-auth": {
    title: "Myth:Auth (CodeIgniter 4)",
    hashes: {
      name: "myth-auth-prehashed",
      system: "Myth:Auth (CodeIgniter 4)",
      schemes: ["bcrypt", "argon2"],
      over: base64Digest("sha384"),
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
      schemes: ["bcrypt"],
      over: PEPPER_APPENDED,
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
      schemes: ["bcrypt"],
      over: hexDigest("sha512"),
      applies: "always",
      disposition: "verifiable",
      problem: "wrapping/prehashed",
      reason: "bcrypt is over the SHA-512 of the password, where the field password:shaWrapped is 1.",
    },
  },
  odoo: { title: "Odoo" },
  okta: { title: "Okta" },
  opencart: { title: "OpenCart" },
  owncloud: {
    title: "ownCloud",
    hashes: {
      name: "owncloud-peppered-bcrypt",
      system: "ownCloud",
      schemes: ["bcrypt"],
      over: PEPPER_APPENDED,
      applies: "unless-denied",
      exceptIn: NEXTCLOUD_WRAPPINGS,
      disposition: "verifiable",
      problem: "wrapping/peppered",
      reason:
        "Without its number and bar, the hash is of an old release that appended the configured passwordsalt.",
    },
  },
  "parse-server": { title: "Parse Server" },
  phpbb: {
    title: "phpBB",
    passwords: PHPBB_PASSWORDS,
  },
  prestashop: { title: "PrestaShop" },
  "rocket-chat": {
    title: "Rocket.Chat",
    hashes: {
      name: "rocket-chat-bcrypt",
      system: "Rocket.Chat",
      schemes: ["bcrypt", "argon2"],
      over: hexDigest("sha256"),
      applies: "always",
      disposition: "verifiable",
      problem: "wrapping/prehashed",
      reason: "Rocket.Chat keeps Meteor's accounts, so the hash is over the SHA-256 of the password.",
    },
  },
  shopware: { title: "Shopware" },
  smf: {
    title: "Simple Machines Forum",
    hashes: {
      name: "smf-bcrypt",
      system: "Simple Machines Forum 2.1 and later",
      schemes: ["bcrypt"],
      over: { kind: "user-name" },
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
      schemes: ["bcrypt"],
      over: { kind: "other-column" },
      applies: "always",
      disposition: "unsupported",
      problem: "wrapping/prehashed",
      reason: "bcrypt is over the password followed by the column salt.",
    },
  },
  spring: { title: "Spring Security" },
  strapi: { title: "Strapi" },
  stytch: { title: "Stytch" },
  suitecrm: {
    title: "SuiteCRM, SugarCRM",
    hashes: {
      name: "suitecrm-prehashed",
      system: "SuiteCRM, SugarCRM",
      schemes: ["bcrypt", "argon2"],
      over: hexDigest("md5"),
      applies: "always",
      disposition: "verifiable",
      problem: "wrapping/prehashed",
      reason: "SuiteCRM and SugarCRM hash the MD5 of the password, in lower-case hexadecimal.",
    },
  },
  supabase: { title: "Supabase Auth" },
  supertokens: { title: "SuperTokens" },
  symfony: {
    title: "Symfony",
    passwords: SYMFONY_PASSWORDS,
  },
  synapse: {
    title: "Matrix Synapse",
    passwords: SYNAPSE_PASSWORDS,
    hashes: {
      name: "synapse-peppered",
      system: "Matrix Synapse",
      schemes: ["bcrypt"],
      over: PEPPER_APPENDED,
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
      schemes: ["bcrypt"],
      over: base64Digest("sha384"),
      applies: "always",
      disposition: "verifiable",
      problem: "wrapping/prehashed",
      reason: "TYPO3's bcrypt is over the SHA-384 of the password, in base64.",
    },
  },
  vbulletin: {
    title: "vBulletin",
    hashes: {
      name: "vbulletin-bcrypt",
      system: "vBulletin 5 and 6",
      schemes: ["bcrypt", "argon2"],
      over: hexDigest("md5"),
      applies: "always",
      disposition: "verifiable",
      problem: "wrapping/prehashed",
      reason: "vBulletin sends the MD5 of the password to its server, so the hash is over that.",
    },
  },
  werkzeug: { title: "Werkzeug" },
  woltlab: {
    title: "WoltLab Suite",
    hashes: {
      name: "woltlab-double-bcrypt",
      system: "WoltLab Suite before 5.4, Burning Board 4",
      schemes: ["bcrypt"],
      over: { kind: "double-bcrypt" },
      applies: "always",
      exceptIn: ["woltlab-bcrypt", "woltlab-argon2"],
      disposition: "verifiable",
      problem: "wrapping/prehashed",
      reason: "Without a name in front, the hash is of an old release that hashed with bcrypt twice.",
    },
  },
  wordpress: {
    title: "WordPress",
    passwords: WORDPRESS_PASSWORDS,
  },
  workos: { title: "WorkOS" },
  xenforo: { title: "XenForo" },
  zitadel: { title: "Zitadel" },
} satisfies Readonly<Record<SourceName, System>>;

/** The same for any name. */
export const SYSTEMS: Readonly<Record<SourceName, System>> = ROWS;

/** The systems of which something is said. */
type Described = {
  [Name in SourceName]: (typeof ROWS)[Name] extends { hashes: unknown } | { passwords: unknown }
    ? Name
    : never;
}[SourceName];

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
    "https://github.com/TYPO3/typo3 typo3/sysext/core/Classes/Crypto/PasswordHashing/BcryptPasswordHash.php",
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
  schemes: ["bcrypt", "argon2"],
  over: PEPPER_APPENDED,
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
  const passwords = source === undefined ? undefined : SYSTEMS[source].passwords;
  if (passwords === undefined || scheme === "unknown") return AS_TYPED;
  return passwords.schemes?.includes(scheme) === false ? AS_TYPED : passwords.forms;
}

/** How a system mixes a pepper into the passwords of its older, own schemes. */
export function pepperSteps(source: SourceName | undefined, pepper: Uint8Array): readonly Step[] {
  const over = source === undefined ? undefined : SYSTEMS[source].hashes?.over;
  return (over?.kind === "pepper" ? over : PEPPER_APPENDED).steps(pepper);
}
