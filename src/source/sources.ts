import type { SourceName } from "../hash/index.js";
import { requireOwnSource } from "./own-source.js";
import type { Source } from "./source.js";
import { ADONISJS } from "./systems/adonisjs.js";
import { AKAMAI } from "./systems/akamai.js";
import { APPWRITE } from "./systems/appwrite.js";
import { ASPNET_IDENTITY } from "./systems/aspnet-identity.js";
import { AUTH0 } from "./systems/auth0.js";
import { AUTHENTIK } from "./systems/authentik.js";
import { AUTHJS } from "./systems/authjs.js";
import { BETTER_AUTH } from "./systems/better-auth.js";
import { CASDOOR } from "./systems/casdoor.js";
import { CLERK } from "./systems/clerk.js";
import { COGNITO } from "./systems/cognito.js";
import { CREDPORT } from "./systems/credport.js";
import { DEVISE } from "./systems/devise.js";
import { DIRECTUS } from "./systems/directus.js";
import { DISCOURSE } from "./systems/discourse.js";
import { DJANGO } from "./systems/django.js";
import { DOVECOT } from "./systems/dovecot.js";
import { DRUPAL } from "./systems/drupal.js";
import { FIREBASE } from "./systems/firebase.js";
import { FLASK_SECURITY } from "./systems/flask-security.js";
import { FORGEROCK } from "./systems/forgerock.js";
import { FRONTEGG } from "./systems/frontegg.js";
import { FUSIONAUTH } from "./systems/fusionauth.js";
import { GHOST } from "./systems/ghost.js";
import { GITEA } from "./systems/gitea.js";
import { GITLAB } from "./systems/gitlab.js";
import { HTPASSWD } from "./systems/htpasswd.js";
import { JOOMLA } from "./systems/joomla.js";
import { KEYCLOAK } from "./systems/keycloak.js";
import { KRATOS } from "./systems/kratos.js";
import { LARAVEL } from "./systems/laravel.js";
import { LDAP } from "./systems/ldap.js";
import { LOGTO } from "./systems/logto.js";
import { LUCIA } from "./systems/lucia.js";
import { MAGENTO } from "./systems/magento.js";
import { MASTODON } from "./systems/mastodon.js";
import { MATOMO } from "./systems/matomo.js";
import { MATTERMOST } from "./systems/mattermost.js";
import { MEDIAWIKI } from "./systems/mediawiki.js";
import { METABASE } from "./systems/metabase.js";
import { METEOR } from "./systems/meteor.js";
import { MOODLE } from "./systems/moodle.js";
import { MYBB } from "./systems/mybb.js";
import { MYTH_AUTH } from "./systems/myth-auth.js";
import { NEXTCLOUD } from "./systems/nextcloud.js";
import { NODEBB } from "./systems/nodebb.js";
import { ODOO } from "./systems/odoo.js";
import { OKTA } from "./systems/okta.js";
import { OPENCART } from "./systems/opencart.js";
import { OWNCLOUD } from "./systems/owncloud.js";
import { PARSE_SERVER } from "./systems/parse-server.js";
import { PHPBB } from "./systems/phpbb.js";
import { PRESTASHOP } from "./systems/prestashop.js";
import { ROCKET_CHAT } from "./systems/rocket-chat.js";
import { SHOPWARE } from "./systems/shopware.js";
import { SMF } from "./systems/smf.js";
import { SORCERY } from "./systems/sorcery.js";
import { SPRING } from "./systems/spring.js";
import { STRAPI } from "./systems/strapi.js";
import { STYTCH } from "./systems/stytch.js";
import { SUITECRM } from "./systems/suitecrm.js";
import { SUPABASE } from "./systems/supabase.js";
import { SUPERTOKENS } from "./systems/supertokens.js";
import { SYMFONY } from "./systems/symfony.js";
import { SYNAPSE } from "./systems/synapse.js";
import { TYPO3 } from "./systems/typo3.js";
import { VBULLETIN } from "./systems/vbulletin.js";
import { WERKZEUG } from "./systems/werkzeug.js";
import { WOLTLAB } from "./systems/woltlab.js";
import { WORDPRESS } from "./systems/wordpress.js";
import { WORKOS } from "./systems/workos.js";
import { XENFORO } from "./systems/xenforo.js";
import { ZITADEL } from "./systems/zitadel.js";

