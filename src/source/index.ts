/** Readers of identity systems' export files: bytes in, normalised users out. */
export type { UserDraft } from "./assemble-user.js";
export type { Candidate, Chosen, Decision } from "./choose-records.js";
export { type FormattedUser, formatUser, type ParseUserOptions, parseUser } from "./credport-user.js";
export { type DecryptionKey, type EncryptedSecret, parseDecryptionKeys } from "./decryption/index.js";
export { type DetectedSource, detectSource } from "./detect-source.js";
export type { Findings, LoginOnlyHash } from "./fields/field.js";
export type { FieldTable } from "./fields/field-table.js";
export type { HoldReason, MustReset } from "./fields/hold-reasons.js";
export type { PhoneNumberWriting } from "./fields/phone-number.js";
export type { HashOrigin, Password } from "./fields/read-password.js";
export { recordFields } from "./fields/record-fields.js";
export type { SecondFactor, TotpSettings } from "./fields/second-factor.js";
export type { SocialLogin } from "./fields/social-login.js";
export { type FirebaseHashConfig, parseFirebaseHashConfig } from "./firebase-hash-config.js";
export {
  InputChanged,
  type InputFingerprint,
  type OpenInput,
  type PinnedInput,
  pinInput,
} from "./input/pinned-input.js";
export type { JoinReport, NamedInput } from "./join/index.js";
export { fingerprintExport } from "./join/index.js";
export type {
  FurtherIdentifiers,
  Identifier,
  IdentifierKind,
  LoginOnlyUser,
  NormalizedUser,
  ReadUser,
  RejectedStanding,
  SourceRecord,
  ThirdPartyLogin,
  TotpEnrolment,
  UserRecord,
} from "./normalized-user.js";
export { type ReadExportOptions, readExport } from "./read-export.js";
export { readUniqueUsers, type UniqueUsers } from "./read-unique-users.js";
export { type ColonLinesOptions, colonLines } from "./readers/colon-lines.js";
export { type CsvTableOptions, csvTable } from "./readers/csv-table.js";
export { type JsonDocumentOptions, jsonDocument } from "./readers/json-document.js";
export { type JsonLinesOptions, jsonLines } from "./readers/json-lines.js";
export { ldif } from "./readers/ldif/ldif.js";
export type { ReaderItem, RecordReader, TableCut } from "./readers/record-reader.js";
export { type SqlDumpOptions, sqlDump } from "./readers/sql/sql-dump.js";
export type { Likeness, RecordContext, RecordOrigin, RecordRole, Source } from "./source.js";
export { READABLE_SOURCES, type ReadableSource } from "./sources.js";
export { parseTableMap } from "./table/parse-table-map.js";
export type { TableMap } from "./table/table-map.js";
export { tableOptions } from "./table/table-source.js";
export {
  type ContentCount,
  type ContentCounts,
  type ContentName,
  contentRows,
} from "./user-account.js";
