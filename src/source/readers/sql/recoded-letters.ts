import { Buffer, isUtf8 } from "../../../runtime/index.js";

/** Encodings in which a letter's second byte may be a quotation mark's neighbour: Windows' pages 936, 932, 950 and 949. */
const PAGES = ["gbk", "shift_jis", "big5", "euc-kr"] as const;
type Page = (typeof PAGES)[number];

const LETTERS = /[\x80-\xff]+/g;
/** A Chinese letter's three bytes are seldom those of other letters by chance, an accented one's two bytes often. */
const ENOUGH = 6;
/** Of a longer text the beginning is looked at, in bytes. */
const MOST_LETTERS = 96;

/**
 * Looks for UTF-8 that a shell has read in such an encoding and written as UTF-8 again: each text beyond ASCII, put back into the
 * encoding's bytes, is UTF-8 once more. PowerShell did so until 7.4, from 6 on without a byte order mark.
 */
export class RecodedLetters {
  readonly #evidence = new Map<Page, number>(PAGES.map((page) => [page, 0]));
  #begun = "";

  /** Whether all texts so far look like that, and there were enough of them. */
  get areFound(): boolean {
    return [...this.#evidence.values()].some((evidence) => evidence >= ENOUGH);
  }

  push(piece: Buffer): void {
    if (this.#evidence.size === 0) return;
    const text = piece.toString("latin1");
    if (this.#begun !== "" && (piece[0] ?? 0x80) < 0x80) this.#judge("");
    for (const { 0: letters, index } of text.matchAll(LETTERS)) {
      if (index + letters.length === text.length) this.#begun = (this.#begun + letters).slice(0, MOST_LETTERS);
      else this.#judge(letters);
    }
  }

  #judge(rest: string): void {
    const bytes = Buffer.from((this.#begun + rest).slice(0, MOST_LETTERS), "latin1");
    this.#begun = "";
    const whole = bytes.subarray(0, endOfLetters(bytes));
    const text = isUtf8(whole) ? whole.toString("utf8") : undefined;
    for (const [page, evidence] of this.#evidence) {
      const more = text === undefined ? -1 : evidenceIn(text, page);
      if (more < 0) this.#evidence.delete(page);
      else this.#evidence.set(page, evidence + more);
    }
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
  return [...whole.toString("utf8")].reduce(
    (sum, letter) => sum + (letter > "\u07ff" ? 3 : Number(letter > "\x7f")),
    0,
  );
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
