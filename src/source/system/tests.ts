import {
  type Fields,
  flagField,
  idText,
  isEmpty,
  isSetField,
  momentField,
  ownField,
  saysSomething,
  writtenFlagField,
} from "../fields/field.js";
import { type From, from, readsOf } from "./place.js";

/** Whether something is so of a row. */
export type Test = From<boolean>;

/** A test that asks a row alone, so that it can also tell what a row is. */
export interface RowTest {
  readonly reads: readonly string[];
  readonly of: (row: Fields) => boolean;
}

/** A column says yes, as databases and CSV files write it. */
export function yes(column: string): Test {
  return from(column, (row, { findings }) => writtenFlagField(row, column, findings) === true);
}

/** A column says no; one that is absent or empty says nothing. */
export function no(column: string): Test {
  return from(column, (row, { findings }) => writtenFlagField(row, column, findings) === false);
}

/** A field of JSON is true; text is a fault there. */
export function flag(field: string): Test {
  return from(field, (row, { findings }) => flagField(row, field, findings));
}

/** A moment that is to come. */
export function isAhead(column: string): Test {
  return from(column, (row, { findings, now }) => (momentField(row, column, findings) ?? 0) > now);
}

/** A moment that has gone by. */
export function hasPassed(column: string): Test {
  return from(column, (row, { findings, now }) => {
    const moment = momentField(row, column, findings);
    return moment !== undefined && moment <= now;
  });
}

/** Something that ends at a moment, or never where the column has none, is still in force. */
export function isInForce(until: string): Test {
  return from(until, (row, { findings, now }) => {
    return (momentField(row, until, findings) ?? Number.POSITIVE_INFINITY) > now;
  });
}

/** A column says that something happened, such as that an address was confirmed: a word for nothing says no. */
export function happened(column: string): RowTest {
  return { reads: [column], of: (row) => saysSomething(row, column) };
}

/** A column holds something: no empty text, zero, false or zero date. */
export function filled(column: string): RowTest {
  return { reads: [column], of: (row) => isSetField(row, column) };
}

/** A row has a column, whatever it holds. */
export function has(column: string): RowTest {
  return { reads: [column], of: (row) => Object.hasOwn(row, column) };
}

/** A column holds one of some words or numbers. */
export function is(column: string, ...values: readonly string[]): RowTest {
  return { reads: [column], of: (row) => values.includes(idText(ownField(row, column)) ?? "") };
}

/** A column holds something, and it is not one of some words or numbers. */
export function isOther(column: string, ...values: readonly string[]): RowTest {
  return {
    reads: [column],
    of: (row) => {
      const value = ownField(row, column);
      const text = idText(value);
      return text === undefined ? !isEmpty(value) : !values.includes(text);
    },
  };
}

/** A column's mark is set, in any spelling of yes, without judging what else is written there. */
export function marked(column: string): RowTest {
  return fits(column, /^\s*(?:1(?:\.0+)?|t|true|y|yes|on)\s*$/i);
}

/** A column's mark is taken off; one that is absent or empty says nothing. */
export function unmarked(column: string): RowTest {
  return fits(column, /^(?:0|f|false)$/);
}

function fits(column: string, marks: RegExp): RowTest {
  const isMark = (value: unknown) => typeof value !== "object" && marks.test(String(value));
  return { reads: [column], of: (row) => isMark(ownField(row, column)) };
}

export function not(test: RowTest): RowTest;
export function not(test: Test): Test;
export function not({ reads, of }: Test): Test {
  return { reads, of: (...given) => !of(...given) };
}

export function all(...tests: readonly RowTest[]): RowTest;
export function all(...tests: readonly Test[]): Test;
export function all(...tests: readonly Test[]): Test {
  return { reads: readsOf(...tests), of: (...given) => tests.every(({ of }) => of(...given)) };
}

export function any(...tests: readonly RowTest[]): RowTest;
export function any(...tests: readonly Test[]): Test;
export function any(...tests: readonly Test[]): Test {
  return { reads: readsOf(...tests), of: (...given) => tests.some(({ of }) => of(...given)) };
}

/** Nothing of the kind is known of any row. */
export const NEVER: Test = { reads: [], of: () => false };

/** So of every row. */
export const ALWAYS: RowTest = { reads: [], of: () => true };
