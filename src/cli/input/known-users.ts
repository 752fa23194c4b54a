import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { parse } from "csv-parse/sync";
import type { KnownUser } from "../../import/index.js";
import { jsonObject } from "../../lib/json-text.js";
import type { CliIo } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { delimiterOf, openInput } from "./input-file.js";
import { type InputLine, inputLines, linesOf } from "./input-lines.js";
import { readSecret } from "./read-secret.js";

/** An address, a password and a code. */
const MOST_LINE_CHARACTERS = 1 << 16;
/** Signing one in takes the service tens of milliseconds. */
const MOST_USERS = 10_000;
const OTHERS_MAY_READ = 0o077;

/**
 * Users whose password is known: one, whose password is asked for; a list on standard input (`-`); or a
 * list in a file. Asked for before anything is sent, so that the operator sees the prompt at once.
 */
export async function readKnownUsers(known: string, io: CliIo): Promise<readonly KnownUser[]> {
  if (known === "-") return readList(inputLines(io.stdin, MOST_LINE_CHARACTERS), "standard input");
  const file = await stat(known).catch(() => undefined);
  if (file === undefined) {
    return [{ email: known, password: await readSecret(`Password of ${known}`, io) }];
  }
  const { open } = await openInput(known);
  if ((file.mode & OTHERS_MAY_READ) !== 0 && process.platform !== "win32") {
    io.stderr.write(`${basename(known)} holds passwords, and other users of this machine may read it\n`);
  }
  return readList(linesOf(open(), MOST_LINE_CHARACTERS), known);
}

type ReadLine = (text: string) => KnownUser | "untestable" | undefined;

/** The first line decides: JSON objects, or a table under a line of names, with the sign between its cells. */
async function readList(lines: AsyncIterable<InputLine>, name: string): Promise<readonly KnownUser[]> {
  const list: KnownUser[] = [];
  let read: ReadLine | undefined;
  for await (const { line, text, fault } of lines) {
    if (fault === undefined && text.trim() === "") continue;
    if (read === undefined && !text.trimStart().startsWith("{")) {
      read = tableReader(text);
      if (read === undefined) throw malformed(name, line);
      continue;
    }
    read ??= readObject;
    const user = fault === undefined ? read(text) : undefined;
    if (user === undefined || list.length === MOST_USERS) throw malformed(name, line);
    if (user !== "untestable") list.push(user);
  }
  return list;
}

/** The text itself is a secret. */
function malformed(name: string, line: number): CouldNotRun {
  return new CouldNotRun(
    "cli/file-malformed",
    `line ${line} of ${name} has no identifier and password, or a code under another name than totp, or is one of more than ${MOST_USERS} users`,
    'Give one JSON object a line, {"identifier":"…","password":"…","totp":"…"}, or CSV under the line identifier,password,totp; totp may be left out.',
  );
}

function readObject(text: string): KnownUser | "untestable" | undefined {
  const { email, identifier = email, password, totp, ...others } = jsonObject(text) ?? {};
  return Object.entries(others).some(isCode) ? undefined : knownUser(identifier, password, totp);
}

/** @returns `untestable` for the known user of an export who has no address: nothing can be tried. */
function knownUser(identifier: unknown, password: unknown, totp: unknown): KnownUser | "untestable" | undefined {
  if (typeof password !== "string" || password === "") return undefined;
  if (identifier === null) return "untestable";
  if (typeof identifier !== "string" || identifier === "") return undefined;
  if (totp === undefined || totp === "") return { email: identifier, password };
  return typeof totp === "string" && /^[0-9]{6}$/.test(totp) ? { email: identifier, password, totp } : undefined;
}

/** A code under another name would be left out, and the password alone count as a sign-in. */
function isCode([name, value]: readonly [string, unknown]): boolean {
  return /^[0-9]{6}$/.test(String(value)) && !/id$/i.test(name);
}

const COLUMNS = ["identifier", "password", "totp"];

function tableReader(header: string): ReadLine | undefined {
  const delimiter = delimiterOf(header);
  const names = cellsOf(header, delimiter)?.map((name) => name.trim().toLowerCase());
  const uses = names?.map((name) => (name === "email" ? "identifier" : name)) ?? [];
  const [identifier = -1, password = -1, totp = -1] = COLUMNS.map((column) => uses.indexOf(column));
  if (identifier < 0 || password < 0 || new Set(uses).size < uses.length) return undefined;
  return (text) => {
    const cells = cellsOf(text, delimiter);
    if (cells === undefined || uses.some((use, at) => !COLUMNS.includes(use) && isCode([use, cells[at]])))
      return undefined;
    return knownUser(cells[identifier], cells[password], cells[totp]);
  };
}

/** The cells of a line by RFC 4180; undefined where a quotation mark is out of place. Nothing is trimmed. */
function cellsOf(line: string, delimiter: string): readonly string[] | undefined {
  try {
    const rows: readonly (readonly string[])[] = parse(line.replace(/\r$/, ""), { delimiter, record_delimiter: "\n" });
    return rows[0];
  } catch {
    return undefined;
  }
}
