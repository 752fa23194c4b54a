import { createHash } from "node:crypto";
import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { CliIo, ExitCode } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { canAsk } from "../input/ask.js";
import { CONFIG_FILE, readConfig } from "../input/config-file.js";
import { exists } from "../input/input-file.js";
import { readSecret } from "../input/read-secret.js";
import { OutputFile } from "../output/output-file.js";
import { jsonText } from "../output/report.js";

/** What a migration has come to, beside its settings. */
interface State {
  /** By the name of a stage: what it was done with. */
  readonly done: Readonly<Record<string, string>>;
  /** Whose password is known. */
  readonly known?: string;
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
}

/** Users to look after when the migration is done. */
export interface LeftToDo {
  readonly users: number;
  readonly what: string;
  /** The file that says more. */
  readonly where: string;
}

/** Runs a command of the command line. */
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
  /** What is left to do at the end. */
  left: readonly LeftToDo[] = [];
  #state: State = { done: {} };
  /** Asked for once, and kept nowhere else. */
  #password: string | undefined;

  private constructor(file: string, folder: string, io: CliIo, run: RunCommand) {
    this.file = file;
    this.folder = folder;
    this.io = io;
    this.#run = run;
  }

  static async open(file: string, folder: string, io: CliIo, run: RunCommand): Promise<Migration> {
    const migration = new Migration(file, folder, io, run);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (await exists(migration.at(CONFIG_FILE))) {
      migration.settings = (await readConfig(migration.at(CONFIG_FILE)))?.settings ?? {};
    }
    // Without it the stages are taken again, and the journal keeps users from being sent twice.
    const state = migration.read<State>(STATE).catch(() => ({ done: {} }));
    migration.#state = await state;
    return migration;
  }

  /** Tells how the migration proceeds; with --quiet only what is asked and why it stops is shown. */
  say(text: string): void {
    if (this.io.isQuiet !== true) this.io.stderr.write(text);
  }

  /** A file of the folder. */
  at(name: string): string {
    return join(this.folder, name);
  }

  /** A document that a command wrote into the folder. */
  async read<Document>(name: string): Promise<Document> {
    return JSON.parse(await readFile(this.at(name), "utf8")) as Document;
  }

  async set(settings: Readonly<Record<string, unknown>>): Promise<void> {
    this.settings = { ...this.settings, ...settings };
    await this.#write(CONFIG_FILE, this.settings);
  }

  /** A user whose password is known, or a file of them. */
  get known(): string | undefined {
    return this.#state.known === "" ? undefined : this.#state.known;
  }

  get wasAskedForKnown(): boolean {
    return this.#state.known !== undefined;
  }

  async setKnown(known: string): Promise<void> {
    this.#state = { ...this.#state, known };
    await this.#write(STATE, this.#state);
  }

  /** Whether a stage was done with these settings and this file. */
  async isDone(stage: StageKind): Promise<boolean> {
    return this.#state.done[stage.name] === (await this.#stamp(stage));
  }

  async setDone(stage: StageKind): Promise<void> {
    const done = { ...this.#state.done, [stage.name]: await this.#stamp(stage) };
    this.#state = { ...this.#state, done };
    await this.#write(STATE, this.#state);
  }

  /** Runs a command with the settings of the folder; where a password is known, it comes through standard input. */
  async command(args: readonly string[], isProving = false): Promise<ExitCode> {
    const config = ["--config", this.at(CONFIG_FILE)];
    if (!isProving || this.known === undefined) return this.#run([...args, ...config], this.#without(""));
    const isFile = await exists(this.known);
    if (!isFile) this.#password ??= await readSecret(`Password of ${this.known}`, this.io);
    const known = ["--known", this.known];
    return this.#run([...args, ...config, ...known], this.#without(`${this.#password ?? ""}\n`));
  }

  /** The terminal is this command's own: the commands that it runs ask nothing. */
  #without(stdin: string): CliIo {
    return { ...this.io, isStep: true, stdin: Readable.from([stdin]) };
  }

  /** Changes with whatever the stage depends on: where a key is kept matters to none. */
  async #stamp({ usesService, usesJournal, namesUsers }: StageKind): Promise<string> {
    const { size, mtimeMs } = await stat(this.file);
    const { apiKeyFile: _, to, tenantPath, decisions, ...rest } = this.settings;
    const target = usesService === true ? [to, tenantPath] : [];
    const decided = typeof decisions === "string" ? await readFile(decisions, "utf8").catch(() => "") : "";
    const text = JSON.stringify([
      ...[rest, target, this.known, size, mtimeMs, decided, await this.#sent(usesJournal)],
      ...(namesUsers === true ? [this.namesAddresses] : []),
    ]);
    return createHash("sha256").update(text).digest("base64url");
  }

  /** Lines are only ever added to a journal. */
  async #sent(isAsked = false): Promise<number | undefined> {
    if (!isAsked) return undefined;
    return stat(this.at(JOURNAL)).then(
      ({ size }) => size,
      () => 0,
    );
  }

  async #write(name: string, document: object): Promise<void> {
    await OutputFile.write({ path: this.at(name) }, { force: true }, (file) => file.write(jsonText(document)));
  }

  /** Ends the migration where a setting is missing and there is no terminal to ask at. */
  requireAsking(missing: readonly string[]): void {
    if (missing.length === 0 || canAsk(this.io)) return;
    const names = missing.join(", ");
    throw new CouldNotRun("cli/setting-missing", `${this.at(CONFIG_FILE)} lacks ${names}`);
  }
}

/** The journal of the import, in the folder. */
export const JOURNAL = "journal";
const STATE = "migration.json";
