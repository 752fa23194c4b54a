/** Milliseconds that computations may hold the event loop, whether one of them does it or many. */
const TURN_MILLISECONDS = 1;

/** When the others are to get their turn. One for the process, because the event loop is. */
let turnEnd = 0;

/** Whether the computations of this turn have held the event loop for long enough. */
export function turnIsOver(): boolean {
  return performance.now() >= turnEnd;
}

/** Lets everything that waits for the event loop go first. */
export async function nextTurn(): Promise<void> {
  // A timer of 0 ms takes up to 4 ms in browsers; those have no setImmediate.
  const { setImmediate: soon = setTimeout } = globalThis;
  await new Promise<void>((resolve) => {
    soon(() => resolve());
  });
  turnEnd = performance.now() + TURN_MILLISECONDS;
}
