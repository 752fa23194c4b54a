import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { defined } from "../../lib/defined.js";
import { jsonObject } from "../../lib/json-text.js";
import type { ProblemCode } from "../../problems/index.js";
import { hasPhoneRules } from "../../source/internal.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { canAsk } from "../input/ask.js";
import { CONFIG_FILE, readConfig } from "../input/config-file.js";
import { requireSheet } from "../input/decisions.js";
import { exists, sizeOf } from "../input/input-file.js";
import { readKnownUsers } from "../input/known-users.js";
import { readSecret } from "../input/read-secret.js";
import { OutputFile } from "../output/output-file.js";
import { jsonText, type ReportSection } from "../output/report.js";
import { ReportFiles } from "../output/report-files.js";
import { OWN_VERSION } from "../own-version.js";
import { withoutSaid } from "./without-said.js";

/** What a migration has come to, beside its settings. */
interface State {
  /** By the name of a stage: what it was done with. */
  readonly done: Readonly<Record<string, string>>;
  readonly known?: string;
  /** Settings that were asked for and not given. */
  readonly declined?: readonly string[];
  /** By the name of a stage: reports beside those of the folder. */
  readonly written?: Readonly<Record<string, readonly string[]>>;
}

/** A stage, as far as it matters to whether it is done. */
export interface StageKind {
  readonly name: string;
  /** Done for one address and tenant only. */
  readonly usesService?: true;
  /** Done for as long as the journal is as it was then: an undo is noted in it. */
  readonly usesJournal?: true;
  /** Its reports are other ones where they name addresses. */
  readonly namesUsers?: true;
  /** Done again for a report that it has not written. */
  readonly writesReports?: true;
}

interface Reason {
  readonly code?: string;
  readonly message: string;
  readonly remedy?: string;
}

/** Users to look after when the migration is done. */
interface LeftToDo {
  readonly users: number;
  readonly what: string;
  /** The file that says more. */
  readonly where: string;
}

type RunCommand = (args: readonly string[], io: CliIo) => Promise<ExitCode>;

/** A migration: one export, its folder, and what is known of both. Nothing secret is in the folder's settings. */
export class Migration {
  readonly file: string;
  readonly folder: string;
  readonly io: CliIo;
  readonly #run: RunCommand;
  settings: Readonly<Record<string, unknown>> = {};
  /** Whether reports name the addresses of users who are not importable. */
  namesAddresses = false;
  /** Files for reports, beside those of the folder. */
  reports: readonly string[] = [];
  left: readonly LeftToDo[] = [];
  /** What is said for a machine alone: the commands print documents, which say why one of them stopped. */
  readonly isJson: boolean;
  reason: Reason | undefined;
  fault: ProblemCode | undefined;
  #printed = "";
  /** What its reports have shown; undefined with --verbose. */
  said: Set<string> | undefined = new Set();
  #state: State = { done: {} };
  /** Asked for once, and kept nowhere else. */
  #password: string | undefined;

  private constructor(file: string, folder: string, io: CliIo, run: RunCommand, isJson: boolean) {
    this.file = file;
    this.folder = folder;
    this.isJson = isJson;
    const write = (text: string) => {
      this.#printed += text;
      return true;
    };
    this.io = isJson ? { ...io, stdout: { write } } : io;
    this.#run = run;
  }

  static async open(file: string, folder: string, io: CliIo, run: RunCommand, isJson = false): Promise<Migration> {
    const migration = new Migration(file, folder, io, run, isJson);
    await makeOwnFolder(folder);
    if (await exists(migration.at(CONFIG_FILE))) {
      migration.settings = (await readConfig(migration.at(CONFIG_FILE)))?.settings ?? {};
    }
    // Without it the stages are taken again, and the journal keeps users from being sent twice.
    migration.#state = await migration.read<State>(STATE).catch(() => ({ done: {} }));
    return migration;
  }

  /** Tells how the migration proceeds; with --quiet only what is asked and why it stops is shown. */
  say(text: string): void {
    if (this.io.isQuiet !== true) this.io.stderr.write(text);
  }

  at(name: string): string {
    return join(this.folder, name);
  }

  async read<Document>(name: string): Promise<Document> {
    return JSON.parse(await readFile(this.at(name), "utf8")) as Document;
  }

