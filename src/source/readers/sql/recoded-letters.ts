import { Buffer, isUtf8 } from "../../../runtime/index.js";

/** Encodings in which a letter's second byte may be a quotation mark's neighbour: Windows' pages 936, 932, 950 and 949. */
const PAGES = ["gbk", "shift_jis", "big5", "euc-kr"] as const;
type Page = (typeof PAGES)[number];

/** Letters, or a value that mysqldump says is binary: it has no letters. */
const LETTERS = /_binary '(?:[^'\\]|\\.)*|[\x80-\xff]+/gs;
/** Of a longer text the beginning is looked at, in bytes. */
const MOST_LETTERS = 96;
/** What Windows writes for bytes that it has no letter for; what follows may begin within one. */
const UNKNOWN = /[\ufffd\u30fb]/;
const QUESTION_MARK = 0x3f;
/** A letter of three bytes counts thrice as much: of other letters by chance there are few, of accented ones' two bytes many. */
const ENOUGH = 12;
/** Texts that are remembered, so that a word that all users have counts once. */
const MOST_TEXTS = 1024;
/** So many texts of other origin, and more than those that look read so: no shell has written them. */
const MANY = 16;

/**
 * Looks for UTF-8 that a shell has read in such an encoding and written as UTF-8 again: the texts beyond ASCII, put back into the
 * encoding's bytes, are UTF-8 once more. PowerShell did so until 7.4, from 6 on without a byte order mark.
 */
export class RecodedLetters {
  #pages: readonly PageWatch[] = PAGES.map((page) => new PageWatch(page));
  readonly #texts = new Set<string>();
  #begun = "";
  #last = 0;

  /** Whether nearly all texts so far look like that, and there were enough of them. */
  get areFound(): boolean {
    return this.#pages.some(({ isFound }) => isFound);
  }

  push(piece: Buffer): void {
    if (this.#pages.length === 0 || piece.length === 0) return;
    const text = piece.toString("latin1");
    if (this.#begun !== "" && (piece[0] as number) < 0x80) this.#judge("");
    for (const { 0: letters, index } of text.matchAll(LETTERS)) {
      if (letters.startsWith("_")) continue;
      const before = index === 0 ? this.#last : piece[index - 1];
      if (before === QUESTION_MARK && this.#begun === "") continue;
      if (index + letters.length === text.length) this.#begun = (this.#begun + letters).slice(0, MOST_LETTERS);
      else this.#judge(letters);
    }
    this.#last = piece.at(-1) as number;
  }

  #judge(rest: string): void {
    const letters = (this.#begun + rest).slice(0, MOST_LETTERS);
    this.#begun = "";
    if (this.#texts.has(letters)) return;
    if (this.#texts.size === MOST_TEXTS) this.#texts.clear();
    this.#texts.add(letters);
    const bytes = Buffer.from(letters, "latin1");
    const whole = bytes.subarray(0, endOfLetters(bytes));
    const text = isUtf8(whole) ? whole.toString("utf8") : undefined;
    for (const page of this.#pages) page.judge(text);
    this.#pages = this.#pages.filter(({ isOther }) => !isOther);
  }
}

class PageWatch {
  readonly #page: Page;
  /** Texts that look read so, and those that do not. */
  #like = 0;
  #others = 0;
  #evidence = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  get isFound(): boolean {
    return this.#evidence >= ENOUGH && this.#others * 8 <= this.#like;
  }

  get isOther(): boolean {
    return this.#others >= MANY && this.#others > this.#like;
  }

  /** @param text Undefined where it is not UTF-8: no shell has written that. */
  judge(text: string | undefined): void {
    const [whole] = text?.split(UNKNOWN) ?? [];
    const evidence = whole === undefined ? -1 : evidenceIn(whole, this.#page);
    if (evidence < 0) this.#others++;
    if (evidence <= 0) return;
    this.#like++;
    this.#evidence += evidence;
  }
}

/** Negative where the letters are of another origin; 0 where they show nothing. */
function evidenceIn(text: string, page: Page): number {
  const bytes: number[] = [];
  for (const letter of text) {
    const own = tableOf(page).get(letter);
    if (own === undefined) return 0;
    bytes.push(...own);
  }
  const put = Buffer.from(bytes);
  const whole = put.subarray(0, endOfLetters(put));
  if (!isUtf8(whole)) return -1;
  const found = whole.toString("utf8");
  // The escape of a quotation mark, taken for the half of a letter.
  if (found.includes("\\")) return ENOUGH;
  return [...found].reduce((sum, letter) => sum + (letter > "\u07ff" ? 3 : Number(letter > "\x7f")), 0);
}

const TABLES = new Map<Page, ReadonlyMap<string, readonly number[]>>();

/** The bytes of each letter that has one form alone in the encoding. Empty where the runtime does not know the encoding. */
function tableOf(page: Page): ReadonlyMap<string, readonly number[]> {
  const known = TABLES.get(page);
  if (known !== undefined) return known;
  const table = new Map<string, readonly number[]>();
  // Windows gives the byte that Shift JIS has for nothing to a letter of private use.
  const forms = [...formsOf(page), ["\uf8f0", [0xa0]] as const];
  const twice = new Set<string>();
  for (const [letter, bytes] of forms) {
    if (table.has(letter)) twice.add(letter);
    table.set(letter, bytes);
  }
  for (const letter of twice) table.delete(letter);
  TABLES.set(page, table);
  return table;
}

function formsOf(page: Page): (readonly [string, readonly number[]])[] {
  const forms: (readonly number[])[] = [];
  for (let first = 0x80; first <= 0xff; first++) {
    forms.push([first]);
    for (let second = 0x40; second <= 0xfe; second++) forms.push([first, second]);
  }
  const bytes = Buffer.from(forms.flatMap((form) => [...form, LINE_END]));
  const letters = decoded(bytes, page).split("\n");
  return forms.flatMap((form, at) => {
    const letter = letters[at] as string;
    return letter !== "\ufffd" && [...letter].length === 1 ? [[letter, form] as const] : [];
  });
}

const LINE_END = 0x0a;

function decoded(bytes: Buffer, page: Page): string {
  try {
    return new TextDecoder(page).decode(bytes);
  } catch {
    return "";
  }
}

/** The end of the last letter that is whole, as UTF-8 has it. */
export function endOfLetters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
