import { type CliIo, CouldNotRun } from "./cli-io.js";
import { inputLines } from "./input-lines.js";

const MOST_PASSWORD_CHARACTERS = 4096;
const INTERRUPT = "\u0003";
/** The Enter key, and Ctrl-D. */
const ENDS = ["\r", "\n", "\u0004"];
const ERASE_ALL = "\u0015";
/** What arrow and function keys send, and what frames pasted text: no part of a secret (ECMA-48). */
const KEY_SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|O[@-~])?/g;
const BACKSPACES = ["\b", "\u007f"];

export interface SecretKind {
  /** What messages call it. */
  readonly name: string;
  /** A longer one is refused: cut off it would be another one. */
  readonly mostCharacters: number;
}

const PASSWORD: SecretKind = { name: "password", mostCharacters: MOST_PASSWORD_CHARACTERS };

/** One secret to ask for. */
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

/** Asks for several, one after the other: prompts on a terminal, else the first lines of standard input. */
export async function readSecrets(
  questions: readonly SecretQuestion[],
  io: CliIo,
): Promise<readonly string[]> {
  const kinds = questions.map(({ kind = PASSWORD }) => kind);
  const secrets: string[] = [];
  if (io.stdin.isTTY !== true) secrets.push(...(await firstLines(kinds, io)));
  for (const [index, kind] of kinds.entries()) {
    secrets[index] ??= await askHidden(questions[index]?.question ?? kind.name, io, kind);
    if (secrets[index] === "") throw new CouldNotRun("cli/no-secret", `no ${kind.name} was given`);
  }
  return secrets;
}

/** One for each kind; empty where standard input ended first. */
async function firstLines(kinds: readonly SecretKind[], { stdin }: CliIo): Promise<readonly string[]> {
  const lines = kinds.map(() => "");
  const most = Math.max(...kinds.map(({ mostCharacters }) => mostCharacters));
  for await (const { line, text, fault } of inputLines(stdin, most)) {
    const kind = kinds[line - 1] as SecretKind;
    if (fault === "too-long" || text.length > kind.mostCharacters) throw tooLong(kind);
    if (fault === "not-utf8") {
      throw new CouldNotRun("cli/secret-not-utf8", `the ${kind.name} has bytes that are not UTF-8`);
    }
    lines[line - 1] = text;
    if (line === kinds.length) break;
  }
  return lines;
}

function tooLong({ name, mostCharacters }: SecretKind): CouldNotRun {
  return new CouldNotRun("cli/secret-too-long", `the ${name} has more than ${mostCharacters} characters`);
}

async function askHidden(question: string, { stdin, stderr }: CliIo, kind: SecretKind): Promise<string> {
  stderr.write(`${question} (not shown): `);
  stdin.setRawMode?.(true);
  stdin.setEncoding("utf8");
  try {
    return await typedLine(stdin, kind);
  } finally {
    stdin.setRawMode?.(false);
    stdin.pause();
    stderr.write("\n");
  }
}

function typedLine(stdin: CliIo["stdin"], kind: SecretKind): Promise<string> {
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
      const end = line.type(chunk);
      if (end !== null) settle(end);
    };
    stdin.on("data", onData);
    stdin.on("end", onEnd);
    stdin.resume();
  });
}

type TypedEnd = "entered" | "interrupted" | "too-long";

/** What is typed on a terminal in raw mode, with the keys that edit it. */
class TypedLine {
  text = "";
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Null while the line goes on. */
  type(chunk: string): TypedEnd | null {
    for (const character of chunk.replaceAll(KEY_SEQUENCE, "")) {
      if (character === INTERRUPT) return "interrupted";
      if (ENDS.includes(character)) return this.#end("entered");
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
