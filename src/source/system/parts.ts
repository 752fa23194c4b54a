import { defined } from "../../lib/defined.js";
import { firstDefined } from "../../lib/first-defined.js";
import { words } from "../../lib/words.js";
import type { SecretEncoding } from "../../secret/index.js";
import type { EncryptingSystem } from "../decryption/index.js";
import { contactsOf, isOwnVerified } from "../fields/contacts.js";
import { eachObject, emailField, type Fields, listWritten, ownField } from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import { phoneNumberField } from "../fields/phone-number.js";
import type { Password } from "../fields/read-password.js";
import { decryptedSecret, secondFactor } from "../fields/second-factor.js";
import { socialLogin } from "../fields/social-login.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import type { FurtherTable, RecordContext } from "../source.js";
import { codeColumns, codesBeside } from "./code-columns.js";
import { type HashRules, hashFrom } from "./hashes.js";
import { type About, type Found, type From, foundAt, type Place, placeReads, readsOf, textAt } from "./place.js";
import { HELD_BACK, type Rule } from "./rules.js";
import type { Spelling } from "./spelling.js";
import type { SystemRules } from "./system.js";
import type { RowKind } from "./table-rows.js";
import type { RowTest, Test } from "./tests.js";

interface ContactRules {
  readonly at: Place;
  readonly verified?: Test;
  /** Rows that have one. */
  readonly where?: Test;
  /** Of several the ones that come first. */
  readonly first?: Test;
}

/** What rows of one kind say of the user they belong to. */
interface RowRules {
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
  /** Rows that keep a user out or are asked for at a login; by what they hold unless it is given. */
  readonly guards?: RowTest;
  /** What a row names for all users: `RecordContext.registered` has it. */
  readonly registers?: (row: Fields) => string | undefined;
  /** What an export lacks without these rows, where functions elsewhere read them. */
  readonly holds?: string;
}

/** Objects in a list of the user's own record, also where the list is written as JSON. */
export interface ListRules extends RowRules {
  readonly list: string;
  /** The further row in which the list is, where the user has one. */
  readonly inPart?: string;
}

interface RowsOfUser {
  readonly emails: () => readonly Contact[];
  readonly phoneNumbers: () => readonly Contact[];
  readonly logins: (emails: readonly Contact[]) => readonly ThirdPartyLogin[];
  readonly factors: () => readonly TotpEnrolment[];
  readonly password: () => Password | undefined;
}

/** Undefined where the user has none, as most have of most kinds. */
export type FurtherRows = (record: Fields, context: RecordContext) => RowsOfUser | undefined;

export function kindOf(
  { name, tables, columns, key = "user_id", except, registers }: PartRules,
  spelling: Spelling,
): RowKind {
  const more = defined({ isOther: except?.of, registers });
  const sets = columns.flatMap((set) => spelling.sets(words(set)));
  return { part: name, tables: words(tables), columns: sets, key: spelling.written(words(key)), ...more };
}

const HELD = {
  hash: "passwords",
  factor: "second factors",
  login: "social logins",
  email: "e-mail addresses",
  phone: "phone numbers",
} as const;

/** The tables of such rows, with what an export without them lacks; none where that is nothing that is imported. */
export function furtherTable(rules: PartRules): readonly FurtherTable[] {
  const { name: part, tables, rules: asked = [], once = [], holds } = rules;
  const held = Object.entries(HELD).flatMap(([key, text]) =>
    rules[key as keyof typeof HELD] === undefined ? [] : [text],
  );
  const all = new Set([
    ...held,
    ...[...asked, ...once].flatMap(({ about }) => about ?? []),
    ...(holds?.split(", ") ?? []),
  ]);
  return tables === "" || all.size === 0 ? [] : [{ part, tables: words(tables), holds: [...all] }];
}

/**
 * The columns of the user's own that hold them back, of which an application may have any, and lists of logins, which no
 * further rows have.
 */
