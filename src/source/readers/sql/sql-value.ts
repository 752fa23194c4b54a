import { Buffer } from "../../../runtime/index.js";
import { binaryText, utf8Bytes } from "../text/byte-text.js";
import { type Escaping, type Mark, textEnd } from "./sql-dialect.js";

export interface SqlDialect {
  readonly escaping: Escaping;
  /** A `"…"` is a name at most: so programs write it, and so a user's text in the middle of damage is not taken for values. */
  readonly onlyApostrophes?: boolean;
}

/** One value: text with a character for each byte, or null. */
interface SqlValue {
  readonly value: string | null;
  /** Bytes, as text where they are text and else in hexadecimal digits. */
  readonly isBinary?: boolean;
  /** After its last character. */
  readonly end: number;
}

/** Why there is no value: the text ends too early, it is not one from some place on, or a backslash there ends it or not. */
type NoValue = "more" | { readonly damageAt: number } | Unsure;

/** A backslash whose meaning nothing has said, in a text of this mark. */
export interface Unsure {
  readonly unsureAt: number;
  readonly mark: Mark;
}

const MOST_NESTING = 8;
const BLANKS = /[ \t\r\n]*/y;
/** A number, a word, hexadecimal digits or a prefix of a text. */
const WORD = /[-+]?[\w.]+(?:(?<=\d[eE])[-+]\d+)?/y;
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;
const CAST =
  /::\s{0,8}(?:"[^"]{1,64}"|[A-Za-z_][\w.]{0,63})(?: (?:varying|precision|with(?:out)? time zone))?(?:\(\d{1,9}(?:,\s?\d{1,9})?\))?(?:\[\])?/y;
const WORDS: ReadonlyMap<string, string | null> = new Map([
  ["null", null],
  // pg_dump writes it for generated columns.
  ["default", null],
  ["true", "true"],
  ["false", "false"],
]);

/** Where the next character is that is not blank. */
export function afterBlanks(text: string, at: number): number {
  BLANKS.lastIndex = at;
  BLANKS.test(text);
  return BLANKS.lastIndex;
}

/** The value that begins at a place, after blanks. */
function sqlValue(text: string, from: number, dialect: SqlDialect, nesting = 0): SqlValue | NoValue {
  const at = afterBlanks(text, from);
  const found = bareValue(text, at, dialect, nesting);
  return isValue(found) ? withCasts(text, found) : found;
}

function bareValue(text: string, at: number, dialect: SqlDialect, nesting: number): SqlValue | NoValue {
  if (at >= text.length) return "more";
  const mark = text[at] as string;
  if (mark === "'" || (mark === '"' && dialect.onlyApostrophes !== true)) {
    return quoted(text, at, dialect.escaping);
  }
  WORD.lastIndex = at;
  const word = WORD.exec(text)?.[0];
  if (word === undefined) return { damageAt: at };
  const end = at + word.length;
  // The word may continue in the bytes that are still to come.
  if (end >= text.length) return "more";
  if (text[end] === "'") return prefixed(text, word, end, dialect);
  if (NUMBER.test(word)) return { value: word, end };
  const known = WORDS.get(word.toLowerCase());
  if (known !== undefined) return { value: known, end };
  if (/^0[xX](?:[0-9A-Fa-f]{2})*$/.test(word)) return { ...binary(word.slice(2)), end };
  return expression(text, word, end, dialect, nesting);
}

/** `E'…'`, `N'…'`, `X'…'`, `B'…'`, `U&'…'` is refused, `_binary'…'`. */
function prefixed(text: string, word: string, at: number, dialect: SqlDialect): SqlValue | NoValue {
  const prefix = word.toLowerCase();
  if (prefix === "e") return quoted(text, at, true, postgresqlText);
  if (prefix === "n") return quoted(text, at, dialect.escaping);
  if (prefix.startsWith("_")) return introduced(quoted(text, at, true), prefix);
  const content = quoted(text, at, false);
  if (!isValue(content)) return content;
  const digits = content.value as string;
  if (prefix === "x" && /^(?:[0-9A-Fa-f]{2})*$/.test(digits)) return { ...binary(digits), end: content.end };
  if (prefix === "b" && /^[01]*$/.test(digits)) return content;
  return { damageAt: at };
}

