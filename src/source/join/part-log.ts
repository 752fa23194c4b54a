import { randomBytes } from "node:crypto";
import type { Problem } from "../../result.js";
import type { Fields } from "../fields/field.js";
import { type HashKey, keyedHash } from "./keyed-hash.js";
import { SpillLog } from "./spill-log.js";

/** A row of a user, as it is kept until the user comes. */
export interface Part {
  readonly name: string;
  readonly fields: Fields;
  readonly conflictingFields?: readonly string[] | undefined;
  readonly damage?: readonly Problem[] | undefined;
}

/** Where a row is: its number over all files, its file and line. */
export interface RowPlace {
  readonly index: number;
  readonly file: number;
  readonly line: number;
}

/** A line of the log: a user, or a part with its text. */
export interface LoggedRow extends RowPlace {
  readonly key: string;
  /** What the source calls the part; undefined for a user. */
  readonly part: string | undefined;
  readonly aloneIsUser: boolean;
  /** JSON of the part; empty for a user. */
  readonly text: string;
}

const BUCKETS = 256;
/** Bytes of rows that stay in memory; beyond them the rows of a full bucket go to the temporary folder. */
export const MOST_IN_MEMORY = 8 << 20;

/** The users' keys and the rows that belong to them, in buckets by key. */
export class PartLog {
  readonly #hashKey: HashKey = [randomBytes(4).readInt32LE(), randomBytes(4).readInt32LE()];
  readonly #log: SpillLog;

  constructor(mostInMemory: number) {
    this.#log = new SpillLog(BUCKETS, mostInMemory);
  }

  get buckets(): number {
    return this.#log.buckets;
  }

  bucketOf(key: string): number {
    return keyedHash(key, this.#hashKey) % this.buckets;
  }

  async addUser(place: RowPlace, key: string): Promise<void> {
    await this.#add(place, { key, part: null, aloneIsUser: false }, "");
  }

  async addPart(place: RowPlace, part: Part, key: string, aloneIsUser: boolean): Promise<void> {
    await this.#add(place, { key, part: part.name, aloneIsUser }, JSON.stringify(part));
  }

  async *rowsOf(bucket: number): AsyncGenerator<LoggedRow> {
    for await (const line of this.#log.linesOf(bucket)) {
      // JSON has no tab that is not escaped.
      const tab = line.indexOf("\t");
      const [index, file, lineNumber, key, part, aloneIsUser] = JSON.parse(line.slice(0, tab));
      const text = line.slice(tab + 1);
      yield { index, file, line: lineNumber, key, part: part ?? undefined, aloneIsUser, text };
    }
  }

  close(): Promise<void> {
    return this.#log.close();
  }

  #add(
    { index, file, line }: RowPlace,
    { key, part, aloneIsUser }: { key: string; part: string | null; aloneIsUser: boolean },
    text: string,
  ): Promise<void> {
    const head = JSON.stringify([index, file, line, key, part, aloneIsUser]);
    return this.#log.add(this.bucketOf(key), `${head}\t${text}`);
  }
}
