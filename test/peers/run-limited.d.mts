/** How a program ended, and what it said. */
export interface Limited {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  /** Whether its time was up. */
  readonly isLate: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

export function runLimited(
  command: readonly string[],
  options: { readonly cwd?: string; readonly limitMs: number },
): Promise<Limited>;
