import { type Escaping, isBracketedName, type Mark, textEnd } from "./sql-dialect.js";
import { afterBlanks } from "./sql-value.js";
import { COLUMN_NAMES, NAME_PART, nameParts, TABLE_NAME, tableKey } from "./table-names.js";

/** What rows of a table follow: after `VALUES`, or on the lines after `COPY … FROM stdin;`. */
export interface RowsHead {
  readonly kind: "insert" | "copy";
  readonly table: string;
  /** None where the statement does not name them. */
  readonly columns: readonly string[] | undefined;
  readonly end: number;
}

/** A column as `CREATE TABLE` defines it. */
export interface ColumnDefinition {
  readonly name: string;
  /** Its type holds bytes that need not be text. */
  readonly isBinary: boolean;
  /** Computed of other columns. */
  readonly isGenerated: boolean;
}

/** A beginning that is longer than any: what follows is passed over. */
export const MOST_HEAD = 1 << 16;

const INTO = String.raw`(?:INSERT|REPLACE)\s+(?:(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|IGNORE|OR\s+\w+)\s+){0,3}(?:INTO\s+)?`;
const INSERT = new RegExp(
  String.raw`${INTO}(${TABLE_NAME})\s*` +
    String.raw`(${COLUMN_NAMES})?\s*(?:OVERRIDING\s+(?:SYSTEM|USER)\s+VALUE\s+)?VALUES?(?=[\s(])`,
  "iy",
);
const COPY = new RegExp(String.raw`COPY\s+(${TABLE_NAME})\s*(${COLUMN_NAMES})?\s+FROM\s+stdin\s*;[ \t]*\r?\n`, "iy");
const CREATE = new RegExp(
  String.raw`CREATE\s+(?:(?:GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED|FOREIGN)\s+){0,3}TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(${TABLE_NAME})\s*(?=\()`,
  "iy",
);

/** The beginning of a statement with rows; undefined where it is not one, or not whole yet. */
export function rowsHeadAt(text: string, at: number, kind: RowsHead["kind"]): RowsHead | undefined {
  const pattern = kind === "insert" ? INSERT : COPY;
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const [whole, table = "", columns] = found;
  const names = columns === undefined ? undefined : nameParts(columns.slice(1, -1));
  return { kind, table: tableKey(table), columns: names, end: at + whole.length };
}

const ROWS_TABLE = new RegExp(String.raw`(?:${INTO}|COPY\s+)(${TABLE_NAME})`, "iy");

/** The table of a statement whose beginning can't be read further. */
export function rowsTableAt(text: string, at: number): string | undefined {
  ROWS_TABLE.lastIndex = at;
  const table = ROWS_TABLE.exec(text)?.[1];
  return table === undefined ? undefined : tableKey(table);
}

/** The table that a statement defines, with where its definition begins. */
export function createHeadAt(text: string, at: number): { readonly table: string; readonly end: number } | undefined {
  CREATE.lastIndex = at;
  const found = CREATE.exec(text);
  return found === null ? undefined : { table: tableKey(found[1] ?? ""), end: at + found[0].length };
}

const DEFINITION = new RegExp(String.raw`\s*(${NAME_PART})\s*([\w]*)`, "y");
/**
 * What is defined in the same list and is not a column. PostgreSQL and SQLite have columns that are called `key` and the like,
 * without marks: an index has a name in the marks of MySQL after it, or a list of columns rather than the length of a type.
 */
const NOT_A_COLUMN = new RegExp(
  `(?:PRIMARY|UNIQUE|CONSTRAINT|FOREIGN|CHECK|LIKE|(?:KEY|INDEX|FULLTEXT|SPATIAL|EXCLUDE|PERIOD)` +
    String.raw`(?=\s*(?:[\x60(\[]|(?:KEY|INDEX|FOR|USING)\b|${NAME_PART}\s*(?:USING\s+\w+\s*)?\((?!\s*(?:\d+\s*[,)]|')))))` +
    String.raw`(?![\w$@#\x80-\xff])`,
  "iy",
);
const BINARY_TYPE = /^(?:bytea|(?:tiny|medium|long)?blob|(?:var)?binary|image|rowversion)$/i;
const DEFINITION_MARKS = /["'`()[\],]|--|\/\*/g;

/** The columns between the parentheses at a place; undefined if they don't close. Texts, names and comments are passed over. */
export function columnDefinitions(
  text: string,
  open: number,
  escaping: Escaping,
): readonly ColumnDefinition[] | undefined {
  const columns: ColumnDefinition[] = [];
  let depth = 1;
  let from = open + 1;
  DEFINITION_MARKS.lastIndex = from;
  for (;;) {
    const found = DEFINITION_MARKS.exec(text);
    if (found === null) return undefined;
    const [mark] = found;
    const hiddenTo = afterHidden(text, found.index, mark, escaping);
    if (hiddenTo === undefined) return undefined;
    if (hiddenTo > 0) {
      DEFINITION_MARKS.lastIndex = hiddenTo;
      continue;
    }
    if (mark === "(" || mark === "[") depth++;
    else if (mark !== ",") depth--;
    if (depth === 0 || (depth === 1 && mark === ",")) {
      columns.push(...definitionIn(text, from, found.index, escaping));
      from = DEFINITION_MARKS.lastIndex;
    }
    if (depth === 0) return columns;
  }
}

/** After a text, a name or a comment; 0 where the mark begins none, undefined where its end is missing. */
function afterHidden(text: string, at: number, mark: string, escaping: Escaping): number | undefined {
  if (mark === "[" ? !isBracketedName(text, at) : /[(),\]]/.test(mark)) return 0;
  if (mark !== "--" && mark !== "/*") return textEnd(text, at + 1, mark as Mark, escaping === true).end;
  const end = text.indexOf(mark === "--" ? "\n" : "*/", at);
  return end < 0 ? undefined : end + mark.length;
}

const QUOTED = /'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** Without marks that are escaped. */
const plainOf = (text: string, escaping: Escaping) => (escaping === true ? text.replaceAll(/\\[\s\S]/g, "") : text);

function definitionIn(text: string, from: number, end: number, escaping: Escaping): readonly ColumnDefinition[] {
  let at = afterBlanks(text, from);
  // A comment of the schema in front of the column.
  while (text.startsWith("--", at) || text.startsWith("/*", at)) {
    at = afterBlanks(text, afterHidden(text, at, text.slice(at, at + 2), false) ?? text.length);
  }
  DEFINITION.lastIndex = at;
  const [, name = "", type = ""] = DEFINITION.exec(text) ?? [];
  NOT_A_COLUMN.lastIndex = at;
  if (name === "" || NOT_A_COLUMN.test(text)) return [];
  const isGenerated = /\bAS\s*\(/i.test(plainOf(text.slice(at, end), escaping).replaceAll(QUOTED, "''"));
  return [{ name: nameParts(name)[0] ?? name, isBinary: BINARY_TYPE.test(type), isGenerated }];
}
