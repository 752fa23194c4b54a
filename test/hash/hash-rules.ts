import { SYSTEM_REFERENCES, SYSTEMS } from "../../src/hash/systems/systems.js";
import { SOURCE_NAMES, type SourceName } from "../../src/index.js";

const REFERENCES: Readonly<Partial<Record<SourceName, string>>> = SYSTEM_REFERENCES;

/** What systems say of hashes that look clean, each with the name of its system. */
export const HASH_RULES = SOURCE_NAMES.flatMap((source) => {
  const hashes = SYSTEMS[source]?.hashes;
  return hashes === undefined ? [] : [{ source, ...hashes, reference: REFERENCES[source] as string }];
});
