const MOST_LOOK_BYTES = 1 << 14;
const MOST_NAMES = 8;

/** What a file looks like whose system is not known: its format and the names in it, never a value. */
export function lookOf(beginning: Uint8Array): string {
  const text = new TextDecoder().decode(beginning.subarray(0, MOST_LOOK_BYTES)).trimStart();
  if (/^[[{]/.test(text)) return withNames("JSON", "keys", keysOf(text));
  if (/^(?:--|\/\*|SET |INSERT |COPY |CREATE )/i.test(text)) return "an SQL dump";
  if (/^(?:version: ?\d+\s+)?dn:/i.test(text)) return "LDIF";
  const separator = [",", ";", "\t"].find((one) => lineOf(text).includes(one));
  if (separator === undefined) return "neither JSON nor a table";
  const columns = lineOf(text)
    .split(separator)
    .map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
  const isHeader = columns.every((cell) => /^(?:[A-Za-z_][\w .:-]{0,39})?$/.test(cell));
  return isHeader ? withNames("a table", "columns", columns.filter(Boolean)) : "a table without column names";
}

function lineOf(text: string): string {
  return text.slice(0, text.search(/[\r\n]|$/));
}

function keysOf(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/"([A-Za-z_$][\w.:-]{0,39})"\s{0,8}:/g)].map(([, key]) => key as string))];
}

function withNames(format: string, what: string, names: readonly string[]): string {
  if (names.length === 0) return format;
  const shown = names.slice(0, MOST_NAMES).join(", ");
  return `${format} with the ${what} ${shown}${names.length > MOST_NAMES ? ", …" : ""}`;
}
