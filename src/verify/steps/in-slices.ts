import { nextTurn, turnIsOver } from "./turns.js";

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
  perLook = ROUNDS_PER_LOOK,
): Promise<void> {
  for (let index = 0; index < rounds; index++) {
    round(index);
    if (index % perLook === 0 && turnIsOver()) {
      await nextTurn();
      signal?.throwIfAborted();
    }
  }
}
