/** What other rooms of the package need of this one and the public does not get. */

export { arrivedRecord, VERIFICATION_LEFT_OUT } from "./assemble-user.js";
export {
  hasChoices,
  idOfUser,
  PREFERENCE_NAMES,
  type Preference,
  userIn,
} from "./choose-records.js";
export { divideInput } from "./chunks/divide-input.js";
export { isPairedList } from "./chunks/guess-list.js";
export { type ChunkPlan, planChunks } from "./chunks/plan-chunks.js";
export { type ChunkBytes, type ChunkReader, chunkReader, readChunk } from "./chunks/read-chunk.js";
export { DuplicateFinder, Duplicates, printEntries } from "./duplicate-finder.js";
export { isUnopenedFactor } from "./fields/field.js";
export { HOLD_REASONS, MUST_RESET_USES } from "./fields/hold-reasons.js";
export { languageIn } from "./fields/language.js";
export { hasPhoneRules, isPhoneRegion } from "./fields/phone-number.js";
export { bitsOf, comparedAs, distinctText, IdentifierPrints, KIND_MASK, printKey } from "./identifier-prints.js";
export { lentPieces, pinBlocks } from "./input/pinned-input.js";
export { inUtf8 } from "./input/unpack.js";
export { faultAfter as restAfter, nameOfJoined } from "./join/index.js";
export type { LikelyLogin, RejectedUser, UnreadableRest, UserOfFallback } from "./normalized-user.js";
export { READING_OPTIONS, readIdentifiers } from "./read-export.js";
export type { PassPurpose } from "./read-record.js";
export {
  countUniqueUsers,
  dividedBatch,
  neededForAll,
  passesOver,
  uniqueUsersOf,
  withDuplicates,
} from "./read-unique-users.js";
export { numberedName } from "./readers/further-pages.js";
export { type LoadedOptions, type NamedOptions, type Resolved, resolveSource } from "./resolve-source.js";
export { SourceFault, sourceFault } from "./source-fault.js";
export { allSources, nameOfBuiltIn, sourceOf } from "./sources.js";
export { draftTableMap, type KnownUser } from "./table/draft-table-map.js";
export {
  AccountCounter,
  type End,
  fateOf,
  isAboutPassword,
  isWithPassword,
  leftOutByChoice,
  type MaxRefused,
  mostRefused,
  type UserAccount,
} from "./user-account.js";
export { type Way, wayOf } from "./way.js";
export { WITHOUT_PASSWORD_USES } from "./without-password.js";
