import { problem, type SourceProblemCode } from "../../../problems/source.js";
import type { Problem } from "../../../result.js";
import type { EndFault, ReadRecord, RecordFault } from "../record-reader.js";

/** The lines of a record or stretch. */
export interface Lines {
  readonly line: number;
  readonly lastLine: number;
}

/** Numbers the items of one file. */
export class ItemCounter {
  #index = 0;

  /** Whether there was any. */
  get hasItems(): boolean {
    return this.#index > 0;
  }

  record(value: object, { line }: Pick<Lines, "line">, damage?: Problem): ReadRecord {
    const record = { kind: "record", place: { index: this.#index++, line }, value } as const;
    return damage === undefined ? record : { ...record, damage: [damage] };
  }

  fault(code: SourceProblemCode, { line, lastLine }: Lines, message: (lines: string) => string): RecordFault {
    const lines = lastLine > line ? `lines ${line} to ${lastLine}` : `line ${line}`;
    const place = { index: this.#index++, line, ...(lastLine > line ? { lastLine } : {}) };
    return { kind: "fault", place, problem: problem(code, message(lines)) };
  }

  end(code: SourceProblemCode, line: number, message: string): EndFault {
    return { kind: "end-fault", line, problem: problem(code, message) };
  }
}
