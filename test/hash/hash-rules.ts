import { SYSTEMS } from "../../src/hash/systems/systems.js";
import { SOURCE_NAMES } from "../../src/index.js";

/** What systems say of hashes that look clean, each with the name of its system. */
export const HASH_RULES = SOURCE_NAMES.flatMap((source) => {
  const { hashes } = SYSTEMS[source];
  return hashes === undefined ? [] : [{ source, ...hashes }];
});
