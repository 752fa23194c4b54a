import { readFileSync } from "node:fs";
import {
  detectSource,
  type NormalizedUser,
  parseDecryptionKeys,
  type ReadExportOptions,
  readUniqueUsers,
  type SourceRecord,
} from "../../../src/source/index.js";
import { totpCode, verifyPassword } from "../../../src/verify/index.js";
import { bytesOf, codesOf, collect } from "../read-users.js";

const FOLDER = new URL("samples/", import.meta.url);

/** What everybody in the samples has as their password. */
export const PASSWORD = "correct horse battery";

export function sampleText(name: string): string {
  return readFileSync(new URL(name, FOLDER), "utf8");
}

/** Hashes of that password by independent implementations: samples/make-hashes.py. */
export const HASHES = JSON.parse(sampleText("hashes.json")) as Readonly<Record<string, string>>;

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
  const found = ENCRYPTED.find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found;
}

/** Rows as newline-delimited JSON. */
export const lines = (...rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** What `detectSource` says of a sample. */
export async function detected(text: string): Promise<unknown> {
  const found = await detectSource(new TextEncoder().encode(text));
  return found.ok ? [found.value.source, found.value.certainty] : found.problems[0].code;
}

interface Reading extends Partial<Omit<ReadExportOptions, "join" | "decryptionKeys">> {
  readonly from: ReadExportOptions["from"];
  readonly join?: readonly string[];
  /** The text of a file of keys. */
  readonly keys?: string;
}

/** All records of an export, given as text. */
export async function readAll(
  text: string,
  { join = [], keys, ...options }: Reading,
): Promise<SourceRecord[]> {
  const parsed = keys === undefined ? undefined : parseDecryptionKeys(keys);
  if (parsed?.ok === false) throw new Error(parsed.problems[0].code);
  return collect(
    readUniqueUsers(() => bytesOf(text), {
      ...options,
      ...(parsed === undefined ? {} : { decryptionKeys: parsed.value }),
      ...(join.length === 0 ? {} : { join: join.map((file) => () => bytesOf(file)) }),
    }),
  );
}

/** Each record as its user, or the codes for which it was refused, by the user's ID. */
export async function outcomes(text: string, reading: Reading): Promise<Record<string, unknown>> {
  const records = await readAll(text, reading);
  return Object.fromEntries(
    records.map((record) => {
      if (record.kind !== "user") return ["end", record.problem.code];
      const { result, userId, line } = record;
      return [userId ?? `line ${line}`, result.ok ? result.value.user : codesOf(record)];
    }),
  );
}

/** The user of an ID with their warnings and what is not carried. */
export async function readUserOf(text: string, id: string, reading: Reading) {
  const records = await readAll(text, reading);
  const record = records.find((one) => one.kind === "user" && one.userId === id);
  if (record?.kind !== "user") throw new Error(`no record of ${id}`);
  const { result, loginOnly } = record;
  return {
    user: result.ok ? result.value.user : undefined,
    codes: codesOf(record),
    notCarried: result.ok ? (result.value.notCarried ?? []) : [],
    further: result.ok ? result.value.further : undefined,
    metadata: result.ok ? result.value.metadata : undefined,
    loginOnly,
  };
}

/** Whether everybody's password verifies against a user's hash, whoever verifies it. */
export async function knowsPassword({ user, loginOnly }: Awaited<ReturnType<typeof readUserOf>>) {
  const hash = user?.passwordHash ?? loginOnly?.hash ?? "";
  const source = user?.source ?? loginOnly?.source;
  const verification = await verifyPassword(PASSWORD, hash, source === undefined ? {} : { source });
  return verification.ok && verification.value.matches;
}

/** The moment of the codes that `oathtool` gave: 2024-01-01 00:00:00 UTC. */
export const CODE_AT = 1_704_067_200;

/** Whether a code is that of a user's second factor at a moment, in seconds since 1970. */
export function takesCode(user: NormalizedUser | undefined, code: string, unixSeconds = CODE_AT): boolean {
  const secret = user?.totp[0]?.secretKey;
  return secret !== undefined && totpCode(secret, { unixSeconds }) === code;
}
