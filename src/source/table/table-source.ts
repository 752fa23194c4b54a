import type { UserDraft } from "../assemble-user.js";
import { composedHash } from "../fields/composed-hash.js";
import { emailField, type Fields, userIdField, wholeNumberField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { HOLD_REASONS, type HoldReason } from "../fields/hold-reasons.js";
import { phoneNumberField } from "../fields/phone-number.js";
import type { Password } from "../fields/read-password.js";
import { secondFactor } from "../fields/second-factor.js";
import { socialLogin } from "../fields/social-login.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import type { ReadExportOptions } from "../read-export.js";
import { csvTable } from "../readers/csv-table.js";
import { jsonDocument } from "../readers/json-document.js";
import { jsonLines } from "../readers/json-lines.js";
import type { RecordReader } from "../readers/record-reader.js";
import type { RecordContext, Source } from "../source.js";
import { roleByFile, withRows } from "./joined-rows.js";
import { columnOf, fieldsAt, flagAt, isFixed, textAt } from "./read-place.js";
import type { ComposedRef, TableMap } from "./table-map.js";

/** Keys that the list of users is often under. */
export const USUAL_LISTS = ["users", "data", "results", "items", "records", "rows"] as const;

/**
 * A source that reads any table or list of users by a map. For its country of phone numbers and names of providers see
 * `tableOptions`.
 *
 * @param map What `parseTableMap` gives.
 *
 * @example
 * ```ts
 * import { parseTableMap, readExport, tableSource } from "credport/source";
 *
 * const map = parseTableMap('{"user":{"externalUserId":"Nr","phoneNumber":"Mobile"},"notCarried":["Name"]}');
 * async function* file() {
 *   yield new TextEncoder().encode("Nr;Name;Mobile\n7;Ada;+15555550100\n");
 * }
 * const users = [];
 * if (map.ok) {
 *   for await (const { result } of readExport(file(), { from: tableSource(map.value) })) {
 *     if (result.ok) users.push(result.value.user.phoneNumber);
 *   }
 * }
 * users; // => ["+15555550100"]
 * ```
 */
export function tableSource(map: TableMap): Source {
  const { name = "table", user, hash, join, notCarried = [], secrets = [] } = map;
  const read = columnsOf(map);
  const table: FieldTable = { read, notCarried: new Set(notCarried), secrets: new Set(secrets) };
  return {
    name,
    title: name === "table" ? "a table read by a map" : name,
    origin: hash?.source ?? "unknown",
    readers: readersOf(map, read),
    idField: columnOf(user.externalUserId),
    fields: [table],
    otherFields: "counted",
    ...(join === undefined ? {} : { roleOf: roleByFile(join) }),
    toUser: (record, context) =>
      readUser(join === undefined ? record : withRows(record, join, table, context), map, context),
  };
}

/**
 * What a map says of how its table is read: options for `readExport` and what takes the same.
 *
 * @param map What `parseTableMap` gives.
 *
 * @example
 * ```ts
 * import { parseTableMap, tableOptions } from "credport/source";
 *
 * const map = parseTableMap('{"user":{"externalUserId":"id","phoneNumber":"tel"},"phoneRegion":"DE"}');
 * map.ok && tableOptions(map.value).phoneRegion; // => "DE"
 * ```
 */
export function tableOptions(
  map: TableMap,
): Pick<ReadExportOptions, "from" | "phoneRegion" | "providers" | "peppered"> {
  const { phoneRegion, providers, hash } = map;
  return {
    from: tableSource(map),
    ...(phoneRegion === undefined ? {} : { phoneRegion }),
    ...(providers === undefined ? {} : { providers }),
    ...(hash?.peppered === undefined ? {} : { peppered: hash.peppered }),
  };
}

/** The columns of all places in a map. */
function columnsOf({ user, join }: TableMap): ReadonlySet<string> {
  const columns = new Set<string>(join === undefined ? [] : [columnOf(join.user)]);
  const collect = (ref: unknown): void => {
    if (typeof ref === "string") columns.add(ref);
    else if (Array.isArray(ref)) columns.add(String(ref[0]));
    else for (const place of placesIn(ref as object)) collect(place);
  };
  const { totp, socialLogins = [], ...own } = user;
  for (const ref of Object.values(own)) collect(ref);
  for (const { encoding: _, ...refs } of totp === undefined ? [] : [totp]) {
    for (const ref of Object.values(refs)) collect(ref);
  }
  for (const login of socialLogins) for (const ref of Object.values(login)) collect(ref);
  return columns;
}

function placesIn(ref: object): readonly unknown[] {
  if ("concat" in ref) return ref.concat as readonly unknown[];
  if ("fields" in ref) return Object.values(ref.fields as object);
  if ("isSet" in ref) return [ref.isSet];
  return "at" in ref ? [ref.at] : [];
}

/**
 * A CSV file without one of the columns is not the map's: every user would seem to lack what is in it. Where files are
 * joined, each has some of the columns and one of the keys.
 */
function readersOf(
  { format, list = USUAL_LISTS, columns, delimiter, join }: TableMap,
  read: ReadonlySet<string>,
): Source["readers"] {
  const keys = join === undefined ? [] : [columnOf(join.user), columnOf(join.row)];
  const isOfJoin = (cells: readonly string[]) => keys.some((key) => cells.includes(key));
  const header = join === undefined ? [...read] : isOfJoin;
  const shape = columns === undefined ? { header } : { columns };
  const csv = csvTable(delimiter === undefined ? shape : { ...shape, delimiter });
  const json = jsonDocument({ keys: list });
  const readers: Readonly<Record<string, RecordReader>> = { json, "json-lines": jsonLines(), csv };
  const only = format === undefined ? undefined : readers[format];
  return only === undefined ? [json, jsonLines(), csv] : [only];
}

function readUser(record: Fields, map: TableMap, context: RecordContext): UserDraft {
  const { user } = map;
  const { findings } = context;
  for (const reason of Object.keys(HOLD_REASONS) as HoldReason[]) {
    if (flagAt(record, user[reason], findings) === true) context.holdBack(reason, reason);
  }
  const id = fieldsAt(record, user.externalUserId);
  const emails = emailsOf(record, map, context);
  return {
    externalUserId: userIdField(id.fields, id.name, findings),
    emails,
    phoneNumbers: phoneNumbersOf(record, map, context),
    userName: textAt(record, user.userName, findings),
    password: passwordOf(record, map, context),
    thirdParty: socialLoginsOf(record, map, emails, context),
    totp: totpOf(record, map, context),
  };
}

function emailsOf(record: Fields, { user }: TableMap, { findings }: RecordContext): readonly Contact[] {
  const email = emailField({ email: textAt(record, user.email, findings) }, "email", findings);
  const isVerified = flagAt(record, user.emailVerified, findings) ?? false;
  return email === undefined ? [] : [{ value: email, isVerified }];
}

function phoneNumbersOf(record: Fields, { user }: TableMap, context: RecordContext): readonly Contact[] {
  const { findings } = context;
  const fields = { phoneNumber: textAt(record, user.phoneNumber, findings) };
  const value = phoneNumberField(fields, "phoneNumber", context);
  const isVerified = flagAt(record, user.phoneVerified, findings) ?? false;
  return value === undefined ? [] : [{ value, isVerified }];
}

function passwordOf(record: Fields, { user }: TableMap, context: RecordContext): Password | undefined {
  const { findings } = context;
  const ref = user.passwordHash;
  if (ref !== undefined && typeof ref === "object" && "compose" in ref) {
    return context.password(() => hashOfParts(record, ref, context));
  }
  const text = textAt(record, ref, findings);
  return text === undefined ? undefined : context.password(text);
}

/** Undefined where none of the parts is there: the user has no password. */
function hashOfParts(
  record: Fields,
  { compose, fields }: ComposedRef,
  { findings }: RecordContext,
): string | undefined {
  const parts = Object.entries(fields).map(
    ([name, ref]) => [name, textAt(record, ref, findings), ref] as const,
  );
  if (parts.every(([, part, ref]) => part === undefined || isFixed(ref))) return undefined;
  return composedHash(compose, Object.fromEntries(parts.map(([name, part]) => [name, part])), findings);
}

function totpOf(record: Fields, { user }: TableMap, context: RecordContext): readonly TotpEnrolment[] {
  const { totp } = user;
  const { findings } = context;
  const secret = textAt(record, totp?.secret, findings);
  if (totp === undefined || secret === undefined) return [];
  const number = (ref: typeof totp.period, name: string, most: number) =>
    wholeNumberField({ [name]: textAt(record, ref, findings) }, name, { least: 1, most }, findings);
  return secondFactor(
    {
      field: "totp",
      secret,
      encoding: totp.encoding,
      isConfirmed: flagAt(record, totp.confirmed, findings) ?? totp.confirmed === undefined,
      period: number(totp.period, "totp.period", 86_400),
      digits: number(totp.digits, "totp.digits", 10),
      algorithm: textAt(record, totp.algorithm, findings),
      deviceName: textAt(record, totp.deviceName, findings),
    },
    context,
  );
}

function socialLoginsOf(
  record: Fields,
  { user }: TableMap,
  [own]: readonly Contact[],
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const { findings } = context;
  return (user.socialLogins ?? []).flatMap((login) => {
    const userId = textAt(record, login.userId, findings);
    if (userId === undefined) return [];
    const text = textAt(record, login.email, findings);
    const email = text === undefined ? own?.value : emailField({ email: text }, "email", findings);
    const isOwn = email !== undefined && email.toLowerCase() === own?.value.toLowerCase();
    const isVerified = flagAt(record, login.isVerified, findings) ?? (isOwn && own?.isVerified === true);
    const provider = textAt(record, login.provider, findings);
    return socialLogin({ provider, userId, email, isVerified, field: "socialLogins" }, context);
  });
}
