import type { ProblemCode } from "../result.js";

/** Identity systems whose exports or password columns credport knows by name. */
export const SOURCE_NAMES = [
  "aspnet-identity",
  "auth0",
  "authjs",
  "better-auth",
  "clerk",
  "cognito",
  "devise",
  "directus",
  "discourse",
  "django",
  "dovecot",
  "drupal",
  "firebase",
  "flask-security",
  "forgerock",
  "fusionauth",
  "ghost",
  "gitea",
  "gitlab",
  "joomla",
  "keycloak",
  "kratos",
  "laravel",
  "ldap",
  "lucia",
  "mastodon",
  "matomo",
  "mediawiki",
  "metabase",
  "meteor",
  "moodle",
  "myth-auth",
  "nextcloud",
  "nodebb",
  "odoo",
  "okta",
  "owncloud",
  "parse-server",
  "phpbb",
  "rocket-chat",
  "smf",
  "sorcery",
  "spring",
  "strapi",
  "stytch",
  "suitecrm",
  "supabase",
  "symfony",
  "typo3",
  "vbulletin",
  "werkzeug",
  "woltlab",
  "wordpress",
  "workos",
  "xenforo",
  "zitadel",
] as const;

/** Name of an identity system. */
export type SourceName = (typeof SOURCE_NAMES)[number];

/** What a system computes its bcrypt or argon2 hash over, where that is not the password. */
export type Prehash =
  /** Lower-case hexadecimal SHA-256 of the password. */
  | "sha256-hex"
  /** Lower-case hexadecimal SHA-512 of the password. */
  | "sha512-hex"
  /** Lower-case hexadecimal MD5 of the password. */
  | "md5-hex"
  /** Base64 of the SHA-384 of the password. */
  | "sha384-base64"
  /** Base64 of the HMAC-SHA512 of the password under a site-wide secret. */
  | "hmac-sha512-base64"
  /** The name of the user in lower case with the password behind it. */
  | "user-name-prepended"
  /** The password with the value of another column before or after it. */
  | "other-column-added"
  /** The password with a site-wide pepper behind it. */
  | "pepper-appended"
  /** The bcrypt hash of the password under the same salt. */
  | "bcrypt";

/** What a system's name says about a hash that looks clean. */
export interface SourceContext {
  readonly source: SourceName;
  /** Name and system as `identifyHash` reports them. */
  readonly name: string;
  readonly system: string;
  readonly prehash: Prehash;
  /** The schemes of which this holds. */
  readonly schemes: readonly ("bcrypt" | "argon2")[];
  /** `always`: whatever the caller says. `unless-denied`: unless `peppered: false`. `if-told`: only with `peppered: true`. */
  readonly applies: "always" | "unless-denied" | "if-told";
  /**
   * Wrappings of the system's own current hasher, by name, of which this does not hold. No other
   * wrapping says anything about what the system did to the password.
   */
  readonly exceptIn?: readonly string[];
  readonly disposition: "verifiable" | "unsupported";
  readonly problem: ProblemCode;
  readonly reason: string;
  readonly reference: string;
}

/** What Nextcloud and ownCloud write since they stopped to append the `passwordsalt`. */
const NEXTCLOUD_WRAPPINGS = ["nextcloud-bcrypt", "nextcloud-argon2i", "nextcloud-argon2id"] as const;

