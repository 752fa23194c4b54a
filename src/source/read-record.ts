import { parsedJson } from "../lib/json-text.js";
import { isPrintable } from "../lib/printable.js";
import { problem } from "../problems/user.js";
import { failure, type Problem, type Result } from "../result.js";
import { type AssembledUser, assembleUser, type UserDraft } from "./assemble-user.js";
import { type Choices, idFound, isDecidedFor } from "./choose-records.js";
import {
  type Fields,
  Findings,
  idText,
  isEmpty,
  isFields,
  isSetField,
  momentOf,
  NONE,
  ownField,
} from "./fields/field.js";
import { noteFieldsLeftOut, noteFieldsUnknown, refuseOtherFields } from "./fields/field-table.js";
import { HOLD_REASONS, type HoldReason, type MustResetUse } from "./fields/hold-reasons.js";
import { type PhoneNumberForm, withServicesNumbers } from "./fields/phone-number.js";
import { readPassword } from "./fields/read-password.js";
import type { Part, PartsFault, PartsOfUser } from "./join/index.js";
import type { Identifier, ReadUser, RejectedUser, UserRecord } from "./normalized-user.js";
import type { ReadRecord, RecordFault } from "./readers/record-reader.js";
import { requireDraft, withSoundValues } from "./require-draft.js";
import type { RecordContext, Source } from "./source.js";
import { SourceFault } from "./source-fault.js";
import { isWithPassword } from "./user-account.js";
import type { WithoutPasswordUse } from "./without-password.js";

type SharedContext = Pick<
  RecordContext,
  "service" | "origin" | "hashConfig" | "phoneNumber" | "providers" | "decrypt" | "totp" | "now" | "registered"
>;

interface RecordAtHand {
  readonly line: number;
  readonly findings: Findings;
  readonly parts: readonly Part[];
  readonly around: Fields;
  /** A person has decided that the user is imported, whatever mark they have. */
  readonly isLetIn: boolean;
}

/** The context of a record, until the one of the next record is asked for. */
type ContextOf = (record: RecordAtHand) => RecordContext;

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** The contexts of a pass: one object, refilled for each record, since a new one would take a tenth of a user's time. */
export function contextsOf(
  shared: SharedContext,
  { include, mustReset }: { readonly include: ReadonlySet<HoldReason>; readonly mustReset: MustResetUse },
  purpose: PassPurpose,
): ContextOf {
  let parts: readonly Part[] = [];
  let isLetIn = false;
  const context: Writable<RecordContext> = {
    ...shared,
    findings: undefined as unknown as Findings,
    around: {},
    parts: (wanted) => parts.filter(({ name }) => name === wanted).map(({ fields }) => fields),
    password: (hash, own = shared.origin) => {
      if (purpose === "identifiers") return undefined;
      const text = typeof hash === "function" ? hash() : hash;
      return text === undefined ? undefined : readPassword(text, own, shared.service, context.findings);
    },
    holdBack: (reason, field, known) => {
      const { code, message, standing } = HOLD_REASONS[reason];
      context.findings.hold(problem(code, known ?? message, { field }), standing, isLetIn || include.has(reason));
    },
    mustReset: (field) => {
      const message = "the old system has the user replace their password at the next login";
      context.findings.noteMustReset({ use: mustReset, problem: problem("user/must-reset", message, { field }) });
    },
  };
  return (record) => {
    parts = record.parts;
    isLetIn = record.isLetIn;
    context.findings = record.findings;
    context.around = record.around;
    return context;
  };
}

/**
 * `identifiers` looks for duplicates, `choices` reads what tells them apart, `counts` reads what a report counts, `users`
 * reads everything.
 */
export type PassPurpose = "identifiers" | "choices" | "counts" | "users";

export interface RecordReading {
  readonly source: Source;
  /** It is the caller's: its bugs are named as its own, and its values are held to the rules of `recordFields`. */
  readonly isOwn: boolean;
  readonly purpose: PassPurpose;
  readonly phoneNumberForm: PhoneNumberForm;
  readonly loginOnly: LoginOnlyUse;
  /** Whether users whose second factor is not at hand log in through the fallback with the password alone. */
  readonly passwordAlone: boolean;
  readonly withoutPassword: WithoutPasswordUse;
  readonly decisions: Choices["decisions"];
  readonly contextOf: ContextOf;
  /** Milliseconds since 1970: `RecordContext.now`. */
  readonly now: number;
  /** Called with each batch of items as it was read. */
  readonly note: (batch: { readonly unreadTables?: readonly string[] }) => void;
}

