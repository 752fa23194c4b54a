import {
  MOST_REFUSED_ROWS,
  type RefusedRow,
  type RefusedStanding,
  type ReportFormat,
  type ReportModel,
} from "../../report/report-model.js";
import { wrongUsage } from "../could-not-run.js";
import { OWN_VERSION } from "../own-version.js";
import { type NamedFile, namedFile } from "./distinct-files.js";
import { OutputFile, type OutputOptions, type PlannedOutput } from "./output-file.js";

/** The files of `--report`, under the name by which messages call them. */
export async function reportPaths(paths: readonly string[] = []): Promise<readonly (NamedFile & PlannedOutput)[]> {
  if (paths.length === 0) return [];
  const { reportFormatOf } = await formats();
  // A report is made to be written again, by the same command after a repair.
  return paths.flatMap((path) => {
    const begins = reportFormatOf(path)?.begins;
    return namedFile("--report", path, (_, text) => begins?.test(text) === true);
  });
}

/** Most runs write no report, and load no code for it. */
const formats = () => import("../../report/report-formats.js");

/** The files of `--report`: opened before the work, so that a path that can't be written is found out in time. */
export class ReportFiles {
  readonly #files: readonly (readonly [OutputFile, ReportFormat])[];
  readonly #refused: RefusedRow[] = [];
  #inAll = 0;

  private constructor(files: readonly (readonly [OutputFile, ReportFormat])[]) {
    this.#files = files;
  }

  static async open(paths: readonly string[] = [], options: OutputOptions = {}): Promise<ReportFiles> {
    const asked = await Promise.all(paths.map(formatOf));
    const files = await OutputFile.createAll(await reportPaths(paths), options);
    const all = files.map((file, at) => [file, asked[at] as ReportFormat] as const);
    for (const [file, format] of all) if ("head" in format) await file.write(format.head);
    return new ReportFiles(all);
  }

  get isEmpty(): boolean {
    return this.#files.length === 0;
  }

  async add(row: RefusedRow, standing?: RefusedStanding): Promise<void> {
    this.#inAll++;
    if (this.#refused.length < MOST_REFUSED_ROWS) this.#refused.push(row);
    for (const [file, format] of this.#files) if ("line" in format) await file.write(format.line(row, standing));
  }

  /** The files have their names from here on. */
  async complete(said: Omit<ReportModel, "version" | "refused" | "refusedInAll">): Promise<void> {
    const model = { ...said, version: OWN_VERSION, refused: this.#refused, refusedInAll: this.#inAll };
    for (const [file, format] of this.#files) if ("render" in format) await file.write(format.render(model));
    await OutputFile.completeAll(this.#files.map(([file]) => file));
  }

  async discard(): Promise<void> {
    for (const [file] of this.#files) await file.discard();
  }
}

async function formatOf(path: string): Promise<ReportFormat> {
  const { REPORT_EXTENSIONS, reportFormatOf } = await formats();
  const format = reportFormatOf(path);
  if (format !== undefined) return format;
  const ends = REPORT_EXTENSIONS.map((extension) => `.${extension}`).join(", ");
  throw wrongUsage(`the name ${path} ends in none of ${ends}`, "Give the file of --report a name that ends so.");
}
