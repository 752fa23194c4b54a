import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { type Lock, realPathOf, takeLock } from "../../files/index.js";
import { defined } from "../../lib/defined.js";
import { parsedJson } from "../../lib/json-text.js";
import { printable, printableJson } from "../../lib/printable.js";
import { CouldNotRun } from "../could-not-run.js";
import { textAt } from "./text-at.js";

const FLUSH_AT_CHARACTERS = 1 << 16;

export interface PlannedOutput {
  /** The option that asks for it. */
  readonly name?: string;
  readonly path: string;
  /**
   * Whether a file that begins with this line, and this text, is one that the command wrote before, so that running it
   * again may replace it. Without it, no file that holds anything is replaced.
   */
  readonly isOurs?: ((firstLine: string, beginning: string) => boolean) | undefined;
  /** A file of ours may be the only one with its users: where the new one has others, or fewer, it is not replaced unasked. */
  readonly holdsUsers?: boolean;
}

export interface WrittenFile {
  readonly option: string;
  readonly path: string;
  /** Users, or records that are not imported, in it. */
  readonly users: number;
  /** Users in the file that it has replaced. */
  readonly replaced?: number;
}

export interface OutputOptions {
  readonly force?: boolean | undefined;
}

/**
 * A file that appears under its name only when it is whole. Written beside it with
 * mode 0600, since it may hold hashes; what a killed command left there is taken away by
 * the next one. One command at a time writes it. A file of another program is not replaced.
 */
export class OutputFile {
  readonly #output: PlannedOutput;
  readonly #options: OutputOptions;
  /** Where the path leads: a symbolic link stays one. */
  readonly #place: string;
  readonly #file: FileHandle;
  readonly #lock: Lock;
  #buffer = "";
  #lines = 0;
  #replaced: number | undefined;

  private constructor(output: PlannedOutput, options: OutputOptions, place: string, file: FileHandle, lock: Lock) {
    this.#output = output;
    this.#options = options;
    this.#place = place;
    this.#file = file;
    this.#lock = lock;
  }

  static async create(output: PlannedOutput, options: OutputOptions = {}): Promise<OutputFile> {
    const { path } = output;
    try {
      await requireReplaceable(output, options);
      const place = await realPathOf(path);
      const lock = await own(place, path);
      try {
        await rm(partialPath(place), { force: true });
        const file = await open(partialPath(place), "wx", 0o600);
        return new OutputFile(output, options, place, file, lock);
      } catch (error) {
        await lock.release();
        throw error;
      }
    } catch (error) {
      throw notWritable(path, error);
    }
  }

  /** All of them; none is left behind where one can't be made. */
  static async createAll(
    outputs: readonly PlannedOutput[],
    options: OutputOptions = {},
  ): Promise<readonly OutputFile[]> {
    const files: OutputFile[] = [];
    try {
      for (const output of outputs) files.push(await OutputFile.create(output, options));
      return files;
    } catch (error) {
      for (const file of files) await file.discard();
      throw error;
    }
  }

  /** Writes a file of which nothing is left where the writing fails. */
  static async write(
    output: PlannedOutput,
    options: OutputOptions,
    fill: (file: OutputFile) => Promise<void>,
  ): Promise<void> {
    const file = await OutputFile.create(output, options);
    try {
      await fill(file);
      await file.complete();
    } catch (error) {
      await file.discard();
      throw error;
    }
  }

  async writeLine(value: unknown): Promise<void> {
    await this.writeText(printableJson(value));
  }

  /** A line of text, which is counted. */
  async writeText(line: string): Promise<void> {
    this.#lines++;
    await this.write(`${line}\n`);
  }

  get path(): string {
    return this.#output.path;
  }

  get name(): string {
    return this.#output.name ?? "";
  }

