import type { ByteWindow } from "../json-records/byte-window.js";
import { BACKSLASH, CARRIAGE_RETURN, QUOTE } from "../json-records/json-bytes.js";
import type { RowForm } from "./row-scanner.js";

/** Where a path is in. */
type State = "start" | "plain" | "plain, odd" | "quoted" | "closed" | "closed, return";

/** One way to read the bytes so far. */
interface Path {
  readonly state: State;
  readonly cells: number;
  /** No quotation mark after a backslash was taken for a part of the text. */
  readonly isDoubled: boolean;
}

/**
 * `doubled`: of all paths only that is left which takes no backslash for an escape. `either`: others end a row here as well, and
 * nothing tells which of the lines are rows: a user could have typed them. `none`: the table is damaged here.
 */
type Verdict = "more" | "doubled" | "either" | "none";

/**
 * Reads from a row on in each way in which a writer may have meant a quotation mark after a backslash, until all ways that make rows
 * end one at the same place. Writers that double quotation marks end the cell there, unless another mark follows; MySQL
 * continues it; PHP's fputcsv() does the one or the other, as the text has it. What a table's own writer meant is always among the
 * paths, whatever users typed, and makes sound rows.
 *
 * @see https://www.php.net/manual/en/function.fputcsv.php — `escape`
 */
export class QuotePaths {
  /** Where the first row begins. */
  readonly from: number;
  readonly line: number;
  /** The next byte to look at, and its line. */
  at: number;
  atLine: number;
  /** The first row is no longer in the window. */
  isLost = false;
  readonly #form: RowForm;
  readonly #cells: number | undefined;
  #paths: readonly Path[] = [{ state: "start", cells: 1, isDoubled: true }];
  #last = 0;

  constructor(form: RowForm, cells: number | undefined, from: number, line: number) {
    this.#form = form;
    this.#cells = cells;
    [this.from, this.at] = [from, from];
    [this.line, this.atLine] = [line, line];
  }

  /** Bytes before it are not looked at again. */
  get keepFrom(): number {
    return this.isLost ? this.at : this.from;
  }

  step(window: ByteWindow): Verdict {
    while (this.at < window.end) {
      const byte = window.at(this.at++);
      const isEnd = byte === this.#form.lineEnd;
      if (isEnd) this.atLine++;
      this.#take(byte);
      this.#last = byte;
      if (this.#paths.length === 0) return "none";
      if (isEnd && this.#paths.every(({ state, cells }) => state === "start" && cells === 1)) return this.#verdict();
    }
    return "more";
  }

  /** Where no more bytes come: a writer ends what it begins. */
  atEnd(): Verdict {
    this.#paths = this.#paths.filter(
      ({ state, cells }) => state !== "quoted" && state !== "plain, odd" && (this.#isWhole(cells) || cells === 1),
    );
    return this.#verdict();
  }

  #verdict(): Verdict {
    if (this.#paths.length === 0) return "none";
    return this.#paths.every(({ isDoubled }) => isDoubled) ? "doubled" : "either";
  }

  #isWhole(cells: number): boolean {
    return cells === (this.#cells ?? cells);
  }

  #take(byte: number): void {
    const [only] = this.#paths;
    // Most bytes of a text change nothing.
    if (this.#paths.length === 1 && only?.state === "quoted" && byte !== QUOTE) return;
    const next = this.#paths.flatMap((path) => this.#after(path, byte));
    this.#paths = next.length < 2 ? next : distinct(next);
  }

  /** The ways in which a path continues: none where it makes no sound row. */
  #after(path: Path, byte: number): readonly Path[] {
    const { state } = path;
    if (state === "quoted") {
      if (byte !== QUOTE) return [path];
      const closed: Path = { ...path, state: "closed" };
      return this.#last === BACKSLASH ? [closed, { ...path, isDoubled: false }] : [closed];
    }
    if (state === "closed" && byte === QUOTE) return [{ ...path, state: "quoted" }];
    const isEnd = byte === this.#form.lineEnd;
    if (state === "closed" && byte === CARRIAGE_RETURN && !isEnd) return [{ ...path, state: "closed, return" }];
    if (isEnd) return this.#afterRow(path);
    if (byte === this.#form.delimiter) return this.#afterCell(path);
    return this.#inCell(path, byte);
  }

  #afterRow({ state, cells, isDoubled }: Path): readonly Path[] {
    // A line that is blank is no row.
    const isSound = state !== "plain, odd" && (this.#isWhole(cells) || (cells === 1 && state === "start"));
    return isSound ? [{ state: "start", cells: 1, isDoubled }] : [];
  }

  #afterCell({ state, cells, isDoubled }: Path): readonly Path[] {
    const isSound = state !== "plain, odd" && state !== "closed, return" && cells < (this.#cells ?? Infinity);
    return isSound ? [{ state: "start", cells: cells + 1, isDoubled }] : [];
  }

  #inCell(path: Path, byte: number): readonly Path[] {
    const { state } = path;
    if (state === "closed" || state === "closed, return") return [];
    if (byte === CARRIAGE_RETURN && state === "start" && path.cells === 1) return [path];
    if (byte !== QUOTE) return state === "start" ? [{ ...path, state: "plain" }] : [path];
    if (state === "start") return [{ ...path, state: "quoted" }];
    return [{ ...path, state: state === "plain" ? "plain, odd" : "plain" }];
  }
}

/** Each once; what one of two equal paths took for a text is said of both. */
function distinct(paths: readonly Path[]): readonly Path[] {
  const found = new Map<string, Path>();
  for (const path of paths) {
    const key = `${path.state} ${path.cells}`;
    const same = found.get(key);
    found.set(key, same === undefined || same.isDoubled ? path : same);
  }
  return [...found.values()];
}
