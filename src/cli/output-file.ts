import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { CouldNotRun } from "./cli-io.js";

const FLUSH_AT_CHARACTERS = 1 << 16;

/**
 * A file that appears under its name only when it is whole. Written beside it with
 * mode 0600, since it may hold hashes.
 */
export class OutputFile {
  readonly #path: string;
  readonly #partialPath: string;
  readonly #file: FileHandle;
  #buffer = "";

  private constructor(path: string, partialPath: string, file: FileHandle) {
    this.#path = path;
    this.#partialPath = partialPath;
    this.#file = file;
  }

  static async create(path: string): Promise<OutputFile> {
    const partialPath = `${path}.${process.pid}.partial`;
    try {
      await refuseSpecialFile(path);
      return new OutputFile(path, partialPath, await open(partialPath, "wx", 0o600));
    } catch (error) {
      throw notWritable(path, error);
    }
  }

  /** All of them; none is left behind where one can't be made. */
  static async createAll(paths: readonly string[]): Promise<readonly OutputFile[]> {
    const files: OutputFile[] = [];
    try {
      for (const path of paths) files.push(await OutputFile.create(path));
      return files;
    } catch (error) {
      for (const file of files) await file.discard();
      throw error;
    }
  }

  async writeLine(value: unknown): Promise<void> {
    await this.write(`${JSON.stringify(value)}\n`);
  }

  async write(text: string): Promise<void> {
    this.#buffer += text;
    if (this.#buffer.length >= FLUSH_AT_CHARACTERS) await this.#flush();
  }

  /** The file stands under its name from here on. */
  async complete(): Promise<void> {
    await OutputFile.completeAll([this]);
  }

  /** Shows files only when all of them are whole on the disk. */
  static async completeAll(files: readonly OutputFile[]): Promise<void> {
    for (const file of files) await file.#close();
    for (const file of files) await file.#show();
  }

  /** Leaves nothing behind. */
  async discard(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(this.#partialPath, { force: true });
  }

  async #flush(): Promise<void> {
    const text = this.#buffer;
    this.#buffer = "";
    await this.#attempt(this.#file.appendFile(text, "utf8"));
  }

  async #close(): Promise<void> {
    await this.#flush();
    await this.#attempt(this.#file.sync());
    await this.#attempt(this.#file.close());
  }

  async #show(): Promise<void> {
    await this.#attempt(refuseSpecialFile(this.#path).then(() => rename(this.#partialPath, this.#path)));
  }

  async #attempt(step: Promise<void>): Promise<void> {
    try {
      await step;
    } catch (error) {
      throw notWritable(this.#path, error);
    }
  }
}

/** Refuses a path that leads to anything but a file, or to nothing yet. */
export async function requireFileOrNothing(path: string): Promise<void> {
  await refuseSpecialFile(path).catch((error: unknown) => {
    throw notWritable(path, error);
  });
}

/** A folder can't be replaced, which would show after all the work; a device or pipe can, and would be gone. */
async function refuseSpecialFile(path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined || stats.isFile()) return;
  const code = stats.isDirectory() ? "EISDIR" : "a device or pipe, not a file";
  throw Object.assign(new Error("is no file"), { code });
}

function notWritable(path: string, error: unknown): CouldNotRun {
  const reason = (error as NodeJS.ErrnoException).code ?? "unknown reason";
  return new CouldNotRun("cli/not-writable", `cannot write ${path} (${reason})`);
}
