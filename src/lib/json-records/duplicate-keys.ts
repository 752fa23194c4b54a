/** A key that appears more than once in one object, of which `JSON.parse` keeps the last. */
export interface DuplicateKey {
  readonly key: string;
  /** Its values are not all the same text. */
  readonly differs: boolean;
}

/** Different keys that are told at most. */
const MOST_KEYS = 20;

/** Whether the objects of a parsed value have fewer keys than its text. */
export function hasDuplicateKeys(value: unknown, keysInText: number): boolean {
  if (keysInText === 0) return false;
  let keys = 0;
  const open: object[] = [];
  const visit = (child: unknown): void => {
    if (typeof child === "object" && child !== null) open.push(child);
  };
  visit(value);
  for (let object = open.pop(); object !== undefined; object = open.pop()) {
    if (Array.isArray(object)) {
      for (const child of object) visit(child);
      continue;
    }
    // Without a list of the values, since this is done for every record.
    for (const key in object) {
      if (!Object.hasOwn(object, key)) continue;
      keys++;
      visit((object as Readonly<Record<string, unknown>>)[key]);
    }
  }
  return keys < keysInText;
}

interface OpenObject {
  /** Text of each key's value; null for a list. */
  readonly values: Map<string, string> | null;
  key: string | null;
  valueStart: number;
}

/** The keys that appear more than once in an object of this text, which is valid JSON. */
export function duplicateKeys(text: string): readonly DuplicateKey[] {
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

function noteMark(
  character: string,
  at: number,
  text: string,
  open: OpenObject[],
  found: Map<string, boolean>,
): void {
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
