import type { RefusedUser } from "../../fleet/index.js";
import { type GoneUser, type ImportOutcome, mappingLines, type OutcomeLine, readOutcomes } from "../../import/index.js";
import { defined } from "../../lib/defined.js";
import { operatorRemedyFor } from "../../problems/index.js";
import type { ReadExportOptions, UserRecord } from "../../source/index.js";
import { valueOrEnd } from "../could-not-run.js";
import type { Decisions } from "../input/matched-decisions.js";
import { DecisionSheet } from "../output/decision-sheet.js";
import { beforeExtension, type NamedFile, namedFile } from "../output/distinct-files.js";
import { isMailing, writeMailing } from "../output/mailing.js";
import {
  fileOf,
  isJsonWith,
  isRejection,
  OutputFile,
  type OutputOptions,
  type PlannedOutput,
  type WrittenFile,
} from "../output/output-file.js";
import { rejectedFor, remediedBeside } from "../output/remedies.js";
import { ReportFiles } from "../output/report-files.js";
import { type FileNotes, fileNote } from "../output/tally-rows.js";

type OutputFlags = Partial<Record<"mapping" | "rejects" | "gone" | "mailing" | "writeDecisions", string>> &
  OutputOptions & { readonly report?: readonly string[]; readonly withoutPassword?: string };

/** The groups of users who are not on the service, each with a file of its own. */
const GROUPS = ["refused-by-us", "refused-by-service", "failed"] as const;

/** The files that an import would leave, under the names by which messages call them. */
export function outputPaths(flags: OutputFlags): readonly (NamedFile & PlannedOutput)[] {
  const { mapping, rejects, gone, mailing, writeDecisions } = flags;
  const groups = rejects === undefined ? [] : GROUPS;
  return [
    ...namedFile("--mapping", mapping, isMapping),
    ...namedFile("--gone", gone, isGone),
    ...namedFile("--mailing", mailing, isMailing),
    ...namedFile("--write-decisions", writeDecisions),
    ...groups.flatMap((group) =>
      // `rejects.ndjson` becomes `rejects.failed.ndjson`.
      namedFile("--rejects", rejects === "-" ? rejects : beforeExtension(rejects as string, `.${group}`), isRejection),
    ),
  ];
}

/** An import that is resumed writes its files again, so it knows them. */
const isMapping = (line: string): boolean =>
  line.startsWith('"external_user_id","user_id",') || isJsonWith("externalUserId", "userId", "outcome")(line);

const isGone = isJsonWith("line", "userId", "serviceUserId");

/**
 * The files that an import leaves. They are opened before it begins, so that a path that
 * can't be written is found out in time, and appear when it has ended. One that can't be
 * written then does not end the import, nor does it keep the others from appearing.
 */
export class ImportOutputs {
  #files: readonly OutputFile[];
  readonly #flags: OutputFlags;
  readonly #isStep: boolean;
  readonly #report: ReportFiles;
  readonly #sheet: DecisionSheet | undefined;
  readonly #faults = new Map<OutputFile, unknown>();
  readonly #notSent = { atLogin: 0, existing: 0 };
  #lastRead = -1;
  #mapped = 0;

  private constructor(
    files: readonly OutputFile[],
    report: ReportFiles,
    flags: OutputFlags,
    decisions: Decisions | undefined,
    isStep: boolean,
  ) {
    this.#files = files;
    this.#report = report;
    this.#flags = flags;
    this.#isStep = isStep;
    const sheet = this.#of("--write-decisions");
    this.#sheet = sheet && new DecisionSheet(sheet, decisions);
  }

  /** @param isStep The sheet is for users who were on the service before alone: a check has written one of the others. */
  static async open(flags: OutputFlags, decisions?: Decisions, isStep = false): Promise<ImportOutputs> {
    const report = await ReportFiles.open(flags.report, flags);
    const files = await OutputFile.createAll(outputPaths(flags), flags).catch(async (error: unknown) => {
      await report.discard();
      throw error;
    });
    return new ImportOutputs(files, report, flags, decisions, isStep);
  }

