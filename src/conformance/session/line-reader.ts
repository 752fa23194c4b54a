import { StringDecoder } from "node:string_decoder";
import type { FaultKind, OutputLimits } from "./session.js";

/** Cuts a stream of bytes into lines, and gives up where a line or the whole is too long. */
export class LineReader {
  readonly #limits: OutputLimits;
  readonly #onLine: (line: string) => void;
  readonly #onExcess: (kind: FaultKind) => void;
  readonly #decoder = new StringDecoder("utf8");
  #rest: string[] = [];
  #restBytes = 0;
  #totalBytes = 0;
  #isOver = false;

  constructor(limits: OutputLimits, onLine: (line: string) => void, onExcess: (kind: FaultKind) => void) {
    this.#limits = limits;
    this.#onLine = onLine;
    this.#onExcess = onExcess;
  }

  push(chunk: Buffer): void {
    if (this.#isOver) return;
    this.#totalBytes += chunk.length;
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0 && !this.#isOver; end = chunk.indexOf(10, from)) {
      if (this.#keep(chunk.subarray(from, end))) this.#endLine();
      from = end + 1;
    }
    if (!this.#isOver) this.#keep(chunk.subarray(from));
  }

  unfinished(): string {
    return this.#rest.join("");
  }

  /** Adds to the unfinished line; false where there is too much. */
  #keep(piece: Buffer): boolean {
    this.#restBytes += piece.length;
    if (this.#totalBytes > this.#limits.totalBytes) this.#giveUp("too-much-output");
    else if (this.#restBytes > this.#limits.lineBytes) this.#giveUp("line-too-long");
    else if (piece.length > 0) this.#rest.push(this.#decoder.write(piece));
    return !this.#isOver;
  }

  #endLine(): void {
    const line = this.#rest.join("");
    this.#rest = [];
    this.#restBytes = 0;
    this.#onLine(line);
  }

  #giveUp(kind: FaultKind): void {
    this.#isOver = true;
    this.#rest = [];
    this.#onExcess(kind);
  }
}
