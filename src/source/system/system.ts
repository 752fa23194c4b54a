import type { SourceName } from "../../hash/index.js";
import { defined } from "../../lib/defined.js";
import { words } from "../../lib/words.js";
import type { Fields } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import type { NamedSource, Source } from "../source.js";
import { likenessBy, type Signs } from "./likeness.js";
import { furtherRows, furtherTable, kindOf, type ListRules, ownColumns, type PartRules, tableOf } from "./parts.js";
import { placeReads, readsOf } from "./place.js";
import { AS_NAMED, type Spelling } from "./spelling.js";
import { tableReaders } from "./table-readers.js";
import { type RowKind, rowsOf } from "./table-rows.js";
import type { RowTest } from "./tests.js";
import { type RecordRules, userReader } from "./user.js";

export * from "./how-to-export.js";
export { hashesLookLike, mostHave, someHave } from "./likeness.js";
export { type About, ofPart } from "./place.js";

interface UserTable {
  /** The tables, in any schema: `*users` after any prefix. None: the system has no dump. */
  readonly tables: string;
  /** Sets of columns, each of which tells the rows by itself. */
  readonly columns: readonly string[];
  /** The columns by which further rows name their user: the first that a row has. The ID's unless it is given. */
  readonly key?: string;
  /** The key of a row that has none of these columns. */
  readonly keyFrom?: (row: Fields) => string | undefined;
  /** The users have no rows anywhere else, so their file is read as it streams in. */
  readonly isAlone?: true;
  /** A row that has the columns of a further table as well is a user. */
  readonly isFirst?: true;
  /** Rows that are not of a person who logs in: guests, bots, translations. */
  readonly except?: RowTest;
}

export interface SystemRules
  extends RecordRules,
    Pick<
      Source,
      | "title"
      | "howToExport"
      | "builtOn"
      | "encryption"
      | "beforeUsers"
      | "isUser"
      | "listsBy"
      | "listsOf"
      | "alwaysThere"
      | "staff"
    > {
  /** The rows of a database, in whatever format they were brought out; or readers of the system's own. */
  readonly users: UserTable | Pick<Source, "readers" | "roleOf" | "partsFillIn">;
  /** Tables with further rows of users. */
  readonly parts?: readonly PartRules[];
  /** Lists with further objects in a user's own record. */
  readonly lists?: readonly ListRules[];
  /** Headers by which a CSV file is told, in place of the tables' columns. */
  readonly headers?: readonly string[];
  /** Further keys that a list of users may be under. */
  readonly keys?: string;
  readonly spelling?: Spelling;
  /** `Source.idField`; the ID's first column unless it is given. */
  readonly idField?: string;
  /** Columns that say when the user joined: the first that is a moment counts. */
  readonly joined?: string;
  /** Columns that say when the user last logged in: the latest counts. */
  readonly lastLogin?: string;
  /** Columns that, where they hold something, say that the user has to replace their password. */
  readonly mustReset?: string;
  readonly roles?: string;
  /** Columns that are known beside these, and that no import call takes. */
  readonly notCarried: string;
  /** Columns that are known, and never kept anywhere: recovery codes, tokens, older hashes. */
  readonly secrets?: string;
  /** By what the first records are told to be of this system. */
  readonly likeness: Signs | NonNullable<Source["detect"]>;
  /** `Source.comparedWith`: the release, its day, and its files. */
  readonly comparedWith?: `${string} of ${number}-${string}-${string}: ${string}`;
}

/** What of a source takes work to make. */
type Reading = Omit<Source, "name" | "title" | "origin" | "otherFields">;
const MADE_LATER = [
  ...(["readers", "roleOf", "idField", "fields", "detect", "toUser", "partsFillIn"] as const),
  ...(["furtherTables", "guards", "ownColumns", "nestedFields"] as const),
  ...(["joinedFields", "lastLoginFields", "mustResetFields"] as const),
];

/**
 * How the exports of a system are read: what is declared is read, and nothing else is. A program loads all systems and reads
 * one, so most of it is made when it is asked for.
 */
