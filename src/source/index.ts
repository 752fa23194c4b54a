/** Readers of identity systems' export files: bytes in, normalised users out. */
export type { UserDraft } from "./assemble-user.js";
export type { Fields, Findings, LoginOnlyHash, ProblemList } from "./field.js";
export type { FieldTable } from "./field-table.js";
export { type FirebaseHashConfig, parseFirebaseHashConfig } from "./firebase-hash-config.js";
export type { HoldReason } from "./hold-reasons.js";
export type {
  Contact,
  FurtherIdentifiers,
  Identifier,
  IdentifierKind,
  LoginOnlyUser,
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
export { type ReadExportOptions, readExport } from "./read-export.js";
export type { HashOrigin, Password } from "./read-password.js";
export { readUniqueUsers, type UniqueUsers } from "./read-unique-users.js";
export { type JsonDocumentOptions, jsonDocument } from "./readers/json-document.js";
export { type JsonLinesOptions, jsonLines } from "./readers/json-lines.js";
export type {
  EndFault,
  ReaderItem,
  ReadRecord,
  RecordFault,
  RecordPlace,
  RecordReader,
} from "./readers/record-reader.js";
export { recordFields } from "./record-fields.js";
export type { Likeness, RecordContext, Source } from "./source.js";
export { READABLE_SOURCES, type ReadableSource } from "./sources.js";
