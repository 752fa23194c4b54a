import { counted } from "../../lib/plural.js";
import type { CliIo } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { type InputLine, inputLines } from "./input-lines.js";

const MOST_PASSWORD_CHARACTERS = 4096;
const INTERRUPT = "\u0003";
/** The Enter key, and Ctrl-D. */
const ENDS = ["\r", "\n", "\u0004"];
const ERASE_ALL = "\u0015";
/** What arrow and function keys send, and what frames pasted text: no part of a secret (ECMA-48). */
const KEY_SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|O[@-~])?/g;
const BACKSPACES = ["\b", "\u007f"];

interface SecretKind {
  readonly name: string;
  /** A longer one is refused: cut off it would be another one. */
  readonly mostCharacters: number;
}

const SEVERAL = "Add --lines to convert every line; without it, give one secret.";
export const NOT_UTF8 = "Save the text as UTF-8; give raw bytes in base64 or hexadecimal.";
const PASSWORD: SecretKind = { name: "password", mostCharacters: MOST_PASSWORD_CHARACTERS };

export interface SecretQuestion {
  readonly question: string;
  /** A password, where nothing else is said. */
  readonly kind?: SecretKind;
}

/**
 * Asks for a secret: at a prompt that shows nothing on a terminal, else the first line
 * of standard input. A secret is never an argument, where other users of the machine
 * could read it.
 */
export async function readSecret(question: string, io: CliIo, kind: SecretKind = PASSWORD): Promise<string> {
  const [secret] = await readSecrets([{ question, kind }], io);
  return secret as string;
}

/** The same, where a second line would go unused: that is refused, in the words given. */
export async function readOneSecret(
  question: string,
  io: CliIo,
  kind: SecretKind,
  severalLines: string,
): Promise<string> {
  const [secret] = await readSecrets(
    [{ question, kind }],
    io,
    new CouldNotRun("cli/secret-unusable", severalLines, SEVERAL),
  );
  return secret as string;
}

function soundLine({ text, fault }: InputLine, kind: SecretKind): string {
  if (fault === "too-long" || text.length > kind.mostCharacters) throw tooLong(kind);
  if (fault !== "not-utf8") return text;
  throw notUtf8(`the ${kind.name}`);
}

/** What was given can't be read as text. */
export function notUtf8(what: string): CouldNotRun {
  return new CouldNotRun("cli/secret-unusable", `${what} has bytes that are not UTF-8`, NOT_UTF8);
}

const noSecret = ({ name }: SecretKind): CouldNotRun => new CouldNotRun("cli/secret-unusable", `no ${name} was given`);

/**
 * Asks for several, one after the other: prompts on a terminal, else the first lines of standard input. Further lines go
 * unused, or are refused as is given.
 */
export async function readSecrets(
  questions: readonly SecretQuestion[],
  io: CliIo,
  furtherLines?: CouldNotRun,
): Promise<readonly string[]> {
  const kinds = questions.map(({ kind = PASSWORD }) => kind);
  const secrets: string[] = [];
  const typed = new TypedAhead();
  if (io.stdin.isTTY !== true) secrets.push(...(await firstLines(kinds, io, furtherLines)));
  for (const [index, kind] of kinds.entries()) {
    secrets[index] ??= await askHidden(questions[index]?.question ?? kind.name, io, kind, typed);
    if (secrets[index] === "") throw noSecret(kind);
  }
  return secrets;
}

/** One for each kind; empty where standard input ended first. */
async function firstLines(
  kinds: readonly SecretKind[],
  { stdin }: CliIo,
  furtherLines: CouldNotRun | undefined,
): Promise<readonly string[]> {
  const lines = kinds.map(() => "");
  const most = Math.max(...kinds.map(({ mostCharacters }) => mostCharacters));
  for await (const input of inputLines(stdin, most)) {
    const { line, fault, text } = input;
    const kind = kinds[line - 1];
    if (kind !== undefined) lines[line - 1] = soundLine(input, kind);
    else if (fault !== undefined || text.trim() !== "") {
      throw furtherLines;
    }
    if (line >= kinds.length && furtherLines === undefined) break;
  }
  return lines;
}

function tooLong({ name, mostCharacters }: SecretKind): CouldNotRun {
  return new CouldNotRun(
    "cli/secret-unusable",
    `the ${name} has more than ${counted(mostCharacters, "character")}`,
    "Give the secret alone on the first line; a file that holds more is probably the wrong one.",
  );
}

async function askHidden(
  question: string,
  { stdin, stderr }: CliIo,
  kind: SecretKind,
  typed: TypedAhead,
): Promise<string> {
  stderr.write(`${question} (not shown): `);
  stdin.setRawMode?.(true);
  stdin.setEncoding("utf8");
  try {
    return await typedLine(stdin, kind, typed);
  } finally {
    stdin.setRawMode?.(false);
    stdin.pause();
    stderr.write("\n");
  }
}

function typedLine(stdin: CliIo["stdin"], kind: SecretKind, typed: TypedAhead): Promise<string> {
  return new Promise((resolve, reject) => {
    const line = new TypedLine(kind.mostCharacters);
    const settle = (end: TypedEnd) => {
      stdin.off("data", onData);
      stdin.off("end", onEnd);
      if (end === "entered") resolve(line.text);
      else reject(end === "interrupted" ? new CouldNotRun("cli/interrupted", "interrupted") : tooLong(kind));
    };
    const onEnd = () => settle("entered");
    const onData = (chunk: string) => {
      const end = line.type(chunk, typed);
      if (end !== null) settle(end);
    };
    const early = line.type(typed.take(), typed);
    if (early !== null) return settle(early);
    stdin.on("data", onData);
    stdin.on("end", onEnd);
    stdin.resume();
  });
}

/** What was typed or pasted after the Enter key, before the next question was asked. */
class TypedAhead {
  #text = "";
  /** A line end of two characters may come in two chunks. */
  #isAfterReturn = false;

  take(): string {
    const text = this.#text;
    this.#text = "";
    return text;
  }

  keep(end: string, text: string): void {
    this.#isAfterReturn = end === "\r";
    this.#text = this.withoutLineFeed(text);
  }

  withoutLineFeed(text: string): string {
    if (!this.#isAfterReturn || text === "") return text;
    this.#isAfterReturn = false;
    return text.startsWith("\n") ? text.slice(1) : text;
  }
}

type TypedEnd = "entered" | "interrupted" | "too-long";

/** What is typed on a terminal in raw mode, with the keys that edit it. */
class TypedLine {
  text = "";
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Null while the line continues. */
  type(chunk: string, ahead: TypedAhead): TypedEnd | null {
    const keys = [...ahead.withoutLineFeed(chunk).replaceAll(KEY_SEQUENCE, "")];
    for (const [index, character] of keys.entries()) {
      if (character === INTERRUPT) return "interrupted";
      if (ENDS.includes(character)) {
        ahead.keep(character, keys.slice(index + 1).join(""));
        return this.#end("entered");
      }
      if (character === ERASE_ALL) this.text = "";
      else if (BACKSPACES.includes(character)) this.text = [...this.text].slice(0, -1).join("");
      else this.text += character;
    }
    return this.#end(null);
  }

  #end<End>(end: End): End | "too-long" {
    return this.text.length > this.#most ? "too-long" : end;
  }
}
