import { printable } from "../../lib/printable.js";
import { READABLE_SOURCES, type ReadableSource, type Source } from "../../source/index.js";
import { allSources, draftTableMap, sourceOf } from "../../source/internal.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun, valueOrEnd } from "../could-not-run.js";
import { commandOf } from "../input/command-of.js";
import { openInput } from "../input/input-file.js";
import { type FlagsOf, flag, value } from "../input/option-rows.js";
import { unknownSystem } from "../input/other-systems.js";
import { readSecret } from "../input/read-secret.js";
import { namedFile, requireDistinctFiles } from "../output/distinct-files.js";
import { itemLines } from "../output/help.js";
import { OutputFile } from "../output/output-file.js";
import { jsonText } from "../output/report.js";
import { textColumns } from "../wrap.js";
import { exportInstructions, fittedInstructions } from "./export-instructions.js";

const OPTIONS = [
  value("--out <file>", "with init: write the map to this file"),
  value(
    "--known <user>",
    "with init: find how hashes are made, by one of the first 1,000 users, whose password is asked for",
  ),
  flag("--force", "replace a file of --out that exists"),
  flag("--json", "print the list, or what is said of one system, as JSON"),
] as const;

type SourcesFlags = FlagsOf<typeof OPTIONS>;

const INIT = "init";

export const sourcesCommand = commandOf(
  {
    takes: [
      ["[name]", "a system whose export is described, or init", () => [...READABLE_SOURCES, INIT]],
      ["[file]", "with init: a table or list of users"],
    ],
    options: OPTIONS,

    notes: [
      "Without a name it lists the systems that --from takes; with one it says how to export that system's users. init looks at a table or list of users and writes a first map for --from table. What it can't decide is null in the map, and is refused until it is filled in: no encoding and no system is guessed.",
    ],
    examples: [
      "credport sources",
      "credport sources firebase",
      "credport sources init users.csv --out map.json",
      "credport sources init users.csv --out map.json --known ada@example.com",
    ],
    exitCodes: { fine: "the systems, the instructions or the map were written" },
  },
  sources,
);

async function sources(flags: SourcesFlags, io: CliIo, name?: string, file?: string): Promise<ExitCode> {
  if (name === INIT) {
    if (file === undefined) throw new CouldNotRun("cli/not-readable", "init was given without a file");
    return initMap(file, flags, io);
  }
  io.stdout.write(await (name === undefined ? list(flags, io) : instructions(name, flags, io)));
  return EXIT.fine;
}

function rowOf({ name, title, readers }: Source) {
  return { name, title, formats: [...new Set(readers.map(({ format }) => format))] };
}

async function list({ json }: SourcesFlags, { stdout }: CliIo): Promise<string> {
  const rows = (await allSources()).map(rowOf);
  if (json === true) return jsonText({ sources: rows });
  const all = [...rows, { name: "table", title: "any table, by a map", formats: ["CSV", "JSON"] }];
  const items = all.map(({ name, title, formats }) => [name, `${title} (${formats.join(", ")})`] as const);
  if (stdout.columns !== undefined) return `${itemLines(items, textColumns(stdout)).join("\n")}\n`;
  const width = Math.max(...all.map(({ name }) => name.length));
  return items.map(([name, text]) => `${name.padEnd(width)}  ${text}\n`).join("");
}

async function instructions(name: string, { json }: SourcesFlags, { stdout }: CliIo): Promise<string> {
  const names = [...READABLE_SOURCES, INIT] as const;
  const known = names.find((one) => one === name) as ReadableSource | undefined;
  if (known === undefined) throw unknownSystem(name, names, `${printable(name)} is not a known system`);
  const source = await sourceOf(known);
  const { title, comparedWith } = source;
  const howToExport = exportInstructions(source);
  if (json === true) {
    return jsonText({ ...rowOf(source), howToExport: howToExport ?? null, comparedWith: comparedWith ?? null });
  }
  const release = comparedWith === undefined ? "" : `\n${comparedText(comparedWith)}\n`;
  const text = `${title} (--from ${known})\n\n${howToExport ?? "See docs/sources.md."}\n${release}`;
  return stdout.columns === undefined ? text : fittedInstructions(text, stdout.columns);
}

function comparedText({ release, date, file }: NonNullable<Source["comparedWith"]>): string {
  return `credport's rules for this system were last compared with release ${release} of ${date} (${file}).`;
}

async function initMap(path: string, { out, force, known }: SourcesFlags, io: CliIo): Promise<ExitCode> {
  await requireDistinctFiles({ inputs: [{ name: "the table", path }], outputs: namedFile("--out", out) });
  const user = known === undefined ? undefined : { identifier: known, password: await readSecret("Password", io) };
  const drafted = await draftTableMap((await openInput(path)).open(), user);
  const { map, notes } = valueOrEnd(drafted, `${path}: `);
  for (const note of notes) io.stderr.write(`${note}\n`);
  if (out === undefined) io.stdout.write(jsonText(map));
  else await OutputFile.write({ path: out }, { force }, (file) => file.write(jsonText(map)));
  return EXIT.fine;
}
