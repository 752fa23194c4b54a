import { Command } from "commander";
import { COMMANDS } from "../../src/cli/commands.js";
import { SERVICE_PROFILES } from "../../src/service/profile.js";
import { READABLE_SOURCES } from "../../src/source/index.js";
import { fakeIo } from "../cli/fake-io.js";

/** A command line of a page. Where it is named in a sentence, its arguments may be missing. */
export interface DocumentedCommand {
  readonly place: string;
  readonly words: readonly string[];
  readonly isWhole: boolean;
}

/** A word of a shell: quoted, or up to a space, or what ends a command. */
const WORD = /'([^']*)'|"([^"]*)"|(\d?[<>]+|[|;&]+|:::)|((?:[^\s'"|;&<>]|<[\w-]+>)+)/g;

/** The words after `credport`, up to what the shell takes for itself. */
function wordsOf(line: string): readonly string[] {
  const words: string[] = [];
  for (const [, single, double, operator, bare] of line.matchAll(WORD)) {
    if (operator !== undefined || bare?.startsWith("#") === true) break;
    words.push(single ?? double ?? bare ?? "");
  }
  return words;
}

/** Where a command of credport begins: in a shell, in the text of a manifest, and as code in a sentence. */
const PROGRAM: Readonly<Record<string, RegExp>> = {
  sh: /(?<!install |[\w./@{-])credport(?= )/,
  "": /(?<=^(?:npx )?)credport(?= )/,
  console: /(?<=^\$ (?:npx )?)credport(?= )/,
  yaml: /(?<=')credport(?= [^']*')/,
  prose: /(?<=^(?:.*\| ?|\S+=\S+ )?(?:npx )?)credport(?= )/,
};

function commandsIn(language: string, text: string, place: string): readonly DocumentedCommand[] {
  const match = PROGRAM[language]?.exec(text) ?? null;
  if (match === null) return [];
  const rest = text.slice(match.index + "credport".length);
  const words = wordsOf(language === "yaml" ? rest.replace(/'.*/, "") : rest);
  return words.length === 0 ? [] : [{ place, words, isWhole: language !== "prose" }];
}

/** The command lines of a page: in blocks for the shell, in those that show a terminal or a manifest, and in its text. */
export function documentedCommands(path: string, page: string): readonly DocumentedCommand[] {
  const found: DocumentedCommand[] = [];
  const lineOf = (index: number) => `${path}:${page.slice(0, index).split("\n").length}`;
  const prose = page.replace(/^```(\w*).*\n([\s\S]*?)^```/gm, (block, language: string, _, start: number) => {
    // A command on several lines is one.
    for (const { 0: line, index } of block.matchAll(/^(?:.*\\\n)*.*$/gm)) {
      found.push(...commandsIn(language, line.replaceAll("\\\n", " "), lineOf(start + index)));
    }
    return block.replaceAll(/[^\n]/g, " ");
  });
  for (const { 1: code = "", index } of prose.matchAll(/`([^`]+)`/g)) {
    found.push(...commandsIn("prose", code.replaceAll(/\s+/g, " "), lineOf(index)));
  }
  return found;
}

/** The real command line, whose actions do nothing. */
async function inertProgram(named: string): Promise<Command> {
  const program = new Command("credport").exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
  for (const { name, load } of COMMANDS) {
    const command = program.command(name);
    if (name === named) (await load())(command, fakeIo().io, () => undefined);
  }
  makeInert(program);
  return program;
}

function makeInert(command: Command): void {
  if (command.commands.length === 0) command.action(() => undefined);
  for (const each of command.commands) makeInert(each);
}

const MAY_BE_MISSING = new Set(["commander.missingArgument", "commander.optionMissingArgument"]);

/** Names that the actions look up, which are left out here. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  fallback: ["status", "plan", "shred"],
  fleet: ["plan", "work", "status", "pause", "resume", "cancel", "clean", "report"],
  sources: [...READABLE_SOURCES, "init"],
  "--from": [...READABLE_SOURCES, "table"],
  "--service": Object.keys(SERVICE_PROFILES),
};

/** What the reader replaces. */
const PLACEHOLDER = /^(?:…|[A-Z]+|<.*>)$/;

function isStranger(option: string | undefined, value: string): boolean {
  return option !== undefined && !PLACEHOLDER.test(value) && NAMES[option]?.includes(value) === false;
}

/** What the command line has against a documented command, or null. An ellipsis is for what a reader puts in, or for nothing. */
export async function faultOfCommand({ words, isWhole }: DocumentedCommand): Promise<string | null> {
  const spellings = [words, words.filter((word) => word !== "…")];
  const mayLack = !isWhole || words.includes("…");
  const faults = await Promise.all(spellings.map((each) => faultOfWords(each, mayLack)));
  return faults.includes(null) ? null : (faults.at(-1) ?? null);
}

async function faultOfWords(words: readonly string[], mayLack: boolean): Promise<string | null> {
  const [named = ""] = words;
  if (!COMMANDS.some(({ name }) => name === named)) return `there is no command ${named}`;
  const stranger = words.find((word, at) => isStranger(words[at - 1], word) && !words.includes("--plugin"));
  if (stranger !== undefined) return `there is no ${stranger}`;
  try {
    await (await inertProgram(named)).parseAsync(words, { from: "user" });
    return null;
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message: string };
    if (code === "commander.helpDisplayed") return null;
    const isMissing = MAY_BE_MISSING.has(code ?? "") || message.startsWith("required option ");
    return mayLack && isMissing ? null : message;
  }
}
