import { requireOwnSource } from "./own-source.js";
import type { Source } from "./source.js";
import { AUTH0 } from "./systems/auth0.js";
import { CREDPORT } from "./systems/credport.js";
import { DOVECOT } from "./systems/dovecot.js";
import { FIREBASE } from "./systems/firebase.js";
import { FRONTEGG } from "./systems/frontegg.js";
import { FUSIONAUTH } from "./systems/fusionauth.js";
import { HTPASSWD } from "./systems/htpasswd.js";
import { KEYCLOAK } from "./systems/keycloak.js";
import { KRATOS } from "./systems/kratos.js";
import { LDAP } from "./systems/ldap.js";
import { OKTA } from "./systems/okta.js";
import { ZITADEL } from "./systems/zitadel.js";

/** Every system whose exports are read, by name: one row each. */
const SOURCES = {
  firebase: FIREBASE,
  dovecot: DOVECOT,
  htpasswd: HTPASSWD,
  ldap: LDAP,
  auth0: AUTH0,
  frontegg: FRONTEGG,
  fusionauth: FUSIONAUTH,
  keycloak: KEYCLOAK,
  kratos: KRATOS,
  okta: OKTA,
  zitadel: ZITADEL,
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
