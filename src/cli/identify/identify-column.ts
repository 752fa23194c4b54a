import { MAX_HASH_LENGTH } from "../../hash/internal.js";
import { counted } from "../../lib/plural.js";
import type { ColumnIdentity } from "../../verify/index.js";
import { ColumnCounter } from "../../verify/internal.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { openInput } from "../input/input-file.js";
import { inputLines, linesOf, textOrStandIn } from "../input/input-lines.js";
import { print, type ReportSection, sectionOf } from "../output/report.js";

/** What `credport identify --column` says of a column of hashes. */
export async function tellColumn(path: string, json: boolean, io: CliIo): Promise<ExitCode> {
  const counter = new ColumnCounter();
  const lines =
    path === "-" ? inputLines(io.stdin, MAX_HASH_LENGTH) : linesOf((await openInput(path)).open(), MAX_HASH_LENGTH);
  for await (const line of lines) counter.add(textOrStandIn(line, MAX_HASH_LENGTH));
  const column = counter.result();
  if (column.values === column.empty) {
    throw new CouldNotRun("hash/empty", "there is no hash in the column", "Give the hashes, one per line.");
  }
  print(column, sectionsOf(column), { json }, io);
  const areFine = column.shares.every(({ disposition }) => disposition === "importable");
  return areFine ? EXIT.fine : EXIT.problems;
}

function sectionsOf(column: ColumnIdentity): readonly ReportSection[] {
  const { values, empty, shares, cut, likely } = column;
  const hashes = values - empty;
  const isMixed = likely.length > 1 ? ": several systems, or one that changed its ways" : "";
  return [
    {
      heading: `${counted(hashes, "hash", "hashes")}${empty === 0 ? "" : `, and ${counted(empty, "empty line")}`}`,
      rows: shares.map(({ values: number, scheme, format, disposition, cost }) => {
        const name = format === null || format === scheme ? scheme : `${scheme} in ${format}`;
        const text = [name, cost, disposition, percent(number, hashes)].filter((part) => part !== "").join(", ");
        return { number, text };
      }),
    },
    sectionOf("Cut off", cut === null ? [] : [{ text: cutOff(cut) }], "bad"),
    sectionOf(
      `Likely written by${isMixed}`,
      likely.map(({ values: number, source, reason }) => {
        return { number, text: `${source === null ? "" : `--from ${source}: `}${reason}` };
      }),
    ),
    { heading: "What to do next", rows: [{ text: nextStep(column) }] },
  ];
}

function cutOff({ values, length }: NonNullable<ColumnIdentity["cut"]>): string {
  const hashes = counted(values, "hash", "hashes");
  return `${hashes} end at ${counted(length, "character")}, where the column ends: no service can verify them. Those users need a new password.`;
}

function nextStep({ likely: [first], shares }: ColumnIdentity): string {
  if (shares[0]?.scheme === "ambiguous-digest") {
    return "Find how the digest is made with one known password: credport verify --known --column salt. Then put the expression into the map of --from table.";
  }
  const system =
    first?.source == null
      ? "If the system is not in credport sources, write a map with credport sources init, where hash names the system or unknown"
      : `If these are users of ${first.source}, read their export with --from ${first.source}`;
  return `${system}, and prove it with one known password: credport check --known.`;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)}%`;
}
