/** Most characters in a line of instructions. */
const WIDTH = 116;

/** The text of `Source.howToExport`: commands, a blank line, and a paragraph for each note. */
export function howTo(commands: readonly string[], ...notes: readonly string[]): string {
  return [...commands, "", ...notes.flatMap(wrapped)].join("\n");
}

/** A table that is always there, or one that may not be and what it holds: mysqldump stops at a missing table. */
type ExportedTable = string | readonly [name: string, of: string];

/** How tables of MySQL or MariaDB are exported: with the one right that it takes. */
export function fromMysql(tables: readonly ExportedTable[], ...notes: readonly string[]): string {
  return howTo(
    mysqldump(tables),
    `Least privileges: SELECT on ${theseTables(tables)} (GRANT SELECT ON DATABASE.${always(tables)[0]} TO …). The ` +
      "command asks for no other right; where MySQL counts transactions by GTIDs, it needs --set-gtid-purged=OFF as " +
      "well. MariaDB calls its program mariadb-dump.",
    ...notes,
  );
}

/** How tables of PostgreSQL are exported: with the rights that it takes. */
export function fromPostgres(tables: readonly ExportedTable[], ...notes: readonly string[]): string {
  return howTo(
    pgDump(tables),
    `Least privileges: USAGE on the schema and SELECT on ${theseTables(tables)}, and on the sequences that number ` +
      "their rows, where they have any.",
    ...notes,
  );
}

/** How a collection of MongoDB is exported, with the rights that it takes. */
export function fromMongo(collection: string, ...notes: readonly string[]): string {
  return howTo(
    [`mongoexport --uri="mongodb://HOST/DATABASE" --collection=${collection} --out=users.ndjson`],
    "Least privileges: a role with the action find on this collection; the role read of the database has it.",
    ...notes,
  );
}

/** How tables of either database are exported, with the one that is used more often first. */
export function fromMysqlOrPostgres(tables: readonly ExportedTable[], ...notes: readonly string[]): string {
  return fromEither([...ofMysql(tables), ...ofPostgres(tables)], tables, notes);
}

export function fromPostgresOrMysql(tables: readonly ExportedTable[], ...notes: readonly string[]): string {
  return fromEither([...ofPostgres(tables), ...ofMysql(tables)], tables, notes);
}

function fromEither(commands: readonly string[], tables: readonly ExportedTable[], notes: readonly string[]) {
  return howTo(
    commands,
    `Least privileges: SELECT on ${theseTables(tables)}; in PostgreSQL also USAGE on the schema, and SELECT on the ` +
      "sequences that number the rows, where there are any.",
    ...notes,
  );
}

const ofMysql = (tables: readonly ExportedTable[]) => ["# MySQL, MariaDB:", ...mysqldump(tables)];
const ofPostgres = (tables: readonly ExportedTable[]) => ["# PostgreSQL:", ...pgDump(tables)];

/** The tables that are not always there: pg_dump passes over those. */
function additions(tables: readonly ExportedTable[]): readonly string[] {
  return tables.flatMap((table) =>
    typeof table === "string"
      ? []
      : `# Add ${table[0]} if it is there (${table[1]}): mysqldump stops at a missing table.`,
  );
}

const always = (tables: readonly ExportedTable[]) => tables.filter((table) => typeof table === "string");

const nameOf = (table: ExportedTable) => (typeof table === "string" ? table : table[0]);

function theseTables(tables: readonly ExportedTable[]): string {
  return tables.length === 1 ? "this table" : "these tables";
}

/** It writes the file itself: what PowerShell takes from a program it reads in an encoding of its own. */
const MYSQLDUMP =
  "mysqldump --single-transaction --no-tablespaces --no-create-info --complete-insert --hex-blob --result-file=users.sql";

/** The program of MySQL and MariaDB, asking for nothing but SELECT. */
function mysqldump(tables: readonly ExportedTable[]): readonly string[] {
  return [...command([...MYSQLDUMP.split(" "), "DATABASE", ...always(tables)]), ...additions(tables)];
}

function pgDump(tables: readonly ExportedTable[]): readonly string[] {
  return command([
    "pg_dump --data-only --file=users.sql",
    ...tables.map((table) => `--table=${nameOf(table)}`),
    "DATABASE",
  ]);
}

/** A command in lines that the shell reads as one. */
function command(words: readonly string[]): readonly string[] {
  const lines = filled(words, WIDTH - 4);
  return lines.map((line, at) => `${at === 0 ? "" : "  "}${line}${at === lines.length - 1 ? "" : " \\"}`);
}

function wrapped(text: string): readonly string[] {
  return filled(text.split(" "), WIDTH);
}

/** Words in as few lines as they fit into. */
function filled(words: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