export function ownColumns(
  { rules = [], lists = [], parts = [] }: Pick<SystemRules, "rules" | "lists" | "parts">,
  spelling: Spelling,
): readonly FurtherTable[] {
  const holding = rules.filter(({ about }) => about === HELD_BACK).flatMap(({ reads }) => reads);
  const hasLogins = parts.some(({ login }) => login !== undefined);
  const listed = lists.filter(({ login }) => login !== undefined && !hasLogins).map(({ list }) => list);
  return [
    { columns: holding, held: HELD_BACK },
    { columns: listed, held: HELD.login },
  ].flatMap(({ columns, held }) =>
    columns.length === 0 ? [] : [{ part: "column", tables: spelling.written(columns), holds: [held] }],
  );
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

function loginOf(rules: PartRules | ListRules): From<readonly ThirdPartyLogin[]> | undefined {
  const { login, columnsAs } = rules;
  if (login === undefined || "of" in login) return login;
  return loginsBy({ field: columnsAs ?? ("list" in rules ? rules.list : undefined), ...login }, true);
}

function factorOf({ factor }: RowRules): From<readonly TotpEnrolment[]> | undefined {
  return factor === undefined || "of" in factor ? factor : factorsBy(factor);
}

export function furtherRows(rules: PartRules | ListRules, spelling: Spelling): FurtherRows {
  const { email, phone, rules: asked = [], once = [] } = rules;
  const table = tableOf(rules, spelling);
  const columns = readsIn(rules);
  const [login, factor, hash] = [loginOf(rules), factorOf(rules), hashFrom(rules.hash)];
  return (record, context) => {
    const { findings, parts } = context;
    const own = "list" in rules ? listed(record, rules, context) : parts(rules.name);
    if (own.length === 0) return undefined;
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
      phoneNumbers: () => contacts(phone, ({ fields, name }) => phoneNumberField(fields, name, context, phone)),
      logins: (emails) => rows.flatMap((row) => login?.of(row, context, { user: record, emails }) ?? []),
      factors: () => rows.flatMap((row) => factor?.of(row, context, about) ?? []),
      password: () => firstDefined(rows, (row) => hash?.of(row, context, about)),
    };
  };
}