  get written(): WrittenFile {
    return { option: this.name, path: this.path, users: this.#lines, ...defined({ replaced: this.#replaced }) };
  }

  get lines(): number {
    return this.#lines;
  }

  async write(text: string): Promise<void> {
    this.#buffer += text;
    if (this.#buffer.length >= FLUSH_AT_CHARACTERS) await this.#flush();
  }

  /** The file has its name from here on. */
  async complete(): Promise<void> {
    await OutputFile.completeAll([this]);
  }

  /** Shows files only when all of them are whole on the disk. */
  static async completeAll(files: readonly OutputFile[]): Promise<void> {
    for (const file of files) await file.#close();
    for (const file of files) await file.#requireReplaceable();
    for (const file of files) await file.#show();
  }

  async discard(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(partialPath(this.#place), { force: true });
    await this.#lock.release();
  }

  async #flush(): Promise<void> {
    const text = this.#buffer;
    this.#buffer = "";
    await this.#attempt(() => this.#file.appendFile(text, "utf8"));
  }

  async #close(): Promise<void> {
    await this.#flush();
    await this.#attempt(() => this.#file.sync());
    await this.#attempt(() => this.#file.close());
  }

  /** Looked at once more: the work in between may have taken hours. */
  async #requireReplaceable(): Promise<void> {
    await this.#attempt(async () => {
      const whole = { path: partialPath(this.#place), lines: this.#lines };
      this.#replaced = await requireReplaceable(this.#output, this.#options, whole);
    });
  }

  async #show(): Promise<void> {
    await this.#attempt(async () => {
      if (!(await this.#lock.confirm())) throw inUse(this.#output.path, "another process");
      await rename(partialPath(this.#place), this.#place);
    });
    await this.#lock.release();
  }

  async #attempt(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      throw notWritable(this.#output.path, error);
    }
  }
}

export function fileOf(files: readonly OutputFile[], option: string): OutputFile | undefined {
  return files.find(({ name }) => name === option);
}

const partialPath = (place: string): string => `${place}.credport-partial`;

async function own(place: string, path: string): Promise<Lock> {
  const taken = await takeLock(partialPath(place));
  if ("lock" in taken) return taken.lock;
  const { pid, host } = taken.holder;
  throw inUse(path, pid === 0 ? "another process" : `process ${pid} on ${printable(host)}`);
}

function inUse(path: string, who: string): CouldNotRun {
  const remedy = "Wait until that process has ended, or give another path.";
  return new CouldNotRun("cli/not-writable", `${who} is writing ${path}`, remedy);
}

/**
 * @param whole The new file, once it is whole.
 * @returns The users in a file of them that will be replaced.
 */
async function requireReplaceable(
  { path, isOurs, holdsUsers }: PlannedOutput,
  { force }: OutputOptions,
  whole?: { readonly path: string; readonly lines: number },
): Promise<number | undefined> {
  const size = await sizeOfFile(path);
  if (size === 0) return undefined;
  const beginning = await textAt(path, 0);
  const [line = ""] = beginning.split(/\r?\n/, 1);
  const isKnown = isOurs?.(line, beginning) === true;
  if (!isKnown && !force) throw new CouldNotRun("cli/output-exists", `${path} exists, and is not replaced unasked`);
  if (!isKnown || holdsUsers !== true || whole === undefined) return undefined;
  // Few commands replace such a file.
  const { usersReplaced } = await import("./earlier-users.js");
  return usersReplaced({ path, size }, whole, force);
}

/** Recognises a refused record as a check and an import write it. */
export const isRejection = isJsonWith("line", "userId", "problems");

export function isJsonWith(...fields: readonly string[]): (line: string) => boolean {
  return (line) => {
    const value = parsedJson(line);
    return typeof value === "object" && value !== null && fields.every((field) => Object.hasOwn(value, field));
  };
}

/** Refuses a path that leads to anything but a file, or to nothing yet. */
export async function requireFileOrNothing(path: string): Promise<void> {
  await sizeOfFile(path).catch((error: unknown) => {
    throw notWritable(path, error);
  });
}

/**
 * 0 where there is no file. A folder can't be replaced, which would show after all the work; a device or
 * pipe can, and would be gone.
 */
async function sizeOfFile(path: string): Promise<number> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return 0;
  if (stats.isFile()) return stats.size;
  const code = stats.isDirectory() ? "EISDIR" : "a device or pipe, not a file";
  throw Object.assign(new Error(code), { code });
}

function notWritable(path: string, error: unknown): CouldNotRun {
  if (error instanceof CouldNotRun) return error;
  const reason = (error as NodeJS.ErrnoException).code ?? "unknown reason";
  return new CouldNotRun("cli/not-writable", `cannot write ${path} (${reason})`);
}
