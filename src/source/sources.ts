import { requireOwnSource } from "./own-source.js";
import type { Source } from "./source.js";
import { AKAMAI } from "./systems/akamai.js";
import { AUTHJS } from "./systems/authjs.js";
import { BETTER_AUTH } from "./systems/better-auth.js";
import { CASDOOR } from "./systems/casdoor.js";
import { CLERK } from "./systems/clerk.js";
import { COGNITO } from "./systems/cognito.js";
import { CREDPORT } from "./systems/credport.js";
import { DIRECTUS } from "./systems/directus.js";
import { FIREBASE } from "./systems/firebase.js";
import { FORGEROCK } from "./systems/forgerock.js";
import { LOGTO } from "./systems/logto.js";
import { STRAPI } from "./systems/strapi.js";
import { STYTCH } from "./systems/stytch.js";
import { SUPABASE } from "./systems/supabase.js";
import { SYNAPSE } from "./systems/synapse.js";
import { WORKOS } from "./systems/workos.js";

/** Every system whose exports are read, by name: one row each. */
const SOURCES = {
  firebase: FIREBASE,
  supabase: SUPABASE,
  clerk: CLERK,
  cognito: COGNITO,
  "better-auth": BETTER_AUTH,
  authjs: AUTHJS,
  stytch: STYTCH,
  workos: WORKOS,
  logto: LOGTO,
  casdoor: CASDOOR,
  directus: DIRECTUS,
  strapi: STRAPI,
  forgerock: FORGEROCK,
  akamai: AKAMAI,
  synapse: SYNAPSE,
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
