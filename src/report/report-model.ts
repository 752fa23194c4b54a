/** A meaning that a terminal shows as a colour, and a page as a colour and a mark. */
export type Tone = "strong" | "faint" | "good" | "bad" | "warn";

/** A number with what it counts. */
export interface CountRow {
  readonly number: number;
  readonly text: string;
  readonly tone?: Tone;
  /** What follows in the line, in another tone. */
  readonly rest?: string;
  readonly restTone?: Tone;
}

/** A line of words. A detail belongs to the count above it. */
export interface TextRow {
  readonly text: string;
  readonly tone?: Tone;
  readonly isDetail?: boolean;
}

export type ReportRow = CountRow | TextRow;

/** A part of a report. One that has neither heading nor rows is left out. */
export interface ReportSection {
  readonly heading?: string;
  readonly tone?: Tone;
  readonly rows: readonly ReportRow[];
}

/** The section of which a report draws the shares. */
export const SCHEMES_HEADING = "Passwords, by scheme and cost";

/** A user who is not imported, and why. Holds no secret. */
export interface RefusedRow {
  readonly file?: string | undefined;
  readonly line: number;
  readonly userId: string | null;
  /** Where it was asked for. */
  readonly address?: string | undefined;
  readonly problems: readonly ReportFault[];
}

/** What the fallback, which keeps a refused user's address from others, does after a reset: makes the account, or none. */
export type RefusedStanding = "kept" | "locked";

export interface ReportFault {
  readonly code: string;
  readonly message?: string | undefined;
  readonly field?: string | undefined;
  readonly remedy?: string | undefined;
}

/** What all formats are made of: the sections that a terminal shows, the same as data, and the refused users. */
export interface ReportModel {
  /** Name of the document, such as `check-report`; its schema is in the folder schemas. */
  readonly kind: string;
  readonly title: string;
  /** The file that was read. */
  readonly file: string;
  readonly version: string;
  readonly sections: readonly ReportSection[];
  readonly document: object;
  /** Why the run did not end well, where that is not said of a refused user. */
  readonly fault?: ReportFault | undefined;
  /** The first of them; `refusedInAll` is their number. */
  readonly refused: readonly RefusedRow[];
  readonly refusedInAll: number;
}

/** A form in which a report is written to a file. */
export type ReportFormat = {
  /** How a file begins that holds a report of an earlier run: the same command writes it again. */
  readonly begins: RegExp;
} & (
  | { readonly render: (model: ReportModel) => string }
  /** A line for each refused user, so that none is left out of a long list. */
  | { readonly head: string; readonly line: (row: RefusedRow, standing?: RefusedStanding) => string }
);

/** As many refused users as a report names one by one. */
export const MOST_REFUSED_ROWS = 5_000;

/** Said where there are more. */
export function cutNote({ refused, refusedInAll }: ReportModel): string | undefined {
  if (refused.length >= refusedInAll) return undefined;
  return `The first ${refused.length} of ${refusedInAll} are listed here; a report as .csv has all of them.`;
}
