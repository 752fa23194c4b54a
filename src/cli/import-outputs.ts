import { type ImportOutcome, mappingLines, type OutcomeLine, readOutcomes } from "../import/index.js";
import { PROBLEM_REMEDIES } from "../problems.js";
import { CouldNotRun } from "./cli-io.js";
import { OutputFile } from "./output-file.js";

export interface OutputFlags {
  readonly mapping?: string;
  readonly rejects?: string;
}

/** The groups of users who are not on the service, each with a file of its own. */
const GROUPS = ["refused-by-us", "refused-by-service", "failed"] as const;

type Group = (typeof GROUPS)[number];

/** `rejects.ndjson` becomes `rejects.failed.ndjson`. */
export function groupPath(path: string, group: Group): string {
  const dot = path.lastIndexOf(".");
  const isExtension = dot > Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1;
  return isExtension ? `${path.slice(0, dot)}.${group}${path.slice(dot)}` : `${path}.${group}`;
}

/**
 * The files that an import leaves. They are opened before it begins, so that a path that
 * can't be written is found out in time, and appear when it has ended.
 */
export class ImportOutputs {
  readonly #mapping: OutputFile | undefined;
  readonly #isCsv: boolean;
  readonly #groups: ReadonlyMap<Group, OutputFile>;

  private constructor(
    mapping: OutputFile | undefined,
    isCsv: boolean,
    groups: ReadonlyMap<Group, OutputFile>,
  ) {
    this.#mapping = mapping;
    this.#isCsv = isCsv;
    this.#groups = groups;
  }

  static async open({ mapping, rejects }: OutputFlags): Promise<ImportOutputs> {
    if (mapping !== undefined && mapping === rejects) {
      throw new CouldNotRun(
        "cli/same-file",
        "--mapping and --rejects name the same file",
        "Give each a file of its own.",
      );
    }
    const opened: OutputFile[] = [];
    const create = async (path: string): Promise<OutputFile> => {
      const file = await OutputFile.create(path);
      opened.push(file);
      return file;
    };
    try {
      const mappingFile = mapping === undefined ? undefined : await create(mapping);
      const groups = new Map<Group, OutputFile>();
      for (const group of rejects === undefined ? [] : GROUPS) {
        groups.set(group, await create(groupPath(rejects as string, group)));
      }
      return new ImportOutputs(mappingFile, mapping?.endsWith(".csv") === true, groups);
    } catch (error) {
      for (const file of opened) await file.discard();
      throw error;
    }
  }

  /** What was never sent stands in no journal, so it is written as it comes. */
  async note(outcome: ImportOutcome): Promise<void> {
    if (outcome.kind !== "refused-by-us") return;
    const { record, line, userId, problems } = outcome;
    await this.#groups.get("refused-by-us")?.writeLine({
      record,
      line,
      userId: userId ?? null,
      problems: problems.map(({ code, message, field, remedy }) => ({ code, message, field, remedy })),
    });
  }

  /** Everything else comes from the journal, so that it covers earlier runs too. */
  async complete(journal: string): Promise<void> {
    const mapping = this.#mapping;
    if (mapping !== undefined) {
      for await (const line of mappingLines(await outcomesOf(journal), this.#isCsv ? "csv" : "ndjson")) {
        await mapping.write(line);
      }
    }
    if (this.#groups.size > 0) {
      for await (const row of await outcomesOf(journal)) await this.#writeRow(row);
    }
    for (const file of this.#all()) await file.complete();
  }

  async discard(): Promise<void> {
    for (const file of this.#all()) await file.discard();
  }

  async #writeRow(row: OutcomeLine): Promise<void> {
    const { record, line, userId, outcome, step, acknowledged, problems = [] } = row;
    if (outcome !== "refused-by-service" && outcome !== "failed") return;
    await this.#groups.get(outcome)?.writeLine({
      record,
      line,
      userId: userId ?? null,
      step,
      ...(acknowledged === undefined ? {} : { acknowledged }),
      problems: problems.map((note) => ({ ...note, remedy: PROBLEM_REMEDIES[note.code] })),
    });
  }

  #all(): readonly OutputFile[] {
    return [...(this.#mapping === undefined ? [] : [this.#mapping]), ...this.#groups.values()];
  }
}

async function outcomesOf(journal: string): Promise<AsyncIterable<OutcomeLine>> {
  const outcomes = await readOutcomes(journal);
  if (outcomes.ok) return outcomes.value;
  const [{ code, message, remedy }] = outcomes.problems;
  throw new CouldNotRun(code, message, remedy);
}
