import { defined } from "../../lib/defined.js";
import { requireArgument } from "../../lib/require-argument.js";
import { composedHash } from "../fields/composed-hash.js";
import { contactsOf } from "../fields/contacts.js";
import { type Fields, type Findings, idText, saysSomething, wholeNumberField } from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import { HOLD_REASONS, type HoldReason } from "../fields/hold-reasons.js";
import { phoneNumberField } from "../fields/phone-number.js";
import type { Password } from "../fields/read-password.js";
import { secondFactor } from "../fields/second-factor.js";
import type { Contact, TotpEnrolment } from "../normalized-user.js";
import type { ReadExportOptions } from "../read-export.js";
import { jsonDocument } from "../readers/json-document.js";
import { jsonLines } from "../readers/json-lines.js";
import type { RecordReader } from "../readers/record-reader.js";
import type { RecordContext, RecordOrigin, RecordRole, Source } from "../source.js";
import { declaredFrom } from "../system/hashes.js";
import type { LoginRules } from "../system/parts.js";
import { type Found, type From, readsOf } from "../system/place.js";
import { hold } from "../system/rules.js";
import { csvWithNulls } from "../system/table-readers.js";
import { type RecordRules, userReader } from "../system/user.js";
import { hashSystems } from "./hash-origin.js";
import { columnOf, flagFrom, isFixed, isInverted, placeFrom, textFrom, valueAt } from "./read-place.js";
import type { ComposedRef, SocialLoginMap, SystemRef, TableMap, TextRef, TotpMap } from "./table-map.js";

/** Keys that the list of users is often under. */
export const USUAL_LISTS = ["users", "data", "results", "items", "records", "rows"] as const;

/**
 * A source that reads any table or list of users by a map. For its country of phone numbers and names of providers see
 * `tableOptions`.
 *
 * @param map What `parseTableMap` gives.
 */
function tableSource(map: TableMap): Source {
  const { name = "table", user, hash, join, notCarried = [], secrets = [] } = map;
  const reader = userReader(rulesOf(map), []);
  const read = new Set([...(join === undefined ? [] : [columnOf(join.user)]), ...reader.reads]);
  const table: FieldTable = { read, notCarried: new Set(notCarried), secrets: new Set(secrets) };
  return {
    name,
    title: name === "table" ? "a table read by a map" : name,
    origin: originOf(hash),
    readers: readersOf(map, read),
    idField: columnOf(user.externalUserId),
    fields: [table],
    otherFields: "counted",
    ...(join === undefined ? {} : { roleOf: roleByFile(join) }),
    toUser: (record, context) =>
      reader.read(join === undefined ? record : withRows(record, join, table, context), context),
  };
}

/** Of several systems, each hash says its own. */
function originOf(hash: TableMap["hash"]): Source["origin"] {
  const source = typeof hash === "object" ? hash.source : "unknown";
  return typeof source === "string" ? source : "unknown";
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
  requireArgument("map", map, "object", { user: "object" });
  const { phoneRegion, providers, hash } = map;
  return {
    from: tableSource(map),
    ...defined({ phoneRegion, providers, peppered: typeof hash === "string" ? undefined : hash?.peppered }),
  };
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
  const csv = csvWithNulls(delimiter === undefined ? shape : { ...shape, delimiter });
  const json = jsonDocument({ keys: list });
  const readers: Readonly<Record<string, RecordReader>> = { json, "json-lines": jsonLines(), csv };
  const only = format === undefined ? undefined : readers[format];
  return only === undefined ? [json, jsonLines(), csv] : [only];
}

/** What a map says of a user's record, as a system is declared. */
function rulesOf({ user, hash }: TableMap): RecordRules {
  const { totp, socialLogins = [] } = user;
  return {
    user: {
      id: placeFrom(user.externalUserId),
      email: named("email", user.email),
      verified: flagFrom(user.emailVerified, saysSomething),
      phones: phonesBy(user),
      userName: named("userName", user.userName),
      hash: typeof hash === "string" ? declaredBy(hash, user.passwordHash) : hashBy(user.passwordHash, hash?.source),
    },
    rules: (Object.keys(HOLD_REASONS) as HoldReason[]).flatMap((reason) => {
      if (user[reason] === undefined) return [];
      const { reads, of } = flagFrom(user[reason]);
      const isUnsaid = isInverted(user[reason]);
      return hold(reason, { reads, of: (row, context, about) => of(row, context, about) ?? isUnsaid }, reason);
    }),
    logins: socialLogins.map(loginBy),
    factors: totp === undefined ? [] : [factorBy(totp)],
  };
}

/** The text of a reference under a name that messages call it by. */
function named(name: string, ref: TextRef | undefined): From<Found> {
  const { reads, of } = textFrom(ref);
  return { reads, of: (row, context, about) => ({ fields: { [name]: of(row, context, about) }, name }) };
}

