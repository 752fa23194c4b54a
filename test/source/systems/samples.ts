import { readFileSync } from "node:fs";

const FOLDER = new URL("samples/", import.meta.url);

export function sampleOf(name: string): string {
  return readFileSync(new URL(name, FOLDER), "utf8");
}

/** The password of every user in the samples, but for those of make-hashes.py: their hashes are by other programs. */
export const PASSWORD = "correct horse";
/** Of every user in the samples of make-hashes.py. */
export const LONG_PASSWORD = "correct horse battery";

/** Hashes of the long password by independent implementations: samples/make-hashes.py. */
export const HASHES = JSON.parse(sampleOf("hashes.json")) as Readonly<Record<string, string>>;

const PHP_HASHES = new Map(
  sampleOf("php-hashes.tsv")
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t") as [string, string]),
);

/** A hash of the password as samples/php-hashes.sh names it. */
export function hashOf(name: string): string {
  return named(PHP_HASHES.get(name), name);
}

interface EncryptedSample {
  readonly name: string;
  readonly keys: string;
  readonly secret: Readonly<Record<"text" | "iv" | "salt", string>>;
}

const ENCRYPTED = JSON.parse(
  readFileSync(new URL("../decryption/encrypted-secrets.json", import.meta.url), "utf8"),
) as readonly EncryptedSample[];

/** The secret JBSWY3DPEHPK3PXP as a system encrypts it, with its keys. */
export function secretOf(name: string): EncryptedSample {
  return named(
    ENCRYPTED.find((one) => one.name === name),
    name,
  );
}

function named<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`there is no ${name} in the samples`);
  return found;
}

/** `oathtool --totp -b JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP -N "2026-01-01 00:00:00 UTC"` */
export const TOTP_SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
export const TOTP_CODE = "452777";

/** Rows as newline-delimited JSON. */
export const lines = (...rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** Rows as MySQL's and PHP's programs write them into a dump. */
export function insertInto(table: string, rows: readonly Readonly<Record<string, unknown>>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const written = (value: unknown) =>
    typeof value === "string" && !value.startsWith("0x") ? `'${value.replaceAll("'", "''")}'` : String(value ?? "NULL");
  const values = rows.map((row) => `(${columns.map((name) => written(row[name])).join(", ")})`);
  return `-- phpMyAdmin SQL Dump\nINSERT INTO \`${table}\` (\`${columns.join("`, `")}\`) VALUES\n${values.join(",\n")};\n`;
}
