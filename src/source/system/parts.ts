import { firstDefined } from "../../lib/first-defined.js";
import { words } from "../../lib/words.js";
import { contactsOf } from "../fields/contacts.js";
import { emailField, type Fields, isFields, NONE } from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import { phoneNumberField } from "../fields/phone-number.js";
import type { Password } from "../fields/read-password.js";
import { listWritten } from "../fields/written-list.js";
import { noteWrongType, WANTED } from "../fields/wrong-type.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import type { RecordContext } from "../source.js";
import { type FactorRules, factorsBy } from "./factors.js";
import { type About, type From, readsOf } from "./from.js";
import { type HashRules, hashFrom } from "./hashes.js";
import { type LoginRules, loginsBy } from "./logins.js";
import { type Found, foundAt, type Place, placeReads } from "./place.js";
import type { Rule } from "./rules.js";
import type { Spelling } from "./spelling.js";
import type { RowKind } from "./table-rows.js";
import type { RowTest, Test } from "./tests.js";

/** An address or number that a row says of its user. */
export interface ContactRules {
  readonly at: Place;
  readonly verified?: Test;
  /** Rows that have one. */
  readonly where?: Test;
  /** Of several the ones that come first. */
  readonly first?: Test;
}

/** What rows of one kind say of the user they belong to. */
export interface RowRules {
  /** Columns that are known and left out; without it, what a row has beyond what is read is not counted. */
  readonly notCarried?: string;
  /** What messages put before the names of its columns; the name of the part or list unless it is given. */
  readonly columnsAs?: string;
  /** Columns that are left out and never kept anywhere. */
  readonly secrets?: string;
  readonly email?: ContactRules;
  readonly phone?: ContactRules & { readonly isWithoutPlus?: boolean };
  readonly login?: LoginRules | From<readonly ThirdPartyLogin[]>;
  readonly factor?: FactorRules | From<readonly TotpEnrolment[]>;
  /** The user's hash, where their own row has none. */
  readonly hash?: HashRules;
  /** Asked of each row. */
  readonly rules?: readonly Rule[];
  /** Asked once where the user has any of these rows: `factorNotCarried(ALWAYS, …)`. */
  readonly once?: readonly Rule[];
  /** Columns that functions elsewhere read of these rows. */
  readonly alsoRead?: string;
}

/** Rows of a table of their own, each with its user's ID in a column. */
export interface PartRules extends RowRules {
  /** What a user's rows of this kind are called. */
  readonly name: string;
  /** The tables: `*logins` after any prefix. */
  readonly tables: string;
  /** Sets of columns, each of which tells these rows by itself. */
  readonly columns: readonly string[];
  /** The columns with the user's ID: the first that a row has. `user_id` unless it is given. */
  readonly key?: string;
  /** Rows of these tables that say nothing of a user. */
  readonly except?: RowTest;
}

/** Objects in a list of the user's own record, also where the list is written as JSON. */
export interface ListRules extends RowRules {
  readonly list: string;
  /** The further row in which the list is, where the user has one. */
  readonly inPart?: string;
}

/** What the rows of one kind say of one user. */
export interface RowsOfUser {
  readonly emails: () => readonly Contact[];
  readonly phoneNumbers: () => readonly Contact[];
  readonly logins: (emails: readonly Contact[]) => readonly ThirdPartyLogin[];
  readonly factors: () => readonly TotpEnrolment[];
  readonly password: () => Password | undefined;
}

/** Most users have none of most kinds. */
const NO_ROWS: RowsOfUser = {
  emails: () => NONE,
  phoneNumbers: () => NONE,
  logins: () => NONE,
  factors: () => NONE,
  password: () => undefined,
};

/** The rows of one kind of a user's. */
export type FurtherRows = (record: Fields, context: RecordContext) => RowsOfUser;

export function kindOf(
  { name, tables, columns, key = "user_id", except }: PartRules,
  spelling: Spelling,
): RowKind {
  const isOther = except === undefined ? {} : { isOther: except.of };
  const sets = columns.flatMap((set) => spelling.sets(words(set)));
  return { part: name, tables: words(tables), columns: sets, key: spelling.written(words(key)), ...isOther };
}