  get #isCsv(): boolean {
    return this.#flags.mapping?.endsWith(".csv") === true;
  }

  /** For `onShared` of the readers; absent where no sheet was asked for. */
  get onShared(): ReadExportOptions["onShared"] {
    return this.#of("--write-decisions") && this.#sheet?.noteShared;
  }

  /** Notes a record as it is read. Where known users come first, the file is read twice. */
  async noteRead(record: UserRecord): Promise<void> {
    if (record.index <= this.#lastRead) return;
    this.#lastRead = record.index;
    await this.#attempt(this.#of("--write-decisions"), () => this.#sheet?.note(record));
    const { result } = record;
    if (result.ok) await this.#attempt(this.#of("--mailing"), (file) => writeMailing(file, result));
  }

  /** What was never sent is in no journal, so it is written as it comes. */
  async note(outcome: ImportOutcome): Promise<void> {
    if (outcome.kind !== "refused-by-us" && outcome.kind !== "at-login") return;
    const { record, line, userId, kind, problems } = outcome;
    await this.noteRefused({ record, line, userId: userId ?? null, kind, problems });
  }

  /** As `note`, of a record that was refused by another process. */
  async noteRefused({ record, line, userId, kind, problems }: RefusedUser): Promise<void> {
    if (kind === "skipped") return;
    const codes = problems.map(({ code }) => code);
    await this.#attempt(this.#of("--write-decisions"), () => this.#sheet?.noteOutcome({ record, line, userId }, codes));
    if (kind === "at-login") this.#notSent.atLogin++;
    else if (codes.includes("import/user-exists")) this.#notSent.existing++;
    const remedied = problems.map((found) => remediedBeside(found, this.#flags.withoutPassword));
    if (kind !== "at-login") await this.#report.add({ line, userId, problems: remedied });
    const rejected = { record, line, userId, problems: problems.map(rejectedFor) };
    await this.#attempt(this.#group("refused-by-us"), (file) => file.writeLine(rejected));
  }

  /** They are in the first journal, and in no other place of this import. */
  async noteGone({ line, userId, serviceUserId }: GoneUser): Promise<void> {
    const gone = { line, userId, serviceUserId: serviceUserId ?? null };
    await this.#attempt(this.#of("--gone"), (file) => file.writeLine(gone));
  }

  /** Everything else comes from the journal, so that it covers earlier runs too. */
  async complete(journal: string): Promise<void> {
    await this.completeFrom(async () => valueOrEnd(await readOutcomes(journal)));
  }

  /** Throws the first fault of a file once all the others have appeared. */
  async completeFrom(outcomes: () => AsyncIterable<OutcomeLine> | Promise<AsyncIterable<OutcomeLine>>): Promise<void> {
    await this.#attempt(this.#of("--mapping"), async (file) => {
      for await (const line of mappingLines(await outcomes(), this.#isCsv ? "csv" : "ndjson")) {
        await file.write(line);
        this.#mapped++;
      }
    });
    if (this.#of("--rejects") !== undefined || !this.#report.isEmpty) {
      for await (const row of await outcomes()) await this.#writeRow(row);
    }
    const sheet = this.#of("--write-decisions");
    if (this.#isStep && this.#sheet?.hasExisting === false) {
      this.#files = this.#files.filter((file) => file !== sheet);
      await sheet?.discard();
    } else await this.#attempt(sheet, () => this.#sheet?.end());
    for (const file of this.#files) await this.#attempt(file, (whole) => whole.complete());
    for (const file of this.#faults.keys()) await file.discard();
    for (const fault of this.#faults.values()) throw fault;
  }

  /** Writes the files of `--report`, which have all of the account. */
  async completeReport(said: Parameters<ReportFiles["complete"]>[0]): Promise<void> {
    await this.#report.complete(said);
  }

  /** Files with how many users are in each. */
  written(): readonly WrittenFile[] {
    const mapped = Math.max(0, this.#mapped - (this.#isCsv ? 1 : 0));
    return this.#files.map(({ name, written }) => (name === "--mapping" ? { ...written, users: mapped } : written));
  }

  /** What is in the file of users who were not sent. */
  notes(): FileNotes {
    const { atLogin, existing } = this.#notSent;
    const file = this.#group("refused-by-us")?.written;
    const others = [[atLogin, "for the fallback"] as const, [existing, "there already"] as const];
    return file === undefined ? {} : fileNote(file, "not importable", ...others);
  }

  async discard(): Promise<void> {
    await this.discardUsers();
    await this.#report.discard();
  }

  /** Leaves the reports alone, which also say why an import has not begun. */
  async discardUsers(): Promise<void> {
    const all = this.#files;
    this.#files = [];
    for (const file of all) await file.discard();
  }

  async #writeRow(row: OutcomeLine): Promise<void> {
    const { record, line, userId, outcome, step, acknowledged, problems = [] } = row;
    if (outcome !== "refused-by-service" && outcome !== "failed") return;
    const remedied = problems.map((note) => ({ ...note, remedy: operatorRemedyFor(note) }));
    await this.#report.add({ line, userId: userId ?? null, problems: remedied });
    const rejected = { record, line, userId: userId ?? null, step, ...defined({ acknowledged }), problems: remedied };
    await this.#attempt(this.#group(outcome), (file) => file.writeLine(rejected));
  }

  /** Notes what goes wrong with a file, and leaves it alone from then on. */
  async #attempt(file: OutputFile | undefined, work: (file: OutputFile) => Promise<void> | undefined): Promise<void> {
    if (file === undefined || this.#faults.has(file)) return;
    try {
      await work(file);
    } catch (error) {
      this.#faults.set(file, error);
    }
  }

  #of(option: string): OutputFile | undefined {
    return fileOf(this.#files, option);
  }

  #group(group: (typeof GROUPS)[number]): OutputFile | undefined {
    return this.#files.filter(({ name }) => name === "--rejects")[GROUPS.indexOf(group)];
  }
}
