import { SOURCE_NAMES, type SourceName } from "../hash/index.js";
import { words } from "../lib/words.js";
import type { Source } from "./source.js";
import { sourceFault } from "./source-fault.js";

/** What can be read: the export files of systems, and credport's own `check --out`. */
export type ReadableSource = SourceName | "credport";

type Group = Readonly<Record<string, Source>>;

/** Systems that are loaded together, when one of them is asked for: a file has users of one, and a process reads one file. */
const GROUPS = [
  {
    names: [
      "akamai auth0 clerk cognito credport firebase frontegg fusionauth okta stytch supabase supertokens",
      "workos",
    ],
    load: () => import("./systems/groups/services.js"),
  },
  {
    names: ["appwrite authentik authgear casdoor forgerock keycloak kratos logto zitadel"],
    load: () => import("./systems/groups/identity-servers.js"),
  },
  { names: ["dovecot htpasswd ldap"], load: () => import("./systems/groups/directories.js") },
  {
    names: [
      "adonisjs aspnet-identity aspnet-membership authjs better-auth couchdb devise django flask-security",
      "laravel lucia meteor myth-auth parse-server sorcery spring symfony web2py werkzeug",
    ],
    load: () => import("./systems/groups/frameworks.js"),
  },
  {
    names: ["discourse discuz fluxbb invision mybb nodebb phpbb smf vbulletin woltlab xenforo"],
    load: () => import("./systems/groups/forums.js"),
  },
  {
    names: [
      "directus drupal ghost joomla liferay magento mediawiki moodle opencart oscommerce prestashop",
      "shopware strapi typo3 umbraco wordpress",
    ],
    load: () => import("./systems/groups/sites.js"),
  },
  {
    names: [
      "gitea gitlab grafana mastodon matomo mattermost metabase nextcloud odoo otrs owncloud redmine",
      "rocket-chat seafile sonarqube suitecrm synapse",
    ],
    load: () => import("./systems/groups/work.js"),
  },
] as const satisfies readonly { readonly names: readonly string[]; readonly load: () => Promise<Group> }[];

type Word<Text extends string> = Text extends `${infer First} ${infer Others}` ? First | Word<Others> : Text;

/** The systems whose exports `readExport` reads. A name that is in no group does not compile. */
export const READABLE_SOURCES: readonly ReadableSource[] = Object.freeze([
  ...new Set<Word<(typeof GROUPS)[number]["names"][number]>>(["firebase", ...SOURCE_NAMES, "credport"]),
]);

export async function sourceOf(from: ReadableSource | Source): Promise<Source> {
  if (typeof from !== "string") return requireOwnSource(from);
  const group = GROUPS.find(({ names }) => names.some((text) => words(text).includes(from)));
  const systems: Group = (await group?.load()) ?? {};
  const source = Object.values(systems).find(({ name }) => name === from);
  if (source !== undefined) return source;
  throw new TypeError(`from must be auto, one of ${READABLE_SOURCES.join(", ")}, or a source of your own`);
}

/** How the exports of all systems are read, in the order of their names. */
export async function allSources(): Promise<readonly Source[]> {
  return Promise.all(READABLE_SOURCES.map(sourceOf));
}

/** The name of a source of the table; undefined for the caller's own. */
export async function nameOfBuiltIn(source: Source): Promise<ReadableSource | undefined> {
  const name = READABLE_SOURCES.find((one) => one === source.name);
  return name !== undefined && (await sourceOf(name)) === source ? name : undefined;
}

function requireOwnSource(source: Source): Source {
  const fault = sourceFault(source);
  if (fault === undefined) return source;
  throw new TypeError(`from is not a source: ${fault}`);
}