/** What becomes of the columns of such rows; undefined where they are not judged. */
export function tableOf(rules: PartRules | ListRules, spelling: Spelling): FieldTable | undefined {
  const { notCarried, secrets } = rules;
  if (notCarried === undefined && secrets === undefined) return undefined;
  const written = (names: readonly string[]) => new Set(spelling.written(names));
  return {
    list: rules.columnsAs ?? ("list" in rules ? rules.list : rules.name),
    read: written(readsIn(rules)),
    notCarried: written(words(notCarried ?? "")),
    secrets: written(words(secrets ?? "")),
  };
}

function readsIn(rules: PartRules | ListRules): readonly string[] {
  const { email, phone, rules: asked = [], alsoRead = "" } = rules;
  const key = "list" in rules ? [] : [...words(rules.key ?? "user_id"), ...readsOf(rules.except)];
  const tests = [email, phone].flatMap((one) => [one?.verified, one?.where, one?.first]);
  return [
    ...[email?.at, phone?.at].flatMap(placeReads),
    ...readsOf(loginOf(rules), factorOf(rules), hashFrom(rules.hash), ...tests, ...asked),
    ...[...key, ...words(alsoRead)],
  ];
}

function loginOf({ login }: RowRules): From<readonly ThirdPartyLogin[]> | undefined {
  return login === undefined || "of" in login ? login : loginsBy(login, true);
}

function factorOf({ factor }: RowRules): From<readonly TotpEnrolment[]> | undefined {
  return factor === undefined || "of" in factor ? factor : factorsBy(factor);
}

/** Reads such rows of a user. */
export function furtherRows(rules: PartRules | ListRules, spelling: Spelling): FurtherRows {
  const { email, phone, rules: asked = [], once = [] } = rules;
  const table = tableOf(rules, spelling);
  const columns = readsIn(rules);
  const [login, factor, hash] = [loginOf(rules), factorOf(rules), hashFrom(rules.hash)];
  return (record, context) => {
    const { findings, parts } = context;
    const own = "list" in rules ? listed(record, rules, context) : parts(rules.name);
    if (own.length === 0) return NO_ROWS;
    const rows = own.map((row) => {
      if (table !== undefined) noteFieldsLeftOut(row, table, findings);
      return spelling.read(row, columns);
    });
    const about = { user: record, emails: [] };
    for (const row of rows) for (const rule of asked) rule.of(row, context, about);
    for (const rule of once) rule.of(record, context, about);
    const contacts = (of: ContactRules | undefined, read: (found: Found) => string | undefined) =>
      inOrder(rows, of, context, about).flatMap((row) => contactsBy(of, read, [row, context, about]));
    return {
      emails: () => contacts(email, ({ fields, name }) => emailField(fields, name, findings)),
      phoneNumbers: () =>
        contacts(phone, ({ fields, name }) => phoneNumberField(fields, name, context, phone)),
      logins: (emails) => rows.flatMap((row) => login?.of(row, context, { user: record, emails }) ?? []),
      factors: () => rows.flatMap((row) => factor?.of(row, context, about) ?? []),
      password: () => firstDefined(rows, (row) => hash?.of(row, context, about)),
    };
  };
}

/** The objects of a list; anything else in it is a fault. */
function listed(record: Fields, { list, inPart = "" }: ListRules, { findings, parts }: RecordContext) {
  return listWritten(parts(inPart)[0] ?? record, list, findings).filter((entry): entry is Fields => {
    if (isFields(entry)) return true;
    const wrong = { name: `an entry of ${list}`, value: entry, wanted: WANTED.object, field: list };
    noteWrongType(wrong, findings);
    return false;
  });
}

/** The rows in their order, those first that the rules want first. */
function inOrder(rows: readonly Fields[], rules: ContactRules | undefined, ...given: [RecordContext, About]) {
  const first = rules?.first;
  if (first === undefined) return rows;
  const isFirst = (row: Fields) => first.of(row, ...given);
  return [...rows.filter(isFirst), ...rows.filter((row) => !isFirst(row))];
}

function contactsBy(
  rules: ContactRules | undefined,
  read: (found: Found) => string | undefined,
  given: Parameters<Test["of"]>,
): readonly Contact[] {
  if (rules === undefined || rules.where?.of(...given) === false) return [];
  return contactsOf(read(foundAt(rules.at, ...given)), rules.verified?.of(...given) ?? false);
}