export function system<Name extends SourceName>(name: Name, rules: SystemRules): NamedSource<Name> {
  const { title, howToExport, builtOn, encryption, beforeUsers, isUser, listsBy, listsOf, alwaysThere } = rules;
  const comparedWith = rules.comparedWith === undefined ? undefined : comparedRelease(rules.comparedWith);
  const source: Partial<Source> = {
    ...{ name, title, origin: name, otherFields: "counted" },
    ...defined({ howToExport, comparedWith, builtOn, encryption, beforeUsers, isUser, listsBy, listsOf, alwaysThere }),
    ...defined({ rolesField: rules.roles, staff: rules.staff }),
  };
  let made: Reading | undefined;
  const reading = () => {
    made ??= readingOf(rules);
    return made;
  };
  for (const key of MADE_LATER) {
    Object.defineProperty(source, key, { enumerable: true, get: () => reading()[key] });
  }
  return source as NamedSource<Name>;
}

function comparedRelease(text: string): NonNullable<Source["comparedWith"]> {
  const [, release = "", date = "", file = ""] = /^(.+?) of (\d{4}-\d\d-\d\d): (.+)$/.exec(text) ?? [];
  return { release, date, file };
}

function readingOf(rules: SystemRules): Reading {
  const { users, parts = [], lists = [], spelling = AS_NAMED, user, likeness, secrets = "" } = rules;
  const { joined, lastLogin, mustReset } = rules;
  const further = [...parts, ...lists];
  const reader = userReader(
    rules,
    further.map((one) => furtherRows(one, spelling)),
  );
  const reads = [
    ...new Set([...reader.reads, ...lists.map(({ list }) => list), ...words(mustReset ?? "")]),
    ...("tables" in users ? [...words(users.key ?? ""), ...readsOf(users.except)] : []),
  ];
  const written = (columns: readonly string[]) => new Set(spelling.written(columns));
  const table: FieldTable = {
    read: written(reads),
    notCarried: written(words([rules.notCarried, joined, lastLogin].join(" "))),
    secrets: written(words(secrets)),
  };
  const [idColumn = ""] = placeReads(user.id);
  return {
    ...("readers" in users ? users : readersOf(users, rules)),
    idField: rules.idField ?? idColumn,
    fields: [table, ...further.flatMap((one) => tableOf(one, spelling) ?? [])],
    detect: typeof likeness === "function" ? likeness : likenessBy(likeness, spelling),
    furtherTables: parts.flatMap(furtherTable),
    guards: new Map(parts.flatMap(({ name, guards }) => (guards === undefined ? [] : [[name, guards.of] as const]))),
    ownColumns: ownColumns(rules, spelling),
    nestedFields: spelling.written([...lists.map(({ list }) => list), ...parts.map(({ name }) => name)]),
    toUser: (record, context) => reader.read(spelling.read(record, reads), context),
    ...defined({
      joinedFields: columnsIn(joined, spelling),
      lastLoginFields: columnsIn(lastLogin, spelling),
      mustResetFields: columnsIn(mustReset, spelling),
    }),
  };
}

function columnsIn(columns: string | undefined, spelling: Spelling): readonly string[] | undefined {
  return columns === undefined ? undefined : spelling.written(words(columns));
}

function readersOf(users: UserTable, rules: SystemRules): Pick<Source, "readers" | "roleOf"> {
  if (users.isAlone !== true) return rowsOf(kindsOf(users, rules), headersOf(rules));
  const { tables, columns: required } = kindOfUsers(users, rules);
  return { readers: tableReaders({ tables, required, ...headersOf(rules) }) };
}

function kindsOf(users: UserTable, rules: SystemRules): readonly RowKind[] {
  const { parts = [], spelling = AS_NAMED } = rules;
  const own = kindOfUsers(users, rules);
  const others = parts.map((part) => kindOf(part, spelling));
  return users.isFirst === true ? [own, ...others] : [...others, own];
}

function kindOfUsers(
  { tables, columns, key, keyFrom, except }: UserTable,
  { user, spelling = AS_NAMED }: SystemRules,
): RowKind {
  return {
    tables: words(tables),
    columns: columns.flatMap((set) => spelling.sets(words(set))),
    key: spelling.written(key === undefined ? placeReads(user.id) : words(key)),
    ...defined({ keyFrom, isOther: except?.of }),
  };
}

function headersOf({ headers, keys, staff, spelling = AS_NAMED }: SystemRules) {
  return defined({
    staff,
    required: headers?.flatMap((set) => spelling.sets(words(set))),
    keys: keys === undefined ? undefined : words(keys),
  });
}
