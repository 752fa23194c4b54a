import { requireOwnSource } from "./own-source.js";
import type { Source } from "./source.js";
import { ASPNET_IDENTITY } from "./systems/aspnet-identity.js";
import { AUTH0 } from "./systems/auth0.js";
import { AUTHJS } from "./systems/authjs.js";
import { BETTER_AUTH } from "./systems/better-auth.js";
import { CLERK } from "./systems/clerk.js";
import { COGNITO } from "./systems/cognito.js";
import { CREDPORT, CREDPORT } from "./systems/credport.js";
import { DEVISE } from "./systems/devise.js";
import { DJANGO } from "./systems/django.js";
import { DOVECOT } from "./systems/dovecot.js";
import { FIREBASE, FIREBASE } from "./systems/firebase.js";
import { FUSIONAUTH } from "./systems/fusionauth.js";
import { GITEA } from "./systems/gitea.js";
import { GITLAB } from "./systems/gitlab.js";
import { HTPASSWD } from "./systems/htpasswd.js";
import { KEYCLOAK } from "./systems/keycloak.js";
import { KRATOS } from "./systems/kratos.js";
import { LARAVEL } from "./systems/laravel.js";
import { LDAP } from "./systems/ldap.js";
import { MASTODON } from "./systems/mastodon.js";
import { MATOMO } from "./systems/matomo.js";
import { MATTERMOST } from "./systems/mattermost.js";
import { METABASE } from "./systems/metabase.js";
import { NEXTCLOUD } from "./systems/nextcloud.js";
import { OKTA } from "./systems/okta.js";
import { SUPABASE } from "./systems/supabase.js";
import { ZITADEL } from "./systems/zitadel.js";

/** Every system whose exports are read, by name: one row each. */
const SOURCES = {
  firebase: FIREBASE,
  dovecot: DOVECOT,
  htpasswd: HTPASSWD,
  ldap: LDAP,
  auth0: AUTH0,
  fusionauth: FUSIONAUTH,
  keycloak: KEYCLOAK,
  kratos: KRATOS,
  okta: OKTA,
  zitadel: ZITADEL,
  supabase: SUPABASE,
  clerk: CLERK,
  cognito: COGNITO,
  "better-auth": BETTER_AUTH,
  authjs: AUTHJS,
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
