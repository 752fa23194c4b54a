/** Resolves after some time, or when the signal fires. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted) end();
  });
}

/** The work's result, or undefined where the signal fires first. A race would keep every loser in memory. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const end = () => resolve(undefined);
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}
