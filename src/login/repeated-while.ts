const TRIES = 5;
const FIRST_WAIT_MILLISECONDS = 50;
/** What has waited for a store that does not answer has no time for it again: a person waits. */
const LONGEST_MILLISECONDS = 2_000;

/** Calls until what it gives is not to be repeated, a few times, each after a longer wait; not once that took too long. */
export async function repeatedWhile<T>(isToRepeat: (value: T) => boolean, call: () => Promise<T>): Promise<T> {
  const end = performance.now() + LONGEST_MILLISECONDS;
  for (let tried = 1, wait = FIRST_WAIT_MILLISECONDS; ; tried++, wait *= 2) {
    const value = await call();
    if (tried === TRIES || !isToRepeat(value) || performance.now() >= end) return value;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
