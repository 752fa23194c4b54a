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
export { READABLE_SOURCES, type ReadableSource, type ReadExportOptions, readExport } from "./read-export.js";
export { readUniqueUsers } from "./read-unique-users.js";
