import { cutOffWarning, MAX_HASH_LENGTH } from "../../hash/internal.js";
import { type Change, type HashContext, type HashIdentity, identifyHash, normalizeHash } from "../../index.js";
import { defined } from "../../lib/defined.js";
import { counted } from "../../lib/plural.js";
import { TallySheet } from "../../lib/tally.js";
import { type CliIo, EXIT, type ExitCode, writeWaiting } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { commandOf } from "../input/command-of.js";
import { hashSourceOption } from "../input/hash-options.js";
import { type InputLine, inputLines, textOrStandIn } from "../input/input-lines.js";
import { type FlagsOf, flag, value } from "../input/option-rows.js";
import { formatReport, type ReportSection } from "../output/report.js";
import { tallySection } from "../output/tally-rows.js";
import { type Style, styleFor } from "../style.js";
import { fitted } from "../wrap.js";

const OPTIONS = [
  hashSourceOption("system that the hashes come from"),
  flag("--peppered", "that system uses a pepper, a site-wide secret"),
  value("--column <file>", "identify a column as a whole, a hash per line; - is standard input", {
    isInput: true,
    excludes: ["source", "peppered"],
  }),
  flag("--json", "print one JSON object per line and no summary, or one of the column"),
] as const;

/** `credport identify`: identifies each line of standard input. Never repeats it. */
export const identifyCommand = commandOf(
  {
    options: OPTIONS,
    notes: [
      "Each hash gets one line; a summary gives the reasons and what to do. No hash is printed.",
      "--column tells shares by kind and cost, whether the column was too narrow, and which system writes such hashes: a likeness, to be proven with a known password.",
    ],
    examples: [
      "credport identify < hashes.txt",
      "cut -d, -f3 users.csv | credport identify --source django --json",
      "cut -d, -f3 users.csv | credport identify --column -",
    ],
    exitCodes: { fine: "all hashes can be imported", problems: "some hashes can't be imported" },
  },
  identify,
);

async function identify(flags: FlagsOf<typeof OPTIONS>, io: CliIo): Promise<ExitCode> {
  const { source, peppered, column, json } = flags;
  if (column !== undefined) {
    const { tellColumn } = await import("./identify-column.js");
    return tellColumn(column, json === true, io);
  }
  const context: HashContext = defined({ source, peppered });
  const style = styleFor(io.stdout, io.env);
  const summary = new Summary();
  for await (const input of inputLines(io.stdin, MAX_HASH_LENGTH)) {
    const row = identifyLine(input, context);
    summary.add(row);
    const answer = json === true ? `${JSON.stringify(row)}\n` : describe(row, style);
    await writeWaiting(io.stdout, answer);
  }
  if (summary.lines === 0) throw new CouldNotRun("hash/empty", "there is no hash on standard input", NO_INPUT);
  if (json !== true) await writeWaiting(io.stdout, `\n${formatReport(summary.sections(), style)}`);
  return summary.allImportable ? EXIT.fine : EXIT.problems;
}

const NO_INPUT = "Give the hashes on standard input, one per line: credport identify < hashes.txt.";

interface Row extends HashIdentity {
  readonly line: number;
  readonly changes: readonly Change[];
}

function identifyLine(input: InputLine, context: HashContext): Row {
  const text = textOrStandIn(input, MAX_HASH_LENGTH);
  const normalized = normalizeHash(text, context);
  const changes = normalized.ok ? normalized.value.changes : [];
  const row = { line: input.line, ...identifyHash(text, context), changes };
  const cutOff = normalized.ok ? cutOffWarning(normalized.warnings) : undefined;
  // As a check counts it.
  return cutOff === undefined ? row : { ...row, disposition: "verifiable", problems: [cutOff] };
}

/** Counts by kind of hash, and by reason; memory grows with the kinds, which are closed. */
class Summary {
  readonly #kinds = new TallySheet();
  readonly #reasons = new TallySheet();
  #importable = 0;
  lines = 0;

  get allImportable(): boolean {
    return this.#importable === this.lines;
  }

  add(row: Row): void {
    this.lines++;
    if (row.disposition === "importable") this.#importable++;
    this.#kinds.add(row, [{ name: `${nameOf(row)}, ${row.disposition}` }]);
    this.#reasons.add(
      row,
      row.problems.map(({ code }) => ({ name: code })),
    );
  }

  sections(): readonly ReportSection[] {
    return [
      {
        heading: `${this.#importable} of ${counted(this.lines, "hash", "hashes")} can be imported`,
        rows: this.#kinds.tallies().map(({ name, records }) => ({ number: records, text: name })),
      },
      tallySection("Problems", this.#reasons.tallies(), "bad"),
    ];
  }
}

const COLOURS = { importable: "good", verifiable: "warn", unsupported: "warn", malformed: "bad" } as const;

function describe(row: Row, style: Style): string {
  const { line, disposition, changes, problems } = row;
  const how = changes.length > 0 ? ` (${changes.map(({ kind }) => kind).join(", ")})` : "";
  const why = problems.length > 0 ? `, ${problems.map(({ code }) => code).join(", ")}` : "";
  const text = `line ${line}: ${nameOf(row)}, ${style[COLOURS[disposition]](disposition)}${how}${why}\n`;
  return fitted(text, style.columns);
}

const nameOf = ({ scheme, wrapping }: Row): string => (wrapping === null ? scheme : `${scheme} in ${wrapping.name}`);
