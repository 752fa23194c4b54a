/** Readers of identity systems' export files: bytes in, normalised users out. */
export { type FirebaseHashConfig, parseFirebaseHashConfig } from "./firebase-hash-config.js";
export type {
  Identifier,
  IdentifierKind,
  NormalizedUser,
  ReadUser,
  SourceRecord,
  ThirdPartyLogin,
  TotpEnrolment,
  UnreadableRest,
  UserRecord,
} from "./normalized-user.js";
export {
  InputChanged,
  type InputFingerprint,
  type OpenInput,
  type PinnedInput,
  pinInput,
} from "./pinned-input.js";
export { READABLE_SOURCES, type ReadableSource, type ReadExportOptions, readExport } from "./read-export.js";
export { readUniqueUsers, type UniqueUsers } from "./read-unique-users.js";
