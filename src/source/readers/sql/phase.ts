import type { TextWindow } from "../text/text-window.js";
import type { TableRows } from "./row-record.js";
import type { SqlReading } from "./sql-reading.js";

/** A part of the way through a dump. */
export abstract class Phase {
  protected readonly reading: SqlReading;
  protected readonly window: TextWindow;

  constructor(reading: SqlReading) {
    this.reading = reading;
    this.window = reading.window;
  }

  /** Continues; null where that needs more text. */
  abstract step(): Turn | "again" | null;
  /** At the file's end: where to continue with what is left; null where that was all. */
  abstract conclude(): Turn | null;

  protected more(): null {
    this.window.wantMore();
    return null;
  }
}

/** Which phase continues at the window's place. */
export type Turn =
  | { readonly to: "statement" }
  | { readonly to: "after rows" }
  | { readonly to: "rows"; readonly rows: TableRows }
  | { readonly to: "copy"; readonly rows: TableRows | undefined }
  | LostTurn;

/** To what follows damage. */
export interface LostTurn {
  readonly to: "lost";
  readonly rows?: TableRows;
  /** The line on which the damage began, where that is not the window's. */
  readonly from?: number;
  /** Whether a text that ended in front of a letter has shown that its marks don't tell where texts are. */
  readonly isOutOfStep?: boolean;
  /** Whether a statement may begin right at the window's place: a row was to be there. */
  readonly mayBeStatement?: boolean;
}
