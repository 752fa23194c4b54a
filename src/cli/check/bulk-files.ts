import type { BulkUser } from "../../client/index.js";
import { checkBulkUser } from "../../client/internal.js";
import { bulkUserOf } from "../../import/internal.js";
import type { Problem } from "../../result.js";
import { hasCall, SERVICE_PROFILES, type ServiceProfileName } from "../../service/profile.js";
import type { ReadUser } from "../../source/index.js";
import { callNotOffered } from "../could-not-run.js";
import { beforeExtension, type NamedFile, requireDistinctFiles } from "../output/distinct-files.js";
import { OutputFile, type OutputOptions, type WrittenFile } from "../output/output-file.js";

/** What the service takes in one call; of its text, what it reads into its memory with ease. */
const MOST_USERS = 10_000;
const MOST_CHARACTERS = 1 << 24;

interface Batches {
  readonly path: string;
  readonly inputs: readonly NamedFile[];
  readonly service: ServiceProfileName;
  readonly options: OutputOptions;
}

/** Users as bodies of the bulk import's call, each in a file of its own with as many as the service takes. */
export class BulkFiles {
  readonly #to: Batches;
  readonly #files: OutputFile[] = [];
  readonly #written: WrittenFile[] = [];
  #users = 0;
  #characters = 0;

  private constructor(to: Batches) {
    this.#to = to;
  }

  /** Opens the first file, so that a path that can't be written is found out in time. */
  static async open(to: Batches): Promise<BulkFiles> {
    if (!hasCall(to.service, "bulkUsers")) {
      const message = "--out-format supertokens-bulk was given for a service without a bulk import";
      throw callNotOffered(message);
    }
    const files = new BulkFiles(to);
    await files.#begin();
    return files;
  }

  /** Adds a user, or says why the bulk import would not take them. */
  async add(read: ReadUser): Promise<readonly Problem[]> {
    const service = SERVICE_PROFILES[this.#to.service];
    const user = bulkUserOf(read, { service, tenantId: "public" });
    const problems = checkBulkUser(user, service);
    if (problems.length === 0) await this.#write(user);
    return problems;
  }

  /** The files have their names from here on. */
  async complete(): Promise<void> {
    await this.#end();
    await OutputFile.completeAll(this.#files);
  }

  written(): readonly WrittenFile[] {
    return this.#written;
  }

  async discard(): Promise<void> {
    for (const file of this.#files) await file.discard();
  }

  get #last(): OutputFile {
    return this.#files.at(-1) as OutputFile;
  }

  async #write(user: BulkUser): Promise<void> {
    const text = JSON.stringify(user);
    const isFull = this.#users >= MOST_USERS || this.#characters + text.length > MOST_CHARACTERS;
    if (isFull && this.#users > 0) {
      await this.#end();
      await this.#begin();
    }
    await this.#last.write(`${this.#users === 0 ? "" : ","}\n${text}`);
    this.#users++;
    this.#characters += text.length;
  }

  async #end(): Promise<void> {
    await this.#last.write("\n]}\n");
    this.#written.push({ option: "--out", path: this.#nextPath(0), users: this.#users });
  }

  #nextPath(ahead: number): string {
    return beforeExtension(this.#to.path, `-${this.#files.length + ahead}`);
  }

  async #begin(): Promise<void> {
    const path = this.#nextPath(1);
    await requireDistinctFiles({ inputs: this.#to.inputs, outputs: [{ name: "--out", path }] });
    this.#files.push(await OutputFile.create({ path }, this.#to.options));
    this.#users = 0;
    this.#characters = 0;
    await this.#last.write('{"users":[');
  }
}
