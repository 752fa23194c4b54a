/** What other rooms of the package need of this one and the public does not get. */

export { VERIFICATION_LEFT_OUT } from "./assemble-user.js";
export { type ChunkPlan, type FileChunk, planChunks } from "./chunks/plan-chunks.js";
export { type ChunkBytes, readChunk } from "./chunks/read-chunk.js";
export type { Duplicate } from "./duplicate-finder.js";
export { HOLD_REASONS } from "./fields/hold-reasons.js";
export { isPhoneRegion } from "./fields/phone-number.js";
export { IDENTIFIER_KINDS } from "./identifier-prints.js";
export { sourceFault } from "./own-source.js";
export { readIdentifiers } from "./read-export.js";
export {
  countUniqueUsers,
  neededForAll,
  passesOver,
  type UserCounter,
  withDuplicates,
} from "./read-unique-users.js";
export { type NamedOptions, type Resolved, resolveSource } from "./resolve-source.js";
export { sourceOf } from "./sources.js";
