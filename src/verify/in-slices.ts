import { setImmediate } from "node:timers/promises";

/** Milliseconds that a loop may hold the event loop. */
const SLICE_MILLISECONDS = 1;
/** Rounds between two looks at the clock. */
const ROUNDS_PER_LOOK = 64;

/**
 * Runs a round many times, letting other work in between: the iterated digests have
 * no primitive in Node that runs them in another thread.
 */
export async function inSlices(
  rounds: number,
  round: (index: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  let sliceEnd = performance.now() + SLICE_MILLISECONDS;
  for (let index = 0; index < rounds; index++) {
    round(index);
    if (index % ROUNDS_PER_LOOK === 0 && performance.now() >= sliceEnd) {
      await setImmediate();
      signal?.throwIfAborted();
      sliceEnd = performance.now() + SLICE_MILLISECONDS;
    }
  }
}
