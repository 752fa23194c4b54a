const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/**
 * The values of a line under `COPY … FROM stdin`, with a character for each byte.
 *
 * @see https://www.postgresql.org/docs/current/sql-copy.html — Text Format
 */
export function copyRow(line: string): readonly (string | null)[] {
  const fields = line.split("\t");
  return line.includes("\\") ? fields.map(unescaped) : fields;
}

function unescaped(field: string): string | null {
  if (field === "\\N") return null;
  if (!field.includes("\\")) return field;
  return field.replace(
    /\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|([\s\S]))/g,
    (_, octal?: string, hex?: string, other = "") => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      return ESCAPES[other] ?? other;
    },
  );
}
