import { requireOwnSource } from "./own-source.js";
import type { Source } from "./source.js";
import { ASPNET_IDENTITY } from "./systems/aspnet-identity.js";
import { CREDPORT } from "./systems/credport.js";
import { DEVISE } from "./systems/devise.js";
import { DJANGO } from "./systems/django.js";
import { FIREBASE } from "./systems/firebase.js";
import { FLASK_SECURITY } from "./systems/flask-security.js";
import { GITEA } from "./systems/gitea.js";
import { GITLAB } from "./systems/gitlab.js";
import { LARAVEL } from "./systems/laravel.js";
import { MASTODON } from "./systems/mastodon.js";
import { MATOMO } from "./systems/matomo.js";
import { MATTERMOST } from "./systems/mattermost.js";
import { METABASE } from "./systems/metabase.js";
import { METEOR } from "./systems/meteor.js";
import { NEXTCLOUD } from "./systems/nextcloud.js";
import { ODOO } from "./systems/odoo.js";
import { PARSE_SERVER } from "./systems/parse-server.js";
import { ROCKET_CHAT } from "./systems/rocket-chat.js";
import { SPRING } from "./systems/spring.js";
import { SYMFONY } from "./systems/symfony.js";

/** Every system whose exports are read, by name: one row each. */
const SOURCES = {
  firebase: FIREBASE,
  django: DJANGO,
  devise: DEVISE,
  laravel: LARAVEL,
  gitlab: GITLAB,
  mastodon: MASTODON,
  "aspnet-identity": ASPNET_IDENTITY,
  nextcloud: NEXTCLOUD,
  gitea: GITEA,
  mattermost: MATTERMOST,
  metabase: METABASE,
  matomo: MATOMO,
  meteor: METEOR,
  "rocket-chat": ROCKET_CHAT,
  "parse-server": PARSE_SERVER,
  "flask-security": FLASK_SECURITY,
  symfony: SYMFONY,
  spring: SPRING,
  odoo: ODOO,
  credport: CREDPORT,
} as const satisfies Readonly<Record<string, Source>>;

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