  async set(settings: Readonly<Record<string, unknown>>): Promise<void> {
    this.settings = { ...this.settings, ...settings };
    await this.#write(CONFIG_FILE, this.settings);
  }

  /** Refuses files of other programs, and names of no form, before anything is read: the commands replace what is there. */
  async setReports(paths: readonly string[] = []): Promise<void> {
    await (await ReportFiles.open(paths)).discard();
    this.reports = paths.map((path) => resolve(path));
  }

  /** The options by which a command writes reports: of these names in the folder, and those that were asked for. */
  reportOptions(...names: readonly string[]): readonly string[] {
    return [...names.map((name) => this.at(name)), ...this.reports].flatMap((path) => ["--report", path]);
  }

  /** A user whose password is known, or a file of them. */
  get known(): string | undefined {
    return this.#state.known === "" ? undefined : this.#state.known;
  }

  get wasAskedForKnown(): boolean {
    return this.#state.known !== undefined;
  }

  async setKnown(known: string): Promise<void> {
    this.#password = undefined;
    await this.#note({ known });
  }

  /** Whether a setting was asked for by an earlier run too, and not given. */
  isDeclined(key: string): boolean {
    return this.#state.declined?.includes(key) === true;
  }

  async decline(key: string): Promise<void> {
    await this.#note({ declined: [...(this.#state.declined ?? []), key] });
  }

  /** Whether a stage was done with these settings and this file, and has written these reports. */
  async isDone(stage: StageKind): Promise<boolean> {
    const written = this.#state.written?.[stage.name] ?? [];
    if (stage.writesReports === true && !this.reports.every((path) => written.includes(path))) return false;
    return this.#state.done[stage.name] === (await this.#stamp(stage));
  }

  async setDone(stage: StageKind): Promise<void> {
    const done = { ...this.#state.done, [stage.name]: await this.#stamp(stage) };
    const written = stage.writesReports === true ? { [stage.name]: this.reports } : {};
    await this.#note({ done, written: { ...this.#state.written, ...written } });
  }

  /** Runs a command with the settings of the folder; where a password is known, it comes through standard input. */
  async command(given: readonly string[], isProving = false, mayLack = 0): Promise<ExitCode> {
    const args = this.isJson ? [...given, "--json"] : given;
    const config = ["--config", this.at(CONFIG_FILE)];
    this.#printed = "";
    this.fault = undefined;
    if (!isProving || this.known === undefined) return this.#run([...args, ...config], this.#without("", args[0]));
    const password = await this.#passwordOf(this.known);
    const io = { ...this.#without(`${password ?? ""}\n`, args[0]), mayLack };
    return this.#run([...args, ...config, "--known", this.known], io);
  }

  /** One user whose password is known, with it: the first of a file of them. */
  async oneKnown(): Promise<{ readonly identifier: string; readonly password: string } | undefined> {
    if (this.known === undefined) return undefined;
    const password = await this.#passwordOf(this.known);
    if (password !== undefined) return { identifier: this.known, password };
    const [first] = await readKnownUsers(this.known, this.io);
    return first && { identifier: first.email, password: first.password };
  }

  /** Undefined where they are in a file. */
  async #passwordOf(known: string): Promise<string | undefined> {
    if (await exists(known)) return undefined;
    this.#password ??= await readSecret(`Password of ${known}`, this.io);
    return this.#password;
  }

  /** What the last command gave as its reason, where it printed a document. */
  reasonGiven(): Reason | undefined {
    const { error, stopped, problems } = jsonObject(this.#printed) ?? {};
    const reason = error ?? stopped ?? (Array.isArray(problems) ? problems[0] : undefined);
    const { code, message = code, remedy } = (reason ?? {}) as Partial<Reason>;
    return message === undefined ? undefined : { message, ...defined({ code, remedy }) };
  }

  /** Stops, and says why: also with --quiet. */
  stop(message: string, remedy: string): ExitCode {
    this.reason = { message, remedy };
    this.io.stderr.write(`  ${message}\n  ${remedy}\n`);
    return EXIT.problems;
  }

  /** Has a sheet from elsewhere in the folder, where the next check writes it again with what was decided. */
  async takeSheet(sheet: string, decisions: unknown): Promise<void> {
    if (decisions === undefined || decisions === sheet) return;
    const given = resolve(this.folder, String(decisions));
    if (given !== resolve(this.at(sheet))) {
      // Before it takes the place of the sheet that was filled in by hand.
      await requireSheet(given);
      await copyFile(given, this.at(sheet));
    }
    await this.set({ decisions: sheet });
  }

  /** How a check gets the sheet of decisions that it writes again: what was decided is read first. */
  sheetAgain(sheet: string): readonly string[] {
    return this.settings.decisions === sheet ? ["--decisions", this.at(sheet)] : [];
  }

  /** The terminal is this command's own: the commands that it runs ask nothing. */
  #without(stdin: string, command: string | undefined): CliIo {
    const noteFault = (code: ProblemCode) => {
      this.fault = code;
    };
    const { said } = this;
    const repeats = said !== undefined && (command === "check" || command === "import");
    const unsaid = repeats ? { unsaid: (sections: readonly ReportSection[]) => withoutSaid(sections, said) } : {};
    return { ...this.io, isStep: true, noteFault, ...unsaid, stdin: Readable.from([stdin]) };
  }

  /** Changes with whatever the stage depends on: where a key is kept matters to none. */
  async #stamp({ usesService, usesJournal, namesUsers }: StageKind): Promise<string> {
    const { apiKeyFile: _, to, tenantPath, existing, withoutLinking, ...others } = this.settings;
    const { withoutTotp, changedSince, ...rest } = others;
    const target = usesService === true ? [to, tenantPath, existing, withoutLinking, withoutTotp, changedSince] : [];
    const { join: joined = [], hashConfig, map, decryptKeyFile, decisions, pepperName } = rest;
    // Without its value no password was proven.
    const hasPepper = typeof pepperName === "string" && (this.io.env[pepperName] ?? "") !== "";
    const files = [this.file, ...[joined, hashConfig, map, decryptKeyFile].flat()].map(markOf);
    const decided = typeof decisions === "string" ? await contentOf(resolve(this.folder, decisions)) : "";
    const read = [OWN_VERSION, await hasPhoneRules(), hasPepper, await Promise.all(files)];
    // Lines are only ever added to a journal.
    const sent = usesJournal === true ? await sizeOf(this.at(JOURNAL)) : undefined;
    const text = JSON.stringify([
      ...[read, rest, target, this.known, decided, sent],
      ...(namesUsers === true ? [this.namesAddresses] : []),
    ]);
    return createHash("sha256").update(text).digest("base64url");
  }

