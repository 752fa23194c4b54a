import { MAX_HASH_LENGTH } from "../../hash/internal.js";
import { identifyHash } from "../../index.js";
import { counted } from "../../lib/plural.js";
import { inUtf8 } from "../../source/internal.js";
import type { ColumnIdentity } from "../../verify/index.js";
import { ColumnCounter } from "../../verify/internal.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { openInput } from "../input/input-file.js";
import { chunksOf, linesOf, textOrStandIn } from "../input/input-lines.js";
import { print, type ReportSection, sectionOf } from "../output/report.js";

/** What `credport identify --column` says of a column of hashes. */
export async function tellColumn(path: string, json: boolean, io: CliIo): Promise<ExitCode> {
  const counter = new ColumnCounter();
  const bytes = path === "-" ? chunksOf(io.stdin) : (await openInput(path)).open();
  let hasHeader = false;
  for await (const line of linesOf(inUtf8(bytes), MAX_HASH_LENGTH)) {
    const text = unquoted(textOrStandIn(line, MAX_HASH_LENGTH));
    if (line.line === 1 && isHeader(text)) hasHeader = true;
    else counter.add(text);
  }
  const column = counter.result();
  if (column.values === column.empty) {
    throw new CouldNotRun("hash/empty", "there is no hash in the column", "Give the hashes, one per line.");
  }
  print(column, sectionsOf(column, hasHeader), { json }, io);
  const areFine = column.shares.every(({ disposition }) => disposition === "importable");
  return areFine ? EXIT.fine : EXIT.problems;
}

/** As a table has it that puts quotation marks around each value. */
const unquoted = (text: string): string => (/^"[^"]*"$/.test(text) ? text.slice(1, -1) : text);

/** A name, and nothing that is a hash. */
function isHeader(text: string): boolean {
  return /^[A-Za-z][A-Za-z_ -]{0,63}$/.test(text) && identifyHash(text).scheme === "unknown";
}

function sectionsOf(column: ColumnIdentity, hasHeader: boolean): readonly ReportSection[] {
  const { values, empty, shares, cut, likely } = column;
  const hashes = values - empty;
  const isMixed = likely.length > 1 ? ": several systems, or one that changed its ways" : "";
  return [
    {
      heading: [
        counted(hashes, "hash", "hashes"),
        ...(empty === 0 ? [] : [counted(empty, "empty line")]),
        ...(hasHeader ? ["a header"] : []),
      ].join(", "),
      rows: shares.map(({ values: number, scheme, format, disposition, cost }) => {
        const name = format === null || format === scheme ? scheme : `${scheme} in ${format}`;
        const text = [name, cost, disposition, `${((100 * number) / hashes).toFixed(1)}%`]
          .filter((part) => part !== "")
          .join(", ");
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
  return `${hashes} end at ${counted(length, "character")}, and the column seems to be no wider. Look that up: if they were cut off, they never verify, and their users need a new password.`;
}

const IF_CUT =
  "Look up how wide the column is. If it cut the hashes off, take them from where they are whole, or let their users choose a new password (--without-password reset).";

function nextStep({ likely, shares, cut, values, empty }: ColumnIdentity): string {
  const [first] = likely;
  if (cut?.values === values - empty) return IF_CUT;
  if (shares[0]?.scheme === "ambiguous-digest") {
    if (shares[0].cost.endsWith("a salt")) {
      return "Write digest and salt into two columns, and find how the digest is made with one known password: credport verify --known --column salt. Then put the expression into the map of --from table.";
    }
    return "Find how the digest is made with one known password: credport verify --known --column salt. Then put the expression into the map of --from table.";
  }
  if (shares[0]?.disposition === "unsupported" && first?.source == null) {
    return "Most of these are of no kind that credport verifies: let their users choose a new password (--without-password reset).";
  }
  const names = likely.flatMap(({ source }) => source ?? []);
  const system =
    first?.source == null
      ? "If the system is not in credport sources, write a map with credport sources init, where hash names the system or unknown"
      : `If these are users of ${names.join(" or ")}, read their export with --from ${names.join(" or --from ")}`;
  return `${system}, and prove it with one known password: credport check --known.`;
}