/** What becomes of users whose hash the service does not verify: their other logins are imported, or nothing of them is. */
export type LoginOnlyUse = "import" | "hold";

export function readRecord(
  ownItem: ReadRecord,
  reading: RecordReading,
  found: PartsOfUser = NOTHING_FOUND,
  isLetIn = false,
): UserRecord {
  const item = found.parts.length === 0 ? ownItem : withFaultsOfParts(ownItem, found);
  const { place, value } = item;
  const { source } = reading;
  const findings = new Findings(reading.purpose === "users", item.isRow);
  if (found.fault !== undefined) findings.problems.push(partsProblem(found.fault));
  const { result, loginOnly, otherLogins, rejected, likelyLogin, withoutPassword }: AssembledUser = isFields(value)
    ? readFields(value, reading, {
        line: place.line,
        findings,
        parts: found.parts,
        around: item.around ?? NOTHING_AROUND,
        isLetIn,
      })
    : { result: failure(problem("user/field-wrong-type", "the record is not a JSON object")) };
  const userId = idFound(findings.identifiers) ?? rawId(value, source.idField);
  // What is decided of a user is known by the ID that the source reads, and then the whole record is read by it.
  if (!isLetIn && isDecidedFor(decisionOf(findings.identifiers, reading))) {
    return readRecord(ownItem, reading, found, true);
  }
  const used = reading.loginOnly === "import" ? (otherLogins ?? result) : result;
  const twice = fieldsTwice(item, source);
  const told = withFaultsOf(item, used, twice);
  const { identifiers } = findings;
  const { index, line } = place;
  const read: UserRecord =
    userId === undefined
      ? { kind: "user", index, line, identifiers, result: told }
      : { kind: "user", index, line, identifiers, result: told, userId };
  const record =
    reading.purpose === "choices" && isFields(value)
      ? { ...read, moments: momentsOf(value, source, reading.now) }
      : read;
  const hasMore = loginOnly !== undefined || rejected !== undefined || withoutPassword !== undefined;
  if (!hasMore && twice.length === 0) return record;
  const known = {
    ...record,
    ...(loginOnly === undefined ? {} : { loginOnly }),
    ...(rejected === undefined ? {} : { rejected }),
    ...(likelyLogin === undefined ? {} : { likelyLogin }),
    ...(withoutPassword === undefined ? {} : { withoutPassword }),
  };
  return twice.length === 0 ? known : { ...rejectedRecord({ ...known, result }), result: told };
}

/** What another record says of the user of this one: `idTail` is put to an ID that the other has as well. */
export type OfOthers = Partial<Pick<RejectedUser, "shared" | "standing">> & { readonly idTail?: string };

/** The record, refused for something found beside its fields. */
export function rejectedRecord(
  { loginOnly, rejected, result, ...rest }: UserRecord,
  { idTail = "", ...of }: OfOthers = {},
): UserRecord {
  const read = result.ok ? result.value : undefined;
  const known = loginOnly ?? rejected ?? read;
  if (known === undefined) return { ...rest, result };
  const {
    passwordHash: _,
    hashingAlgorithm: __,
    source: ___,
    peppered: ____,
    needsNewPassword: _____,
    externalUserId,
    ...others
  } = known.user;
  const user = { externalUserId: `${externalUserId}${idTail}`, ...others };
  const isHashed = rejected === undefined && (loginOnly !== undefined || isWithPassword(known.user));
  const standing = rejected?.standing ?? (read?.isDisabled === true ? "disabled" : "no-login");
  return {
    ...rest,
    result,
    rejected: withoutHash({ ...known, user, standing, ...(isHashed ? { hasPassword: true } : {}), ...of }),
  };
}

function withoutHash({ hash: _, source: __, peppered: ___, ...rejected }: RejectedUser): RejectedUser {
  return rejected;
}

const NOTHING_FOUND: PartsOfUser = { parts: [] };
const NOTHING_AROUND: Fields = {};

