import { problemMaker } from "../../problems/problem-maker.js";
import { SOURCE_PROBLEMS } from "../../problems/source.js";
import { USER_PROBLEMS } from "../../problems/user.js";
import { type Fields, type Findings, isEmpty } from "./field.js";

const { problem } = /* @__PURE__ */ problemMaker(USER_PROBLEMS, SOURCE_PROBLEMS);

/**
 * What a reader does with each field of one kind of object: every field is judged by its name.
 *
 * @experimental Custom sources are to be declared as the built-in ones are.
 */
export interface FieldTable {
  /** The list in which such objects are; none for the record itself. */
  readonly list?: string;
  /** Who a user is or how they log in depends on it, so it may not appear twice with different values. */
  readonly read: ReadonlySet<string>;
  /** Known, and left out on purpose: no import call takes it. */
  readonly notCarried: ReadonlySet<string>;
  /** Known, left out, and never kept anywhere: recovery codes, tokens, older hashes. */
  readonly secrets?: ReadonlySet<string>;
}

/** Refuses a field that the table does not have: only a user of the format itself knows what it means. */
export function refuseOtherFields(fields: Fields, table: FieldTable, findings: Findings): void {
  for (const key of Object.keys(fields)) {
    if (table.read.has(key) || table.notCarried.has(key) || table.secrets?.has(key) === true) continue;
    const name = shownName(key, table);
    const meant = [...table.read].find((known) => spelling(known) === spelling(key));
    const hint = meant === undefined ? "" : `; ${meant} is`;
    findings.fault("user/field-unknown", `${name} is not a field of this format${hint}`, name);
  }
}

/** Notes the fields that are not carried, and warns of those that the table does not have. */
export function noteFieldsLeftOut(fields: Fields, table: FieldTable, findings: Findings): void {
  for (const { key, use, name } of notRead(Object.keys(fields), table)) {
    if (isEmpty(fields[key])) continue;
    findings.leaveOut(name);
    if (use === "kept") findings.keepForOperator(key, fields[key]);
    if (use !== "unknown") continue;
    const [code, noun] = findings.isRow
      ? (["source/column-unknown", "column"] as const)
      : (["user/field-unknown", "field"] as const);
    const message = `${name} is not a ${noun} that credport knows of this export`;
    findings.warnings.push(problem(code, message, { field: name }));
  }
}

/** Warns of the fields of a further record of the user that the table does not have. */
export function noteFieldsUnknown(fields: Fields, table: FieldTable, findings: Findings): void {
  const keys = notRead(Object.keys(fields), table).filter(({ use }) => use === "unknown");
  noteFieldsLeftOut(Object.fromEntries(keys.map(({ key }) => [key, fields[key]])), table, findings);
}

interface JudgedKey {
  readonly key: string;
  readonly use: "read" | "kept" | "left-out" | "unknown";
  /** As reports call it. */
  readonly name: string;
}

/** Names that are judged once for all records; a hostile file has more. */
const MOST_JUDGED_KEYS = 256;
const JUDGEMENTS = new WeakMap<FieldTable, Judgements>();

interface Judgements {
  readonly known: Map<string, JudgedKey>;
  /** Names of the record before: most records of a file have the same, in the same order. */
  keys: readonly string[];
  notRead: readonly JudgedKey[];
}

function notRead(keys: readonly string[], table: FieldTable): readonly JudgedKey[] {
  const judgements = JUDGEMENTS.get(table) ?? { known: new Map(), keys: [], notRead: [] };
  if (judgements.keys.length === 0) JUDGEMENTS.set(table, judgements);
  if (!areSame(keys, judgements.keys)) {
    judgements.keys = keys;
    judgements.notRead = keys
      .map((key) => judgements.known.get(key) ?? judge(key, table, judgements.known))
      .filter(({ use }) => use !== "read");
  }
  return judgements.notRead;
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false;
  return true;
}

function judge(key: string, table: FieldTable, known: Map<string, JudgedKey>): JudgedKey {
  const judged = { key, use: useOf(key, table), name: shownName(key, table) };
  if (known.size < MOST_JUDGED_KEYS) known.set(key, judged);
  return judged;
}

function useOf(key: string, { read, notCarried, secrets, list }: FieldTable): JudgedKey["use"] {
  if (read.has(key)) return "read";
  if (secrets?.has(key) === true) return "left-out";
  if (!notCarried.has(key)) return "unknown";
  return list === undefined ? "kept" : "left-out";
}

/** `password_hash` and `passwordHash` are spelt alike. */
function spelling(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
}

/** Anything may be a key; only what looks like a field's name is repeated. */
function shownName(key: string, { list }: FieldTable): string {
  const name = /^[A-Za-z_$@][\w.:-]{0,39}$/.test(key) ? key : "(a name that is not plain text)";
  return list === undefined ? name : `${list}.${name}`;
}
