/**
 * Whether a backslash in a plain text escapes what follows it: true for MySQL, and PostgreSQL before its standard strings;
 * undefined where nothing has said which program wrote the dump. What users typed must never say it.
 */
export type Escaping = boolean | undefined;

/** Lines by which programs name themselves, and operators the database. HeidiSQL and Adminer write dumps of several. */
const NAMED = [
  [/^(?:--|#) (?:MySQL|MariaDB|phpMyAdmin)\b/i, true],
  [/^(?:--|#) (?:PostgreSQL|SQLite)\b/i, false],
] as const;

/** What a comment says of how texts are escaped. */
export function escapingNamedBy(comment: string): Escaping {
  return NAMED.find(([beginning]) => beginning.test(comment))?.[1];
}

/** A character that never follows the end of a text: so the mark was in truth the beginning of one. */
export const IN_A_TEXT = /[\w@\x80-\xff]/;

/** Whether a mark at a place is that of `E'…'`. */
export function isEscapeText(text: string, at: number): boolean {
  return /^(?:|[^\w])[eE]$/.test(text.slice(Math.max(0, at - 2), at));
}

interface TextEnd {
  /** After the text's last mark; undefined where it is not there yet. */
  readonly end?: number;
  /** Where the search continues once there is more. */
  readonly from: number;
  /** A backslash before a mark, which ends the text or not: nothing has said which. */
  readonly unsureAt?: number;
}

const PLAIN = { "'": /'/g, '"': /"/g } as const;
const ESCAPED = { "'": /[\\']/g, '"': /[\\"]/g } as const;
export type Mark = keyof typeof PLAIN;

/** The end of a text, from a place within it. */
export function textEnd(text: string, from: number, mark: Mark, escaping: Escaping): TextEnd {
  const next = (escaping === false ? PLAIN : ESCAPED)[mark];
  next.lastIndex = from;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const after = found.index + 1;
    // What follows the last character may double or escape it.
    if (after >= text.length) return { from: found.index };
    const isMark = found[0] === mark;
    if (!isMark && escaping === undefined && text[after] === mark) return { from: found.index, unsureAt: found.index };
    if (isMark && text[after] !== mark) return { from: after, end: after };
    next.lastIndex = after + 1;
  }
  return { from: text.length };
}

/** What may follow a text in the statement: its end and comments are not looked beyond. */
const NEXT_IN_CODE = /['";]|--|\/\*/g;
const NEVER = Number.POSITIVE_INFINITY;

/** Where a text would end in front of a letter if texts were escaped so; undefined where more is needed to know. */
function wrongEnd(text: string, escaping: boolean): number | undefined {
  let mark = text[1] as Mark;
  for (let from = 0; ; ) {
    const { end } = textEnd(text, from, mark, escaping || (from > 0 && isEscapeText(text, from - 1)));
    if (end === undefined) return undefined;
    if (IN_A_TEXT.test(text[end] as string)) return end;
    NEXT_IN_CODE.lastIndex = end;
    const found = NEXT_IN_CODE.exec(text);
    if (found === null) return undefined;
    if (found[0] !== "'" && found[0] !== '"') return NEVER;
    mark = found[0];
    from = found.index + 1;
  }
}

/**
 * How texts are escaped, by what begins with a backslash and a mark in one: read in the wrong way, texts end in front of letters,
 * which no text that is read in the right way ever does, whatever a user typed. Undefined where neither way shows it.
 */
export function escapingShownBy(text: string, isWhole: boolean): Escaping | "more" {
  const [plain, escaped] = [wrongEnd(text, false), wrongEnd(text, true)];
  const first = Math.min(plain ?? NEVER, escaped ?? NEVER);
  if (first < NEVER && plain !== escaped) return plain === first;
  return isWhole || (plain !== undefined && escaped !== undefined) ? undefined : "more";
}