/** What is wrong with a row that belongs to the user is wrong with the user. */
function withFaultsOfParts(item: ReadRecord, { parts }: PartsOfUser): ReadRecord {
  const conflicting = parts.flatMap(({ conflictingFields = [] }) => conflictingFields);
  const damage = parts.flatMap((part) => part.damage ?? []);
  if (conflicting.length === 0 && damage.length === 0) return item;
  return {
    ...item,
    conflictingFields: [...(item.conflictingFields ?? []), ...conflicting],
    damage: [...(item.damage ?? []), ...damage],
  };
}

function partsProblem(fault: PartsFault): Problem {
  if (fault === "too-many") return problem("user/parts-unusable", "more than 1 MiB of other rows belong to this user");
  const message =
    fault === "key-twice"
      ? "several users have the key by which other rows belong to this one"
      : "other rows have this user's key in other letters, or with blanks, and may be theirs";
  return problem("user/parts-unusable", message);
}

function readFields(value: Fields, reading: RecordReading, at: RecordAtHand) {
  const { findings, parts } = at;
  const { source, purpose, now } = reading;
  const table = source.fields[0];
  if (source.otherFields === "refused") refuseOtherFields(value, table, findings);
  else noteFieldsLeftOut(value, table, findings);
  const whole = source.partsFillIn === true && parts.length > 0 ? filledIn(value, parts) : value;
  if (whole !== value) for (const { fields } of parts) noteFieldsUnknown(fields, table, findings);
  const context = reading.contextOf(at);
  const due = source.mustResetFields?.find((name) => isSetField(value, name));
  if (due !== undefined) context.mustReset(due);
  const draft = draftOf(whole, context, reading, at.line);
  const isForBulk = source.joinedFields !== undefined || source.rolesField !== undefined;
  if (isForBulk && purpose === "users") findings.noteForBulk(forBulk(value, source, now));
  const withNumbers = withServicesNumbers(draft, reading.phoneNumberForm, findings);
  if (source.rolesField !== undefined && !isEmpty(value[source.rolesField])) findings.noteRoles();
  const lastLogin = () => lastLoginOf(value, source, now);
  const { passwordAlone, withoutPassword } = reading;
  return assembleUser(withNumbers, findings, { lastLogin, passwordAlone, withoutPassword });
}

function draftOf(record: Fields, context: RecordContext, { source, isOwn }: RecordReading, line: number): UserDraft {
  let what: "threw" | "gave no user" = "threw";
  try {
    const given = source.toUser(record, context);
    what = "gave no user";
    const draft = requireDraft(given, context.findings);
    return isOwn ? withSoundValues(draft, context) : draft;
  } catch (error) {
    throw isOwn ? new SourceFault(source, line, what, error, record) : error;
  }
}

function decisionOf(identifiers: readonly Identifier[], { decisions }: RecordReading) {
  const id = decisions === undefined ? undefined : idFound(identifiers);
  return id === undefined ? undefined : decisions?.get(id);
}

/** A user's record with the fields that only their further records have. */
function filledIn(own: Fields, parts: readonly Part[]): Fields {
  const further = parts.toReversed().flatMap(({ fields }) => Object.entries(fields));
  const whole = Object.fromEntries([...further, ...Object.entries(own).filter(([, value]) => !isEmpty(value))]);
  const records = [own, ...parts.map(({ fields }) => fields)];
  const marks = Object.entries(MARKS).filter(([mark, name]) => Object.hasOwn(whole, mark) && !isEmpty(whole[name]));
  const given = marks.map(([mark, name]) => {
    const said = records.find((one) => !isEmpty(one[mark]) && isSameText(one[name], whole[name]));
    return [mark, said?.[mark] ?? null] as const;
  });
  return { ...whole, ...Object.fromEntries(given) };
}

/** What is said of an address or number, which is another one's where the records were written at different times. */
const MARKS: Readonly<Record<string, string>> = { email_verified: "email", phone_verified: "phone_number" };

function isSameText(one: unknown, other: unknown): boolean {
  return typeof one === "string" && typeof other === "string" && one.toLowerCase() === other.toLowerCase();
}

/** Fields that the parsed value has once and the record's text twice. */
function fieldsTwice({ conflictingFields }: ReadRecord, { fields }: Source): readonly Problem[] {
  if (conflictingFields === undefined) return NONE;
  return conflictingFields
    .filter((key) => fields.some(({ read }) => read.has(key)))
    .map((key) => problem("user/field-twice", `${key} appears twice with different values`, { field: key }));
}

