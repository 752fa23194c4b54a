import { parse } from "csv-parse/sync";

export type Row = Readonly<Record<string, unknown>>;

/** A dump as `pg_dump --inserts` or mysqldump writes it, by the quotes that its names have. */
export function dumpOf(quote: '"' | "`", tables: Readonly<Record<string, readonly Row[]>>): string {
  const nameOf = (name: string) => `${quote}${name}${quote}`;
  const lines = Object.entries(tables).flatMap(([table, rows]) =>
    rows.map((row) => {
      const columns = Object.keys(row).map(nameOf).join(", ");
      return `INSERT INTO ${nameOf(table)} (${columns}) VALUES (${Object.values(row).map(literal).join(", ")});\n`;
    }),
  );
  return lines.join("");
}

/** The rows of a table with the names of columns; an empty cell is null. */
export function rowsOf(csv: string): readonly Row[] {
  return parse(csv, { columns: true, cast: (value) => (value === "" ? null : value) }) as Row[];
}

/** A row with the names of columns that an application makes of its own: `passwordType` is `password_type`. */
export function inSnakeCase(row: Row): Row {
  const named = Object.entries(row).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return Object.fromEntries(named) as Row;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `'${text.replaceAll("'", "''")}'`;
}

/** The rows of a table in a script of SQL Server, as `FOR JSON` writes them. */
export function sqlServerTable(script: string, table: string): readonly Row[] {
  const inserts = script.matchAll(
    new RegExp(`^INSERT \\[dbo\\]\\.\\[${table}\\] \\((.*?)\\) VALUES \\((.*)\\)$`, "gm"),
  );
  return [...inserts].map(([, names = "", values = ""]) => {
    const columns = [...names.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);
    const cells = [...values.matchAll(/(?:CAST\()?N'([^']*)'(?: AS \w+\))?|(\w+)/g)];
    return Object.fromEntries(columns.map((name, at) => [name, sqlServerValue(name, cells[at] ?? [])]));
  });
}

function sqlServerValue(name: string, [, text, word]: readonly (string | undefined)[]): unknown {
  if (text !== undefined) return text;
  if (word === "NULL") return null;
  return /(?:Confirmed|Enabled)$/.test(name) ? word === "1" : Number(word);
}
