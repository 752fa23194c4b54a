import type { Command } from "commander";
import { printable } from "../../lib/printable.js";
import { draftTableMap, READABLE_SOURCES, type ReadableSource, type Source } from "../../source/index.js";
import { sourceOf } from "../../source/internal.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { openInput } from "../input/input-file.js";
import { unknownName } from "../input/unknown-name.js";
import { namedFile, requireDistinctFiles } from "../output/distinct-files.js";
import { addHelp, type CommandHelp } from "../output/help.js";
import { OutputFile } from "../output/output-file.js";

interface SourcesFlags {
  readonly out?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

const HELP: CommandHelp = {
  notes: [
    "Without a name it lists the systems that --from takes; with one it says how to export that system's users.",
    "init looks at a table or list of users and writes a first map for --from table. What it can't decide is null",
    "in the map, and is refused until it is filled in: no encoding and no system is guessed.",
  ],
  examples: [
    "credport sources",
    "credport sources firebase",
    "credport sources init users.csv --out map.json",
  ],
  exitCodes: { fine: "the systems, the instructions or the map were written" },
};

const INIT = "init";

/** `credport sources`: what can be read, how to export it, and a first map of any other table. */
export function sourcesCommand(command: Command, io: CliIo, finish: (code: ExitCode) => void): void {
  addHelp(
    command
      .argument("[name]", "a system whose export is described, or init")
      .argument("[file]", "with init: a table or list of users")
      .option("--out <file>", "with init: write the map to this file")
      .option("--force", "replace a file of --out that exists")
      .option("--json", "print the list, or what is said of one system, as JSON"),
    HELP,
  ).action(async (name: string | undefined, file: string | undefined, flags: SourcesFlags) => {
    finish(await sources(name, file, flags, io));
  });
}

async function sources(
  name: string | undefined,
  file: string | undefined,
  flags: SourcesFlags,
  io: CliIo,
): Promise<ExitCode> {
  if (name === INIT) {
    if (file === undefined) throw new CouldNotRun("cli/not-readable", "init was given without a file");
    return initMap(file, flags, io);
  }
  if (name === undefined) io.stdout.write(list(flags));
  else io.stdout.write(instructions(name, flags));
  return EXIT.fine;
}

function rows(): readonly {
  readonly name: string;
  readonly title: string;
  readonly formats: readonly string[];
}[] {
  return READABLE_SOURCES.map((name) => rowOf(name));
}

function rowOf(name: ReadableSource) {
  const { title, readers }: Source = sourceOf(name);
  return { name, title, formats: [...new Set(readers.map(({ format }) => format))] };
}

function list({ json }: SourcesFlags): string {
  if (json === true) return `${JSON.stringify({ sources: rows() }, null, 2)}\n`;
  const all = [...rows(), { name: "table", title: "any table, by a map", formats: ["CSV", "JSON"] }];
  const width = Math.max(...all.map(({ name }) => name.length));
  return all
    .map(({ name, title, formats }) => `${name.padEnd(width)}  ${title} (${formats.join(", ")})\n`)
    .join("");
}

function instructions(name: string, { json }: SourcesFlags): string {
  const known = READABLE_SOURCES.find((one) => one === name);
  if (known === undefined) {
    const message = `${printable(name)} is not a known system`;
    throw unknownName("cli/unknown-source", message, name, [...READABLE_SOURCES, INIT]);
  }
  const { title, howToExport }: Source = sourceOf(known);
  if (json === true)
    return `${JSON.stringify({ ...rowOf(known), howToExport: howToExport ?? null }, null, 2)}\n`;
  return `${title} (--from ${known})\n\n${howToExport ?? "See docs/sources.md."}\n`;
}

async function initMap(path: string, { out, force }: SourcesFlags, io: CliIo): Promise<ExitCode> {
  await requireDistinctFiles({ inputs: [{ name: "the table", path }], outputs: namedFile("--out", out) });
  const drafted = await draftTableMap((await openInput(path)).open());
  if (!drafted.ok) {
    const [{ code, message, remedy }] = drafted.problems;
    throw new CouldNotRun(code, `${path}: ${message}`, remedy);
  }
  const { map, notes } = drafted.value;
  const text = `${JSON.stringify(map, null, 2)}\n`;
  for (const note of notes) io.stderr.write(`${note}\n`);
  if (out === undefined) {
    io.stdout.write(text);
    return EXIT.fine;
  }
  const file = await OutputFile.create({ path: out }, { force });
  try {
    await file.write(text);
    await file.complete();
  } catch (error) {
    await file.discard();
    throw error;
  }
  return EXIT.fine;
}