function phonesBy({ phoneNumber, phoneVerified }: TableMap["user"]): From<readonly Contact[]> {
  const [text, flag] = [textFrom(phoneNumber), flagFrom(phoneVerified, saysSomething)];
  return {
    reads: readsOf(text, flag),
    of: (row, context, about) => {
      const written = { phoneNumber: text.of(row, context, about) };
      const number = phoneNumberField(written, "phoneNumber", context);
      return contactsOf(number, flag.of(row, context, about) ?? false);
    },
  };
}

/** The hash of a column, with how it is made. */
function declaredBy(expression: string, ref: TextRef | ComposedRef | undefined): From<Password | undefined> {
  // `parseTableMap` refuses a composed one beside an expression.
  return declaredFrom(textFrom(ref as TextRef | undefined), expression);
}

/** Undefined where none of the parts of a composed hash is there: the user has no password. */
function hashBy(ref: TextRef | ComposedRef | undefined, source: SystemRef | undefined): From<Password | undefined> {
  if (ref === undefined || typeof ref !== "object" || !("compose" in ref)) {
    const [whole, systems] = [textFrom(ref), hashSystems(source)];
    return {
      reads: [...whole.reads, ...systems.reads],
      of: (...given) => {
        const text = whole.of(...given);
        const origin = text === undefined ? undefined : systems.of(text, ...given);
        return text === undefined || origin === undefined ? undefined : given[1].password(text, origin);
      },
    };
  }
  const parts = Object.entries(ref.fields).map(([name, part]) => [name, textFrom(part), isFixed(part)] as const);
  const compose = (...given: Parameters<From<unknown>["of"]>) => {
    const texts = parts.map(([name, { of }, isFixed]) => ({ name, text: of(...given), isFixed }));
    if (texts.every(({ text, isFixed }) => isFixed || text === undefined)) return undefined;
    return composedHash(
      ref.compose,
      Object.fromEntries(texts.map(({ name, text }) => [name, text])),
      given[1].findings,
    );
  };
  return {
    reads: readsOf(...parts.map(([, part]) => part)),
    of: (...given) => given[1].password(() => compose(...given)),
  };
}

function loginBy({ provider, userId, email, isVerified }: SocialLoginMap): LoginRules {
  const id = textFrom(userId);
  return {
    where: { reads: [], of: (row, context, about) => id.of(row, context, about) !== undefined },
    provider: named("provider", provider),
    userId: named("userId", userId),
    email: named("email", email),
    verified: flagFrom(isVerified, saysSomething),
    field: "socialLogins",
  };
}

function factorBy({ encoding, ...totp }: TotpMap): From<readonly TotpEnrolment[]> {
  const [secret, period, digits] = [totp.secret, totp.period, totp.digits].map(textFrom);
  const [algorithm, deviceName] = [totp.algorithm, totp.deviceName].map(textFrom);
  const confirmed = flagFrom(totp.confirmed, saysSomething);
  const reads = readsOf(secret, period, digits, algorithm, deviceName, confirmed);
  return {
    reads,
    of: (row, context, about) => {
      const text = secret?.of(row, context, about);
      if (text === undefined) return [];
      const number = (ref: typeof period, name: string, most: number) =>
        wholeNumberField({ [name]: ref?.of(row, context, about) }, name, { least: 1, most }, context.findings);
      return secondFactor(
        {
          ...{ field: "totp", secret: text, encoding },
          isConfirmed: confirmed.of(row, context, about) ?? totp.confirmed === undefined,
          period: number(period, "totp.period", MOST_SECONDS),
          digits: number(digits, "totp.digits", 10),
          algorithm: algorithm?.of(row, context, about),
          deviceName: deviceName?.of(row, context, about),
          // What the map leaves out is not looked at: a column's name does not tell what it means.
          isToBeSaid: true,
        },
        context,
      );
    },
  };
}

const MOST_SECONDS = 86_400;

type Join = NonNullable<TableMap["join"]>;

/** What a map calls the rows of joined files. */
const ROW = "row";

/** Rows of joined files are parts, and all others users. */
function roleByFile({ user, row }: Join): (record: Fields, place: RecordOrigin) => RecordRole {
  return (record, { isJoined }) =>
    isJoined
      ? { role: "part", part: ROW, key: idText(valueAt(record, row)) }
      : { role: "user", key: idText(valueAt(record, user)) };
}

/** A user's record with the columns of the rows that belong to it; the same column with two values is a fault. */
function withRows(record: Fields, join: Join, table: FieldTable, context: RecordContext): Fields {
  const { findings } = context;
  const whole = new Map(Object.entries(record));
  const key = columnOf(join.row);
  for (const { [key]: _, ...row } of context.parts(ROW)) {
    noteFieldsLeftOut(row, table, findings);
    for (const [name, value] of Object.entries(row)) {
      if (!table.read.has(name) || isEmpty(value)) continue;
      if (isEmpty(whole.get(name))) whole.set(name, value);
      else requireSame(name, [whole.get(name), value], findings);
    }
  }
  return Object.fromEntries(whole);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

function requireSame(name: string, [one, other]: readonly [unknown, unknown], findings: Findings): void {
  if (JSON.stringify(one) === JSON.stringify(other)) return;
  findings.fault("user/field-twice", `${name} appears twice with different values, in rows that were joined`, name);
}
