/** What the text of one record holds. */
export interface ParsedRecord {
  readonly value: unknown;
  readonly fault?: "not-json" | "not-utf8" | "too-deep";
  readonly duplicateKeys?: readonly DuplicateKey[];
}

const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @param keys Keys that appear in the text, in all its objects; null where it is known not to be JSON. */
export function parseRecord(bytes: Uint8Array, keys: number | null): ParsedRecord {
  let text: string;
  try {
    text = DECODER.decode(bytes);
  } catch {
    return { value: undefined, fault: "not-utf8" };
  }
  return (keys === null ? undefined : parseText(text, keys)) ?? { value: undefined, fault: "not-json" };
}

/**
 * Undefined where the text is not JSON.
 *
 * @param keys As many keys as appear in the text, or more.
 */
export function parseText(text: string, keys: number): ParsedRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const found = keys > 0 ? keysIn(value, MOST_DEPTH) : 0;
  if (Number.isNaN(found)) return { value: undefined, fault: "too-deep" };
  if (found >= keys) return { value };
  const doubled = duplicateKeys(text);
  return doubled.length === 0 ? { value } : { value, duplicateKeys: doubled };
}

/** A key that appears more than once in one object, of which `JSON.parse` keeps the last. */
export interface DuplicateKey {
  readonly key: string;
  /** Its values are not all the same text. */
  readonly differs: boolean;
}

/** Different keys that are told at most. */
const MOST_KEYS = 20;

/** Objects and lists within each other: more than any user has, and few enough for all that walks over a record by calls. */
const MOST_DEPTH = 100;

/** Whether a parsed value has more objects and lists within each other than a user's data ever has. */
export const isTooDeep = (value: unknown): boolean => Number.isNaN(keysIn(value, MOST_DEPTH));

/** The keys of all objects; not a number where the value is too deep. Without lists of keys or values, since this is done for every record. */
function keysIn(value: unknown, callsLeft: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (callsLeft === 0) return Number.NaN;
  let keys = 0;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) keys += keysIn(value[at], callsLeft - 1);
    return keys;
  }
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    const child = (value as Readonly<Record<string, unknown>>)[key];
    keys += typeof child === "object" ? 1 + keysIn(child, callsLeft - 1) : 1;
  }
  return keys;
}

interface OpenObject {
  /** Text of each key's value; null for a list. */
  readonly values: Map<string, string> | null;
  key: string | null;
  valueStart: number;
}

/** The keys that appear more than once in an object of this text, which is valid JSON. */
function duplicateKeys(text: string): readonly DuplicateKey[] {
  const found = new Map<string, boolean>();
  const open: OpenObject[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '"') at = noteText(open.at(-1), text, at);
    else noteMark(character, at, text, open, found);
  }
  return [...found].slice(0, MOST_KEYS).map(([key, differs]) => ({ key, differs }));
}

/** A text that is a key; gives back where the text ends. */
function noteText(inner: OpenObject | undefined, text: string, start: number): number {
  const end = endOfText(text, start);
  if (inner !== undefined && inner.values !== null && inner.key === null) {
    inner.key = JSON.parse(text.slice(start, end + 1));
  }
  return end;
}

function noteMark(character: string, at: number, text: string, open: OpenObject[], found: Map<string, boolean>): void {
  const inner = open.at(-1);
  if (character === "{") open.push({ values: new Map(), key: null, valueStart: 0 });
  else if (character === "[") open.push({ values: null, key: null, valueStart: 0 });
  else if (inner === undefined) return;
  else if (character === ":") inner.valueStart = at + 1;
  else if (",}]".includes(character)) {
    noteValue(inner, text, at, found);
    if (character !== ",") open.pop();
  }
}

function noteValue(inner: OpenObject, text: string, end: number, found: Map<string, boolean>): void {
  const { values, key } = inner;
  if (values === null || key === null) return;
  const value = text.slice(inner.valueStart, end).trim();
  const before = values.get(key);
  if (before !== undefined) found.set(key, found.get(key) === true || before !== value);
  else values.set(key, value);
  inner.key = null;
}

function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
