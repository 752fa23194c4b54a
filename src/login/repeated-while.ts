const TRIES = 5;
const FIRST_WAIT_MILLISECONDS = 50;

/** Calls until what it gives is not to be repeated, a few times, each after a longer wait. */
export async function repeatedWhile<T>(isToRepeat: (value: T) => boolean, call: () => Promise<T>): Promise<T> {
  for (let tried = 1, wait = FIRST_WAIT_MILLISECONDS; ; tried++, wait *= 2) {
    const value = await call();
    if (tried === TRIES || !isToRepeat(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