  async #note(change: Partial<State>): Promise<void> {
    this.#state = { ...this.#state, ...change };
    await this.#write(STATE, this.#state);
  }

  async #write(name: string, document: object): Promise<void> {
    await OutputFile.write({ path: this.at(name) }, { force: true }, (file) => file.write(jsonText(document)));
  }

  /** Ends the migration where a setting is missing and there is no terminal to ask at. */
  requireAsking(missing: readonly string[]): void {
    if (missing.length === 0 || canAsk(this.io)) return;
    const names = missing.join(", ");
    const remedy = `Write ${names} into it, or run the command on a terminal, where it asks.`;
    throw new CouldNotRun("cli/file-malformed", `${this.at(CONFIG_FILE)} lacks ${names}`, remedy);
  }
}

/** Other where a file has changed. */
async function markOf(path: unknown): Promise<readonly number[]> {
  if (typeof path !== "string") return [];
  return stat(path).then(
    ({ size, mtimeMs }) => [size, mtimeMs],
    () => [],
  );
}

const contentOf = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "");

export const JOURNAL = "journal";
const STATE = "migration.json";

/** A folder that is new, empty, or of a migration: files of others are not written over. */
async function makeOwnFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const names = await readdir(folder);
    if (names.length === 0 || names.includes(STATE) || names.includes(CONFIG_FILE)) return;
  } catch (error) {
    const { code = "unknown reason" } = error as NodeJS.ErrnoException;
    throw new CouldNotRun("cli/not-writable", `${folder} can't be the folder of the migration (${code})`, OWN_FOLDER);
  }
  throw new CouldNotRun("cli/output-exists", `${folder} has files, and none of them is of a migration`, OWN_FOLDER);
}

const OWN_FOLDER = "Give another folder, new or empty, with --folder.";
