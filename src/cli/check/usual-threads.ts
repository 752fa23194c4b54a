import { availableParallelism } from "node:os";

/** Starting a thread takes as long as reading some MiB. */
const LEAST_BYTES = 1 << 25;
const MOST_THREADS = 8;

/** How many threads read a file of so many bytes, without --threads. */
export function usualThreads(
  bytes: number,
  cores: number = availableParallelism(),
  versions: Readonly<Record<string, string | undefined>> = process.versions,
): number {
  // In Deno two threads took twice as long as one.
  if (bytes < LEAST_BYTES || versions.deno !== undefined) return 1;
  return Math.min(cores, MOST_THREADS);
}