/** A text after the name of its character set, which MySQL writes in front of it. */
function introduced(found: SqlValue | NoValue, prefix: string): SqlValue | NoValue {
  if (!isValue(found) || prefix !== "_binary") return found;
  return { value: utf8Bytes(binaryText(found.value as string)), isBinary: true, end: found.end };
}

function binary(digits: string) {
  const bytes = Buffer.from(digits, "hex").toString("latin1");
  return { value: utf8Bytes(binaryText(bytes)), isBinary: true };
}

/** What tools write around a value: `_utf8mb4 '…'`, `CAST(… AS type)`, `replace('a\nb','\n',char(10))`, `DATE '…'`. */
function expression(
  text: string,
  word: string,
  from: number,
  dialect: SqlDialect,
  nesting: number,
): SqlValue | NoValue {
  const at = afterBlanks(text, from);
  if (at >= text.length) return "more";
  const name = word.toLowerCase();
  if (/^_[a-z0-9]+$/.test(name) && /['0xX]/.test(text[at] as string)) {
    const inner = bareValue(text, at, { escaping: true }, nesting);
    return text[at] === "'" ? introduced(inner, name) : inner;
  }
  if ((name === "date" || name === "timestamp") && text[at] === "'") return quoted(text, at, false);
  if (text[at] !== "(" || nesting >= MOST_NESTING) return { damageAt: at };
  if (name === "cast" || name === "convert") return cast(text, at + 1, dialect, nesting);
  const call = Object.hasOwn(CALLS, name) ? CALLS[name] : undefined;
  // None but sqlite3 writes these.
  const within = call === undefined ? dialect : { ...dialect, escaping: dialect.escaping ?? false };
  const values: (string | null)[] = [];
  const end = listEnd(text, at, within, nesting + 1, values);
  if (typeof end !== "number") return end;
  const value = call?.(values);
  return value === undefined ? { damageAt: at } : { value, end };
}

/** The functions that sqlite3's .dump writes so that each row stays on its line. */
const CALLS: Readonly<Record<string, ((values: readonly (string | null)[]) => string | undefined) | undefined>> = {
  char: (codes) => utf8Bytes(String.fromCodePoint(...codes.map(codePoint))),
  replace: ([text, sought, by]) =>
    // A longer text would be a gigabyte by the next call. For a line end sqlite3 takes up to 16 characters that a text does not have.
    text != null && by != null && sought && sought.length <= 16 && by.length <= sought.length
      ? text.replaceAll(sought, () => by)
      : undefined,
  unistr: ([text]) => (typeof text === "string" ? unescapedUnicode(text) : undefined),
};

function codePoint(code: string | null): number {
  const number = Number(code);
  return Number.isInteger(number) && number > 0 && number < 0x110000 ? number : 0xfffd;
}

function unescapedUnicode(text: string): string {
  return text.replace(/\\(?:u([0-9A-Fa-f]{4})|(\\))/g, (_, digits: string | undefined) =>
    digits === undefined ? "\\" : utf8Bytes(String.fromCharCode(Number.parseInt(digits, 16))),
  );
}

/** `CAST(value AS type)`, `CONVERT(value USING charset)`: the value, as far as the closing parenthesis. */
function cast(text: string, from: number, dialect: SqlDialect, nesting: number): SqlValue | NoValue {
  const inner = sqlValue(text, from, dialect, nesting + 1);
  if (!isValue(inner)) return inner;
  CAST_END.lastIndex = inner.end;
  const end = CAST_END.exec(text)?.[0];
  if (end !== undefined) return { ...inner, end: inner.end + end.length };
  return { damageAt: inner.end };
}

const CAST_END = /\s{0,8}(?:AS|USING)\s{1,8}[\w. ]{1,48}(?:\(\s?[\w]{1,9}(?:\s?,\s?\d{1,9})?\s?\))?\s{0,8}\)/iy;

