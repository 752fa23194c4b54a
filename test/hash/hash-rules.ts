import { type HashRule, HASH_RULES as RULES } from "../../src/hash/systems/hash-rules.js";
import type { PASSWORD_FORMS } from "../../src/hash/systems/password-forms.js";
import { SOURCE_NAMES, type SourceName } from "../../src/index.js";

/** What each system is called on the pages. */
export const SYSTEM_TITLES: Readonly<Record<SourceName, string>> = {
  adonisjs: "AdonisJS",
  akamai: "Akamai Identity Cloud",
  appwrite: "Appwrite",
  "aspnet-identity": "ASP.NET Identity",
  auth0: "Auth0",
  authentik: "authentik",
  authjs: "Auth.js",
  "better-auth": "Better Auth",
  casdoor: "Casdoor",
  clerk: "Clerk",
  cognito: "AWS Cognito",
  devise: "Devise",
  directus: "Directus",
  discourse: "Discourse",
  django: "Django",
  dovecot: "Dovecot",
  drupal: "Drupal",
  firebase: "Firebase Authentication",
  "flask-security": "Flask-Security",
  forgerock: "ForgeRock",
  frontegg: "Frontegg",
  fusionauth: "FusionAuth",
  ghost: "Ghost",
  gitea: "Gitea",
  gitlab: "GitLab",
  htpasswd: "Apache htpasswd",
  joomla: "Joomla",
  keycloak: "Keycloak",
  kratos: "Ory Kratos",
  laravel: "Laravel",
  ldap: "LDAP servers",
  logto: "Logto",
  lucia: "Lucia",
  magento: "Magento",
  mastodon: "Mastodon",
  matomo: "Matomo",
  mattermost: "Mattermost",
  mediawiki: "MediaWiki",
  metabase: "Metabase",
  meteor: "Meteor",
  moodle: "Moodle",
  mybb: "MyBB",
  "myth-auth": "Myth:Auth (CodeIgniter 4)",
  nextcloud: "Nextcloud",
  nodebb: "NodeBB",
  odoo: "Odoo",
  okta: "Okta",
  opencart: "OpenCart",
  owncloud: "ownCloud",
  "parse-server": "Parse Server",
  phpbb: "phpBB",
  prestashop: "PrestaShop",
  "rocket-chat": "Rocket.Chat",
  shopware: "Shopware",
  smf: "Simple Machines Forum",
  sorcery: "Sorcery (Ruby on Rails)",
  spring: "Spring Security",
  strapi: "Strapi",
  stytch: "Stytch",
  suitecrm: "SuiteCRM, SugarCRM",
  supabase: "Supabase Auth",
  supertokens: "SuperTokens",
  symfony: "Symfony",
  synapse: "Matrix Synapse",
  typo3: "TYPO3",
  vbulletin: "vBulletin",
  werkzeug: "Werkzeug",
  woltlab: "WoltLab Suite",
  wordpress: "WordPress",
  workos: "WorkOS",
  xenforo: "XenForo",
  zitadel: "Zitadel",
};

/** Where what is said of a system's hashes or passwords is defined. */
export const SYSTEM_REFERENCES: Readonly<Record<keyof typeof RULES | keyof typeof PASSWORD_FORMS, string>> = {
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

const OF_SOURCE: Readonly<Partial<Record<SourceName, string>>> = SYSTEM_REFERENCES;

/** What systems say of hashes that look clean, each with the name of its system. */
export const HASH_RULES = SOURCE_NAMES.flatMap((source) => {
  const rule = (RULES as Partial<Record<SourceName, HashRule>>)[source];
  return rule === undefined ? [] : [{ source, ...rule, reference: OF_SOURCE[source] as string }];
});