/** The objects of a list; anything else in it is a fault. */
function listed(record: Fields, { list, inPart = "" }: ListRules, { findings, parts }: RecordContext) {
  const entries = listWritten(parts(inPart)[0] ?? record, list, findings);
  return eachObject(entries, list, findings, (entry) => [entry]);
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

export interface FactorRules {
  readonly secret: Place;
  /** How the system writes the secret, once it is opened. */
  readonly encoding: SecretEncoding;
  /** The system that keeps it encrypted: one that needs nothing but the text. */
  readonly encrypted?: Exclude<EncryptingSystem, "attr-encrypted" | "supabase" | "gitea">;
  /** Whether the user finished enrolling it. Without it, they did. */
  readonly confirmed?: Test;
  /** Rows that have a factor at all. Without it, those with a secret; with it, one without a secret is a fault. */
  readonly where?: Test;
  /** Seconds and digits, as the row has them; without any of the three, columns that are named as the secret is. */
  readonly period?: Place;
  readonly digits?: Place;
  readonly algorithm?: Place;
  /** As `SecondFactor` has it. */
  readonly isToBeSaid?: true;
  readonly deviceName?: Place;
  /** Steps before and after that the system takes. */
  readonly skew?: number;
  /** What messages call it; the column of the secret unless it is given. */
  readonly field?: string;
}

/** The second factors that some rules find in a row. */
export function factorsBy(rules: FactorRules): From<readonly TotpEnrolment[]> {
  const { secret: place, encoding, encrypted, confirmed, where, skew, deviceName: name } = rules;
  const column = placeReads(place)[0] ?? "";
  const field = rules.field ?? column;
  const { period, digits, algorithm, isToBeSaid } = rules;
  const isBySecret = [period, digits, algorithm].every((one) => one === undefined);
  const places = [place, period, digits, algorithm, name].flatMap(placeReads);
  return {
    reads: [...places, ...(isBySecret ? codeColumns(column) : []), ...readsOf(confirmed, where)],
    of: (...given) => {
      const [, context] = given;
      if (where !== undefined && !where.of(...given)) return [];
      const text = textAt(place, ...given);
      if (text === undefined && where === undefined) return [];
      const isConfirmed = confirmed?.of(...given) ?? true;
      const written = text ?? "";
      const isSealed = encrypted !== undefined && isConfirmed;
      const secret = isSealed ? decryptedSecret({ system: encrypted, text: written }, field, context) : written;
      if (secret === undefined) return [];
      const value = (of: Place | undefined) => {
        const found = of === undefined ? undefined : foundAt(of, ...given);
        return found === undefined ? undefined : ownField(found.fields, found.name);
      };
      const seconds = value(period);
      const more = {
        ...(seconds === undefined ? {} : { period: Number(seconds) }),
        ...(skew === undefined ? {} : { skew }),
        ...{ digits: value(digits), algorithm: value(algorithm), deviceName: textAt(name, ...given), isToBeSaid },
        ...(isBySecret ? codesBeside(column, given[0]) : {}),
      };
      return secondFactor({ field, secret, encoding, isConfirmed, ...more }, context);
    },
  };
}

/** The social login that a row says of its user. */
export interface LoginRules {
  /** The provider as the system names it. */
  readonly provider: Place;
  readonly userId: Place;
  /** The address of the login; the user's own where there is none. */
  readonly email?: Place;
  /** Whether its address is verified. Without it, or where a row does not say, where it is the user's own verified one. */
  readonly verified?: From<boolean | undefined>;
  /** What also says that its address is verified, beside the user's own verified one being the same. */
  readonly orVerified?: Test;
  /** What messages call it; what they put before its columns, or the column of the user's ID, unless it is given. */
  readonly field?: string | undefined;
  /** Rows that have a login at all; without it, those with a provider or an ID. */
  readonly where?: Test;
  /** The provider is named as the service names it already. */
  readonly isServiceName?: boolean;
  /** Why a row may be made up, where it is not proven. */
  readonly doubt?: From<string | undefined>;
}

export function loginsBy(rules: LoginRules, isOfPart = false): From<readonly ThirdPartyLogin[]> {
  const { provider: named, userId: id, email: place, verified, orVerified, where, isServiceName, doubt } = rules;
  const field = rules.field ?? placeReads(id)[0] ?? placeReads(named)[0] ?? "";
  const tests = [verified, orVerified, where, doubt];
  const reads = [...placeReads(named), ...placeReads(id), ...placeReads(place), ...readsOf(...tests)];
  return {
    reads,
    of: (...given) => {
      if (where !== undefined && !where.of(...given)) return [];
      const [, context, { emails }] = given;
      const userId = textAt(id, ...given);
      const provider = textAt(named, ...given);
      // One that is the same for every row says nothing of this one.
      const isThere = userId !== undefined || (provider !== undefined && placeReads(named).length > 0);
      if (!isOfPart && where === undefined && !isThere) return [];
      const found = place === undefined ? undefined : foundAt(place, ...given);
      const own = found === undefined ? undefined : emailField(found.fields, found.name, context.findings);
      const email = own ?? emails[0]?.value;
      const ofUser = emails.find(({ value }) => value.toLowerCase() === email?.toLowerCase());
      const isVerified = verified?.of(...given) ?? (orVerified?.of(...given) === true || isOwnVerified(email, ofUser));
      const login = { provider, userId, email, isVerified, field, doubt: doubt?.of(...given) };
      return socialLogin(isServiceName === true ? { ...login, isServiceName } : login, context);
    },
  };
}