/** Systems in whose column a standard string is not over the plain password. */
export const SOURCE_CONTEXTS: readonly SourceContext[] = [
  {
    source: "meteor",
    name: "meteor-bcrypt",
    system: "Meteor",
    schemes: ["bcrypt", "argon2"],
    prehash: "sha256-hex",
    applies: "always",
    disposition: "verifiable",
    problem: "wrapping/prehashed",
    reason: "Meteor sends the SHA-256 of the password to its server, so the hash is over that.",
    reference: "https://github.com/meteor/meteor packages/accounts-password/password_server.js",
  },
  {
    source: "rocket-chat",
    name: "rocket-chat-bcrypt",
    system: "Rocket.Chat",
    schemes: ["bcrypt", "argon2"],
    prehash: "sha256-hex",
    applies: "always",
    disposition: "verifiable",
    problem: "wrapping/prehashed",
    reason: "Rocket.Chat keeps Meteor's accounts, so the hash is over the SHA-256 of the password.",
    reference: "https://github.com/RocketChat/Rocket.Chat",
  },
  {
    source: "matomo",
    name: "matomo-prehashed",
    system: "Matomo",
    schemes: ["bcrypt", "argon2"],
    prehash: "md5-hex",
    applies: "always",
    disposition: "verifiable",
    problem: "wrapping/prehashed",
    reason: "Matomo hashes the MD5 of the password, in hexadecimal.",
    reference: "https://github.com/matomo-org/matomo plugins/UsersManager/UsersManager.php",
  },
  {
    source: "suitecrm",
    name: "suitecrm-prehashed",
    system: "SuiteCRM, SugarCRM",
    schemes: ["bcrypt", "argon2"],
    prehash: "md5-hex",
    applies: "always",
    disposition: "verifiable",
    problem: "wrapping/prehashed",
    reason: "SuiteCRM and SugarCRM hash the MD5 of the password, in lower-case hexadecimal.",
    reference: "https://github.com/salesagility/SuiteCRM modules/Users/User.php",
  },
  {
    source: "metabase",
    name: "metabase-bcrypt",
    system: "Metabase",
    schemes: ["bcrypt"],
    prehash: "other-column-added",
    applies: "always",
    disposition: "unsupported",
    problem: "wrapping/prehashed",
    reason: "bcrypt is over the column password_salt with the password behind it.",
    reference: "https://github.com/metabase/metabase src/metabase/util/password.clj",
  },
  {
    source: "sorcery",
    name: "sorcery-bcrypt",
    system: "Sorcery (Ruby on Rails)",
    schemes: ["bcrypt"],
    prehash: "other-column-added",
    applies: "always",
    disposition: "unsupported",
    problem: "wrapping/prehashed",
    reason: "bcrypt is over the password with the column salt behind it.",
    reference: "https://github.com/Sorcery/sorcery lib/sorcery/crypto_providers/bcrypt.rb",
  },
  {
    source: "devise",
    name: "devise-peppered",
    system: "Devise",
    schemes: ["bcrypt"],
    prehash: "pepper-appended",
    applies: "if-told",
    disposition: "verifiable",
    problem: "wrapping/peppered",
    reason: "With config.pepper set, bcrypt is over the password followed by the pepper.",
    reference: "https://github.com/heartcombo/devise lib/devise/encryptor.rb",
  },
  {
    source: "flask-security",
    name: "flask-security-peppered",
    system: "Flask-Security",
    schemes: ["bcrypt", "argon2"],
    prehash: "hmac-sha512-base64",
    applies: "always",
    disposition: "verifiable",
    problem: "wrapping/peppered",
    reason: "The hash is over the HMAC-SHA512 of the password under SECURITY_PASSWORD_SALT, in base64.",
    reference: "https://github.com/pallets-eco/flask-security flask_security/utils.py",
  },
  {
    source: "myth-auth",
    name: "myth-auth-prehashed",
    system: "Myth:Auth (CodeIgniter 4)",
    schemes: ["bcrypt", "argon2"],
    prehash: "sha384-base64",
    applies: "always",
    disposition: "verifiable",
    problem: "wrapping/prehashed",
    reason: "The hash is over the SHA-384 of the password, in base64.",
    reference: "https://github.com/lonnieezell/myth-auth src/Password.php",
  },
  {
    source: "nodebb",
    name: "nodebb-bcrypt",
    system: "NodeBB 1.14 and later (password:shaWrapped)",
    schemes: ["bcrypt"],
    prehash: "sha512-hex",
    applies: "always",
    disposition: "verifiable",
    problem: "wrapping/prehashed",
    reason: "bcrypt is over the SHA-512 of the password, where the field password:shaWrapped is 1.",
    reference: "https://github.com/NodeBB/NodeBB src/password.js",
  },
  {
    source: "smf",
    name: "smf-bcrypt",
    system: "Simple Machines Forum 2.1 and later",
    schemes: ["bcrypt"],
    prehash: "user-name-prepended",
    applies: "always",
    disposition: "unsupported",
    problem: "wrapping/prehashed",
    reason: "bcrypt is over the user's name in lower case with the password behind it.",
    reference: "https://github.com/SimpleMachines/SMF Sources/Subs-Auth.php",
  },
  {
    source: "typo3",
    name: "typo3-bcrypt",
    system: "TYPO3",
    schemes: ["bcrypt"],
    prehash: "sha384-base64",
    applies: "always",
    disposition: "verifiable",
    problem: "wrapping/prehashed",
    reason: "TYPO3's bcrypt is over the SHA-384 of the password, in base64.",
    reference:
      "https://github.com/TYPO3/typo3 typo3/sysext/core/Classes/Crypto/PasswordHashing/BcryptPasswordHash.php",
  },
  {
    source: "nextcloud",
    name: "nextcloud-peppered-bcrypt",
    system: "Nextcloud",
    schemes: ["bcrypt"],
    prehash: "pepper-appended",
    applies: "unless-denied",
    exceptIn: NEXTCLOUD_WRAPPINGS,
    disposition: "verifiable",
    problem: "wrapping/peppered",
    reason:
      "Without its number and bar, the hash is of an old release that appended the configured passwordsalt.",
    reference: "https://github.com/nextcloud/server lib/private/Security/Hasher.php",
  },
  {
    source: "owncloud",
    name: "owncloud-peppered-bcrypt",
    system: "ownCloud",
    schemes: ["bcrypt"],
    prehash: "pepper-appended",
    applies: "unless-denied",
    exceptIn: NEXTCLOUD_WRAPPINGS,
    disposition: "verifiable",
    problem: "wrapping/peppered",
    reason:
      "Without its number and bar, the hash is of an old release that appended the configured passwordsalt.",
    reference: "https://github.com/owncloud/core lib/private/Security/Hasher.php",
  },
  {
    source: "vbulletin",
    name: "vbulletin-bcrypt",
    system: "vBulletin 5 and 6",
    schemes: ["bcrypt", "argon2"],
    prehash: "md5-hex",
    applies: "always",
    disposition: "verifiable",
    problem: "wrapping/prehashed",
    reason: "vBulletin sends the MD5 of the password to its server, so the hash is over that.",
    reference:
      "https://github.com/WoltLab/WCF wcfsetup/install/files/lib/system/user/authentication/password/algorithm/Vb5Bcrypt.class.php",
  },
  {
    source: "woltlab",
    name: "woltlab-double-bcrypt",
    system: "WoltLab Suite before 5.4, Burning Board 4",
    schemes: ["bcrypt"],
    prehash: "bcrypt",
    applies: "always",
    exceptIn: ["woltlab-bcrypt", "woltlab-argon2"],
    disposition: "verifiable",
    problem: "wrapping/prehashed",
    reason: "Without a name in front, the hash is of an old release that hashed with bcrypt twice.",
    reference:
      "https://github.com/WoltLab/WCF wcfsetup/install/files/lib/system/user/authentication/password/algorithm/DoubleBcrypt.class.php",
  },
];

