/** A source that was told from a file's content. */
export interface Detected {
  readonly name: string;
  readonly certainty?: "sure";
  /** What was found in the file. */
  readonly reasons?: readonly string[];
}

/** How sure a source is that nobody named, and why; undefined where somebody did. */
export function certaintyOf({ name, certainty, reasons = [] }: Detected): string | undefined {
  if (certainty === undefined) return undefined;
  return `the export is surely of ${name}: ${reasons.join("; ")}`;
}
