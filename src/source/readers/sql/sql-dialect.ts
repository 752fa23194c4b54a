/**
 * Whether a backslash in a plain text escapes what follows it: true for MySQL, and PostgreSQL before its standard strings;
 * undefined where nothing has said which program wrote the dump. What users typed must never say it.
 */
export type Escaping = boolean | undefined;

/** Marks around the table's name in programs whose texts have escapes, and in those whose have none. */
const USUAL: Readonly<Record<"true" | "false", string>> = { true: "`", false: '"[' };

type Names = "as usual" | "in one kind of marks" | "in any marks" | "by operator";

/** What a dump has said or shown of its dialect so far: several programs' dumps may follow each other in one file. */
export class DumpDialect {
  #escaping: Escaping;
  #names: Names = "as usual";
  #mark: string | undefined;
  /** Whether the file may have gone over to another program. */
  #isContradicted = false;
  readonly #onTurn: (isPlain: boolean) => void;

  /** Calls `onTurn` where backslashes do not escape from here on, and did or may have done; and the other way round. */
  constructor(onTurn: (isPlain: boolean) => void) {
    this.#onTurn = onTurn;
  }

  get escaping(): Escaping {
    return this.#escaping;
  }

  /** Whether MySQL writes names in the marks that are a text's else. */
  get isAnsi(): boolean {
    return this.#escaping === true && this.#names === "in one kind of marks";
  }

  /**
   * A program or its transaction says so, and how the names of tables are written where that is not the usual way; what the
   * operator says counts whatever follows.
   */
  says(escaping: Escaping, names: Names = "as usual"): void {
    if (this.#names === "by operator") return;
    const isSame = escaping === this.#escaping && names === "as usual";
    if (!isSame) this.#names = names;
    this.#turnTo(escaping);
    this.#mark = undefined;
    this.#isContradicted = false;
  }

  /** Only programs whose texts have escapes write what was found here. */
  showsEscapes(): void {
    if (this.#escaping === false && this.#names === "as usual") this.#contradict();
    if (!this.#isContradicted) this.#escaping ??= true;
  }

  /** A statement names its table so; libraries write another database's names as MySQL's, in small letters. */
  namesTable(mark: string, isByLibrary: boolean): void {
    if (this.#names === "in any marks" || this.#names === "by operator" || this.#isContradicted) return;
    const isUsual = mark === "" || this.#escaping === undefined || USUAL[`${this.#escaping}`].includes(mark);
    if (mark !== (this.#mark ?? mark) || (this.#names === "as usual" && !isUsual)) this.#contradict();
    else if (mark === "`" && !isByLibrary) this.#escaping ??= true;
    this.#mark = mark;
  }

  #contradict(): void {
    this.#turnTo(undefined);
    this.#isContradicted = true;
  }

  #turnTo(escaping: Escaping): void {
    const [was, is] = [this.#escaping === false, escaping === false];
    this.#escaping = escaping;
    if (was !== is) this.#onTurn(is);
  }
}

/** A character that never follows the end of a text: so the mark was in truth the beginning of one. */
export const IN_A_TEXT = /[\w@\x80-\xff]/;

/** Whether a mark at a place is that of `E'…'`. */
export function isEscapeText(text: string, at: number): boolean {
  return /^(?:|[^\w])[eE]$/.test(text.slice(Math.max(0, at - 2), at));
}

/** Whether a bracket begins a name: after another name, `)` or a bracket it is an array of PostgreSQL. */
export function isBracketedName(text: string, at: number): boolean {
  return !/[\w"$)\][\x80-\xff]/.test(text[at - 1] ?? "");
}

interface TextEnd {
  /** After the text's last mark; undefined where it is not there yet. */
  readonly end?: number;
  /** Where the search continues once there is more. */
  readonly from: number;
  /** A backslash before a mark, which ends the text or not: nothing has said which. */
  readonly unsureAt?: number;
}

const PLAIN = { "'": /'/g, '"': /"/g, "`": /`/g, "[": /\]/g } as const;
const ESCAPED = { ...PLAIN, "'": /[\\']/g, '"': /[\\"]/g };
export type Mark = keyof typeof PLAIN;

/** The end of a text, from a place within it. */
export function textEnd(text: string, from: number, mark: Mark, escaping: Escaping): TextEnd {
  const next = (escaping === false ? PLAIN : ESCAPED)[mark];
  next.lastIndex = from;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const after = found.index + 1;
    // What follows the last character may double or escape it.
    if (after >= text.length) return { from: found.index };
    const [close] = found;
    const isMark = close !== "\\";
    if (!isMark && escaping === undefined && text[after] === mark) return { from: found.index, unsureAt: found.index };
    if (isMark && text[after] !== close) return { from: after, end: after };
    next.lastIndex = after + 1;
  }
  return { from: text.length };
}

/** What may follow a text in the statement: its end and comments are not looked beyond. */
const NEXT_IN_CODE = /['";]|--|\/\*/g;

/** What MySQL writes after a backslash, and PostgreSQL's older texts have; one that a user typed is doubled. */
const WRITTEN = /^[\\'"0bnrtZ%_]$/;
const ESCAPES = /\\([\s\S])/g;

/** Where a text of no program would be if texts were escaped so; infinite where none is. Begins within a text of the mark. */
function wrongPlace(text: string, within: Mark, escaping: boolean): number {
  let mark: string | undefined = within;
  for (let from = 0; mark === "'" || mark === '"'; from = NEXT_IN_CODE.lastIndex) {
    const { end = text.length } = textEnd(text, from, mark, escaping);
    const wrong = escaping ? unwrittenEscape(text.slice(from, end)) : undefined;
    if (wrong !== undefined) return from + wrong;
    if (IN_A_TEXT.test(text[end] ?? "")) return end;
    NEXT_IN_CODE.lastIndex = end;
    mark = NEXT_IN_CODE.exec(text)?.[0];
  }
  return Number.POSITIVE_INFINITY;
}

function unwrittenEscape(content: string): number | undefined {
  return [...content.matchAll(ESCAPES)].find(([, escaped = ""]) => !WRITTEN.test(escaped))?.index;
}

/**
 * How texts are escaped, by what follows a backslash in one of this mark: read in the wrong way, texts end in front of letters, or
 * have backslashes that no program writes, which no text that is read in the right way ever does, whatever a user typed. Undefined
 * where neither way shows it.
 */
export function escapingShownBy(text: string, within: Mark): Escaping {
  const [plain, escaped] = [wrongPlace(text, within, false), wrongPlace(text, within, true)];
  return plain === escaped ? undefined : plain < escaped;
}