/** What the caller knows about where a hash comes from. */
export interface HashContext {
  /** The system that the column belongs to; it can turn a clean-looking hash into one that must not be imported. */
  readonly source?: SourceName;
  /** Whether that system mixes a site-wide secret (a pepper) into each password. */
  readonly peppered?: boolean;
}

/** Throws for a source that does not exist: a caller's bug. */
export function requireSource(source: SourceName | undefined): void {
  if (source !== undefined && !SOURCE_NAMES.includes(source)) {
    throw new TypeError("source must be one of SOURCE_NAMES");
  }
}

/** The row that applies to a standard hash in the wrapping of this name, or with nothing around it. */
export function contextOf(
  { source, peppered }: HashContext,
  scheme: "bcrypt" | "argon2",
  wrapping: string | null,
): SourceContext | undefined {
  const row = SOURCE_CONTEXTS.find((candidate) => candidate.source === source);
  const isExcepted = wrapping !== null && row?.exceptIn?.includes(wrapping) === true;
  // The system's own word that this hash is over no pepper.
  if (isExcepted && row.prehash === "pepper-appended") return undefined;
  if (row === undefined || isExcepted || !row.schemes.includes(scheme)) {
    return peppered === true ? ANY_PEPPERED : undefined;
  }
  if (row.applies === "always" || peppered === true) return row;
  return row.applies === "unless-denied" && peppered !== false ? row : undefined;
}

/** A pepper that the caller tells of, whatever the system: appended is how Devise and most others mix it in. */
const ANY_PEPPERED: SourceContext = {
  source: "devise",
  name: "peppered",
  system: "any system with a pepper",
  schemes: ["bcrypt", "argon2"],
  prehash: "pepper-appended",
  applies: "if-told",
  disposition: "verifiable",
  problem: "wrapping/peppered",
  reason: "The hash is over the password and a pepper that the service does not have.",
  reference: "https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html",
};

/** Whether this system may have a pepper that nobody has told us of. */
export function mayBePeppered({ source, peppered }: HashContext): boolean {
  return (
    peppered === undefined &&
    SOURCE_CONTEXTS.some((row) => row.source === source && row.applies === "if-told")
  );
}

/**
 * What a system does to a password before it hashes it, where some users would notice.
 *
 * @see https://github.com/phpbb/phpbb phpBB/phpbb/request/type_cast_helper.php
 * @see https://github.com/drupal/drupal core/lib/Drupal/Core/Field/Plugin/Field/FieldType/PasswordItem.php, core/modules/user/src/Form/UserLoginForm.php
 * @see https://github.com/WordPress/wordpress-develop src/wp-includes/load.php wp_magic_quotes(), src/wp-includes/user.php wp_signon(), src/wp-admin/includes/user.php edit_user()
 */
const ALTERED_PASSWORDS: Partial<Readonly<Record<SourceName, string>>> = {
  phpbb:
    "phpBB writes & < > and \" as HTML entities and composes accents (Unicode NFC) before it hashes: users whose password has one of them can't log in",
  symfony:
    "Symfony hashes a password of more than 72 bytes, or with a NUL, with SHA-512 before bcrypt: users who have one can't log in",
  drupal:
    "Drupal takes white space off both ends of a password before it hashes: users whose password has it can't log in",
  wordpress:
    "WordPress puts a backslash before each ' \" and \\ of a password and takes white space off both ends before it hashes: users whose password has one of them can't log in",
};

/** A sentence about passwords that the system changes before it hashes them. */
export function alteredPasswords({ source }: HashContext): string | undefined {
  return source === undefined ? undefined : ALTERED_PASSWORDS[source];
}
