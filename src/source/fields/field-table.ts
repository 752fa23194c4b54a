import { problem } from "../../problems/user.js";
import type { Fields, Findings } from "./field.js";

/** What a reader does with each field of one kind of object: every field is judged by its name. */
export interface FieldTable {
  /** The list in which such objects are; none for the record itself. */
  readonly list?: string;
  /** Who a user is or how they log in depends on it, so it may not appear twice with different values. */
  readonly read: ReadonlySet<string>;
  /** Known, and left out on purpose: no import call has a place for it. */
  readonly notCarried: ReadonlySet<string>;
  /** Known, left out, and never kept anywhere: recovery codes, tokens, older hashes. */
  readonly secrets?: ReadonlySet<string>;
}

/** Refuses a field that the table does not have: nobody but credport's own format knows what it means. */
export function refuseOtherFields(fields: Fields, table: FieldTable, findings: Findings): void {
  for (const key of Object.keys(fields)) {
    if (table.read.has(key) || table.notCarried.has(key) || table.secrets?.has(key) === true) continue;
    const name = shownName(key, table);
    const meant = [...table.read].find((known) => spelling(known) === spelling(key));
    const hint = meant === undefined ? "" : `; ${meant} is`;
    findings.problems.push(
      problem("user/field-unknown", `${name} is not a field of this format${hint}`, { field: name }),
    );
  }
}

/** Notes the fields that are not carried, and warns of those that the table does not have. */
export function noteFieldsLeftOut(fields: Fields, table: FieldTable, findings: Findings): void {
  for (const key of Object.keys(fields)) {
    if (table.read.has(key) || isEmpty(fields[key])) continue;
    const name = shownName(key, table);
    findings.leaveOut(name);
    if (table.secrets?.has(key) === true) continue;
    if (table.notCarried.has(key)) {
      if (table.list === undefined) findings.keepForOperator(key, fields[key]);
      continue;
    }
    findings.warnings.push(
      problem("user/field-unknown", `${name} is not a field that credport knows of this export`, {
        field: name,
      }),
    );
  }
}

/** Nothing is lost with it. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === "" || value === "{}") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
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
