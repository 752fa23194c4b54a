import { identifyHash } from "../../hash/index.js";
import { problem } from "../../problems/wrapping.js";
import { ownField } from "../fields/field.js";
import type { HashOrigin } from "../fields/read-password.js";
import type { From } from "../system/place.js";
import { textFrom } from "./read-place.js";
import type { SystemName, SystemRef } from "./table-map.js";

/** The systems of a table's hashes, where there are several; undefined, with the reason noted, of a hash of none of them. */
export interface HashSystems {
  readonly reads: readonly string[];
  readonly of: (hash: string, ...given: Parameters<From<unknown>["of"]>) => HashOrigin | undefined;
}

const REMEDY = "Add its system to hash.source of the map, or unknown where nothing says it.";

/** What a map says of the system of each hash; the caller's own word is for all. */
export function hashSystems(ref: SystemRef | undefined): HashSystems {
  if (ref === undefined || typeof ref === "string") return { reads: [], of: (_hash, _row, { origin }) => origin };
  const { at, is } = ref as Partial<Extract<SystemRef, { readonly is: unknown }>>;
  const word = textFrom(at);
  const systems = (is ?? ref) as Readonly<Record<string, SystemName>>;
  return {
    reads: word.reads,
    of: (hash, row, context, about) => {
      const { origin, findings } = context;
      const notation = notationOf(hash);
      if (origin.source !== "unknown" || notation === null) return origin;
      const name = at === undefined ? notation : (word.of(row, context, about) ?? "");
      const source = ownField(systems, name) as SystemName | undefined;
      if (source !== undefined) return { ...origin, source };
      const what = at === undefined ? `a hash of the notation ${notation}` : "what the record has of it";
      const message = `hash.source of the map has no system for ${what}`;
      findings.problems.push(problem("wrapping/incomplete", message, { field: "passwordHash", remedy: REMEDY }));
      return undefined;
    },
  };
}

/** The name of a hash's notation; null of what says that there is no password, and of what is not a hash. */
export function notationOf(text: string): string | null {
  const { scheme, format } = identifyHash(text);
  return scheme === "no-password" ? null : format;
}