/** How the exports of each system are read that credport knows by name, and its own: one row each. */
const SOURCES = {
  firebase: FIREBASE,
  adonisjs: ADONISJS,
  akamai: AKAMAI,
  appwrite: APPWRITE,
  "aspnet-identity": ASPNET_IDENTITY,
  auth0: AUTH0,
  authentik: AUTHENTIK,
  authjs: AUTHJS,
  "better-auth": BETTER_AUTH,
  casdoor: CASDOOR,
  clerk: CLERK,
  cognito: COGNITO,
  devise: DEVISE,
  directus: DIRECTUS,
  discourse: DISCOURSE,
  django: DJANGO,
  dovecot: DOVECOT,
  drupal: DRUPAL,
  "flask-security": FLASK_SECURITY,
  forgerock: FORGEROCK,
  frontegg: FRONTEGG,
  fusionauth: FUSIONAUTH,
  ghost: GHOST,
  gitea: GITEA,
  gitlab: GITLAB,
  htpasswd: HTPASSWD,
  joomla: JOOMLA,
  keycloak: KEYCLOAK,
  kratos: KRATOS,
  laravel: LARAVEL,
  ldap: LDAP,
  logto: LOGTO,
  lucia: LUCIA,
  magento: MAGENTO,
  mastodon: MASTODON,
  matomo: MATOMO,
  mattermost: MATTERMOST,
  mediawiki: MEDIAWIKI,
  metabase: METABASE,
  meteor: METEOR,
  moodle: MOODLE,
  mybb: MYBB,
  "myth-auth": MYTH_AUTH,
  nextcloud: NEXTCLOUD,
  nodebb: NODEBB,
  odoo: ODOO,
  okta: OKTA,
  opencart: OPENCART,
  owncloud: OWNCLOUD,
  "parse-server": PARSE_SERVER,
  phpbb: PHPBB,
  prestashop: PRESTASHOP,
  "rocket-chat": ROCKET_CHAT,
  shopware: SHOPWARE,
  smf: SMF,
  sorcery: SORCERY,
  spring: SPRING,
  strapi: STRAPI,
  stytch: STYTCH,
  suitecrm: SUITECRM,
  supabase: SUPABASE,
  supertokens: SUPERTOKENS,
  symfony: SYMFONY,
  synapse: SYNAPSE,
  typo3: TYPO3,
  vbulletin: VBULLETIN,
  werkzeug: WERKZEUG,
  woltlab: WOLTLAB,
  wordpress: WORDPRESS,
  workos: WORKOS,
  xenforo: XENFORO,
  zitadel: ZITADEL,
  credport: CREDPORT,
} as const satisfies Readonly<Record<SourceName | "credport", Source>>;

/** The rows of the table. */
export const ALL_SOURCES: readonly Source[] = Object.freeze(Object.values<Source>(SOURCES));

/** What can be read: the export files of systems, and credport's own `check --out`. */
export type ReadableSource = keyof typeof SOURCES;

/** The systems whose exports `readExport` reads. */
export const READABLE_SOURCES: readonly ReadableSource[] = Object.freeze(
  Object.keys(SOURCES) as ReadableSource[],
);

/** The row of a name, or the caller's own. */
export function sourceOf(from: ReadableSource | Source): Source {
  if (typeof from !== "string") return requireOwnSource(from);
  if (Object.hasOwn(SOURCES, from)) return SOURCES[from];
  throw new TypeError(`from must be auto, one of ${READABLE_SOURCES.join(", ")}, or a source of your own`);
}

/** The name of a source of the table; undefined for the caller's own. */
export function nameOfBuiltIn(source: Source): ReadableSource | undefined {
  return READABLE_SOURCES.find((name) => SOURCES[name] === source);
}
