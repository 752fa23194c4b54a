import type { CliIo } from "./cli-io.js";
import { CouldNotRun } from "./could-not-run.js";

/**
 * Gives work a signal that Ctrl-C aborts.
 *
 * @param ended What is said where the work fails because of it; without it, the work says so itself.
 */
export async function interruptible<T>(
  io: CliIo,
  work: (signal: AbortSignal) => Promise<T>,
  ended?: string,
): Promise<T> {
  const abort = new AbortController();
  const forget = io.onInterrupt(() => abort.abort());
  try {
    return await work(abort.signal);
  } catch (error) {
    if (!abort.signal.aborted || ended === undefined) throw error;
    throw new CouldNotRun("cli/interrupted", ended);
  } finally {
    forget();
  }
}

export async function untilInterrupted(io: CliIo): Promise<void> {
  let forget = (): void => {};
  await new Promise<void>((resolve) => {
    forget = io.onInterrupt(resolve);
  });
  forget();
}