/** `::text` and the like after a value. */
function withCasts(text: string, found: SqlValue): SqlValue | NoValue {
  let { end } = found;
  while (text[end] === ":") {
    CAST.lastIndex = end;
    const cast = CAST.exec(text)?.[0];
    if (cast === undefined) return { damageAt: end };
    end += cast.length;
    if (end >= text.length) return "more";
  }
  return end === found.end ? found : { ...found, end };
}

/** The longest piece of a value, a text aside, that is not one before its end: `1e-5`, `::timestamp with time zone`. */
const MOST_PIECE = 128;

/** The end of a row, as `listEnd` gives it. Close to the end of what there is, damage may be a value that is cut there. */
export function rowEnd(...[text, ...more]: Parameters<typeof listEnd>): number | NoValue {
  const end = listEnd(text, ...more);
  return typeof end === "object" && "damageAt" in end && text.length - end.damageAt < MOST_PIECE ? "more" : end;
}

/** Adds the values in parentheses, the first at `at`, to `values`; gives the place after the closing one. */
function listEnd(
  text: string,
  at: number,
  dialect: SqlDialect,
  nesting: number,
  values: (string | null)[],
  most = 16,
  binaries?: Set<number>,
): number | NoValue {
  let next = at + 1;
  for (;;) {
    if (values.length >= most) return { damageAt: next };
    const found = sqlValue(text, next, dialect, nesting);
    if (!isValue(found)) return found;
    if (found.isBinary === true) binaries?.add(values.length);
    values.push(found.value);
    const end = afterBlanks(text, found.end);
    if (end >= text.length) return "more";
    const mark = text[end];
    if (mark === ")") return end + 1;
    if (mark !== ",") return { damageAt: end };
    next = end + 1;
  }
}

function isValue(found: SqlValue | NoValue): found is SqlValue {
  return found !== "more" && "value" in found;
}

/** A text in the quotation marks with which it begins; doubled ones in it are one. */
function quoted(text: string, at: number, escaping: Escaping, unescaped = mysqlText): SqlValue | NoValue {
  const mark = text[at] as Mark;
  const { end, unsureAt } = textEnd(text, at + 1, mark, escaping);
  if (unsureAt !== undefined) return { unsureAt, mark };
  if (end === undefined) return "more";
  const content = text.slice(at + 1, end - 1);
  // A salt or a name would be another one.
  const backslash = escaping === undefined ? content.indexOf("\\") : -1;
  if (backslash >= 0) return { unsureAt: at + 1 + backslash, mark };
  const hasEscapes = escaping === true && content.includes("\\");
  return { value: hasEscapes ? unescaped(content, mark) : content.replaceAll(mark + mark, mark), end };
}

const MYSQL_ESCAPES: Readonly<Record<string, string>> = {
  "0": "\0",
  b: "\b",
  n: "\n",
  r: "\r",
  t: "\t",
  Z: "\x1a",
  // Only a pattern takes these two for more than what they are.
  "%": "\\%",
  _: "\\_",
};

/** @see https://dev.mysql.com/doc/refman/8.4/en/string-literals.html */
function mysqlText(content: string, mark: string): string {
  const pattern = mark === '"' ? /\\([\s\S])|""/g : /\\([\s\S])|''/g;
  return content.replace(pattern, (_, escaped: string | undefined) =>
    escaped === undefined ? mark : (MYSQL_ESCAPES[escaped] ?? escaped),
  );
}

const POSTGRESQL_ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** @see https://www.postgresql.org/docs/current/sql-syntax-lexical.html#SQL-SYNTAX-STRINGS-ESCAPE */
function postgresqlText(content: string): string {
  const pattern = /\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([\s\S]))|''/g;
  return content.replace(pattern, (_, octal?: string, hex?: string, u?: string, U?: string, other?: string) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    const code = u ?? U;
    if (code !== undefined) return utf8Bytes(String.fromCodePoint(codePoint(String(Number.parseInt(code, 16)))));
    return other === undefined ? "'" : (POSTGRESQL_ESCAPES[other] ?? other);
  });
}
