import { CLOSING_BRACE, CLOSING_BRACKET, OPENING_BRACE } from "./json-bytes.js";

/** Where a list of records is: keys from the document's top level on, `*` for any element of a list. */
export type ListPath = readonly string[];

const ANY_ELEMENT = "*";

/** An object or list that is open around the list of records, and what of the paths is left in it. */
export interface OpenContainer {
  readonly closing: number;
  readonly paths: readonly ListPath[];
  /** Plain values of its named keys so far. */
  readonly around: Map<string, unknown>;
}

export function pathsUnder(key: string, paths: readonly ListPath[]): readonly ListPath[] {
  return paths.filter(([first]) => first === key).map(([, ...rest]) => rest);
}

export function isListOfRecords(paths: readonly ListPath[]): boolean {
  return paths.some((path) => path.length === 0);
}

/** The container that opens with a bracket, where a path leads into it. */
export function containerOf(opening: number, paths: readonly ListPath[]): OpenContainer | null {
  const isObject = opening === OPENING_BRACE;
  const inner = isObject
    ? paths.filter(([first]) => first !== undefined && first !== ANY_ELEMENT)
    : pathsUnder(ANY_ELEMENT, paths);
  if (inner.length === 0) return null;
  return { closing: isObject ? CLOSING_BRACE : CLOSING_BRACKET, paths: inner, around: new Map() };
}

/** The keys of lists of which one document may hold several. */
export function repeatedListKeys(paths: readonly ListPath[]): ReadonlySet<string> {
  const repeated = paths.filter((path) => path.includes(ANY_ELEMENT));
  return new Set(repeated.flatMap((path) => path.slice(-1)).filter((key) => key !== ANY_ELEMENT));
}
