import type { Command } from "commander";
import { MAX_HASH_LENGTH } from "../hash/hash-text.js";
import { type Change, type HashContext, type HashIdentity, identifyHash, normalizeHash } from "../index.js";
import { type CliIo, EXIT, type ExitCode, writeWaiting } from "./cli-io.js";
import { type InputLine, inputLines } from "./input-lines.js";
import { hashSource } from "./source-options.js";
import { type Style, styleFor } from "./style.js";

interface IdentifyFlags {
  readonly source?: string;
  readonly peppered?: boolean;
  readonly json?: boolean;
}

/** `credport identify`: says of each line of standard input what it is. Never repeats it. */
export function identifyCommand(command: Command, io: CliIo, finish: (code: ExitCode) => void): void {
  command
    .option("--source <system>", "system that the hashes come from")
    .option("--peppered", "that system is set up with a pepper")
    .option("--json", "print one JSON object a line")
    .addHelpText(
      "after",
      `
Examples:
  credport identify < hashes.txt
  cut -d, -f3 users.csv | credport identify --source django --json

The hashes themselves are never printed.
Exit code: 0 all can be imported, 1 some can't, 2 could not run.`,
    )
    .action(async (flags: IdentifyFlags) => finish(await identify(flags, io)));
}

async function identify(flags: IdentifyFlags, io: CliIo): Promise<ExitCode> {
  const context = contextOf(flags);
  let fine = true;
  for await (const input of inputLines(io.stdin, MAX_HASH_LENGTH)) {
    const { line } = input;
    const text = textOf(input);
    const normalized = normalizeHash(text, context);
    fine &&= normalized.ok;
    const changes = normalized.ok ? normalized.value.changes : [];
    const row = { line, ...identifyHash(text, context), changes };
    const answer =
      flags.json === true ? `${JSON.stringify(row)}\n` : describe(row, styleFor(io.stdout, io.env));
    await writeWaiting(io.stdout, answer);
  }
  return fine ? EXIT.fine : EXIT.problems;
}

/** For a line without text, one that has the same fault. */
const STAND_INS: Readonly<Record<NonNullable<InputLine["fault"]>, string>> = {
  "too-long": "x".repeat(MAX_HASH_LENGTH + 1),
  "not-utf8": "\ufffd",
};

function textOf({ text, fault }: InputLine): string {
  return fault === undefined ? text : STAND_INS[fault];
}

function contextOf({ source: name, peppered }: IdentifyFlags): HashContext {
  const source = hashSource(name);
  return { ...(source === undefined ? {} : { source }), ...(peppered === undefined ? {} : { peppered }) };
}

const COLOURS = { importable: "good", verifiable: "warn", unsupported: "warn", malformed: "bad" } as const;

function describe(row: HashIdentity & { line: number; changes: readonly Change[] }, style: Style): string {
  const { line, scheme, wrapping, disposition, changes, problems } = row;
  const how = changes.length > 0 ? ` (${changes.map(({ kind }) => kind).join(", ")})` : "";
  const inside = wrapping === null ? "" : ` in ${wrapping.name}`;
  const first = `line ${line}: ${scheme}${inside}, ${style[COLOURS[disposition]](disposition)}${how}\n`;
  const reasons = problems.map(
    ({ code, message, remedy }) => `  ${code}: ${message}\n  ${style.faint(remedy ?? "")}\n`,
  );
  return [first, ...reasons].join("");
}