/** Adds what the parsed value does not show any more: fields that were there twice, damage before it. */
function withFaultsOf(
  { damage = NONE }: ReadRecord,
  result: Result<ReadUser>,
  twice: readonly Problem[],
): Result<ReadUser> {
  if (twice.length === 0 && damage.length === 0) return result;
  const [first, ...others] = twice;
  if (first !== undefined) return failure(first, ...others, ...damage, ...(result.ok ? [] : result.problems));
  if (result.ok) return { ...result, warnings: [...damage, ...result.warnings] };
  return { ok: false, problems: [...result.problems, ...damage] };
}

export function unreadRecord({ place, problem: found, damage = [] }: RecordFault): UserRecord {
  const result = failure(found, ...damage);
  return { kind: "user", ...place, identifiers: [], result, isUnreadable: true };
}

/** A record that is not a user by its source's rule: it is counted, and nothing of it is read. */
export function skippedRecord({ place, value, damage = [] }: ReadRecord, { idField, title }: Source): UserRecord {
  const message = `the record is an account of a program of ${title}, and not a user`;
  const userId = rawId(value, idField);
  return {
    ...{ kind: "user", index: place.index, line: place.line, identifiers: [], isSkipped: true },
    result: failure(problem("user/not-a-person", message), ...damage),
    ...(userId === undefined ? {} : { userId }),
  };
}

/** What a message calls a record of which no ID of a user could be read. */
function rawId(value: unknown, idField: string): string | undefined {
  if (!isFields(value) || !Object.hasOwn(value, idField)) return undefined;
  const id = idText(value[idField]);
  return id !== undefined && id.length > 0 && id.length <= LONGEST_ID && isPrintable(id) ? id : undefined;
}

/** A longer one is not imported, and a report that names it would hold what the file has in the wrong column. */
const LONGEST_ID = 128;

type ForBulk = Pick<ReadUser, "timeJoined" | "roles" | "inBulk">;

/** More roles than any user has. */
const MOST_ROLES = 200;
const LONGEST_ROLE = 255;

/** What only the bulk import takes. What can't be read is not carried; no user has joined after `now`. */
function forBulk(
  record: Fields,
  { joinedFields = [], rolesField }: Pick<Source, "joinedFields" | "rolesField">,
  now: number,
): ForBulk {
  const joined = firstMoment(record, joinedFields, now);
  const roles = rolesField === undefined ? NO_ROLES : rolesIn(ownField(record, rolesField));
  if (roles.length === 0) return joined === undefined ? {} : { timeJoined: joined.moment, inBulk: joined.names };
  const inBulk = [...(joined?.names ?? []), rolesField as string];
  return joined === undefined ? { roles, inBulk } : { timeJoined: joined.moment, roles, inBulk };
}

/** When the user last logged in: the latest moment of the record's fields that is not in the future. */
function lastLoginOf(
  record: Fields,
  { lastLoginFields = [] }: Pick<Source, "lastLoginFields">,
  now: number,
): number | undefined {
  const moments = lastLoginFields.map((name) => momentOf(ownField(record, name)) ?? 0);
  const past = moments.filter((moment) => isPast(moment, now));
  return past.length === 0 ? undefined : Math.trunc(Math.max(...past));
}

function momentsOf(record: Fields, source: Source, now: number): NonNullable<UserRecord["moments"]> {
  const joined = firstMoment(record, source.joinedFields ?? [], now)?.moment;
  return { joined, lastLogin: lastLoginOf(record, source, now) };
}

const NO_ROLES: readonly string[] = [];

function firstMoment(record: Fields, fields: readonly string[], now: number) {
  for (const name of fields) {
    const moment = momentOf(ownField(record, name));
    if (moment !== undefined && isPast(moment, now)) return { moment: Math.trunc(moment), names: [name] };
  }
  return undefined;
}

function isPast(moment: number, now: number): boolean {
  return moment > 0 && moment <= now;
}

/** A list of names, or a JSON text of one. A list that holds anything else is not one of names. */
function rolesIn(value: unknown): readonly string[] {
  const list = typeof value === "string" && value.startsWith("[") ? parsedJson(value) : value;
  if (!Array.isArray(list) || list.length > MOST_ROLES || !list.every(isRole)) return [];
  return [...new Set(list.map((name) => name.trim()))];
}

function isRole(name: unknown): name is string {
  return typeof name === "string" && name.trim() !== "" && name.length <= LONGEST_ROLE;
}
