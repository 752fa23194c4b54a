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
  await new Promise<void>((resolve) => soon(resolve));
  turnEnd = performance.now() + TURN_MILLISECONDS;
}

/**
 * A timer of 0 ms takes up to 4 ms in browsers; those have no `setImmediate`, but messages that come at once. Each is
 * tried: at Next's edge both are there and throw.
 */
function soon(resume: () => void): void {
  for (const wait of [immediately, byMessage]) {
    try {
      wait(resume);
      return;
    } catch {
      // The next one.
    }
  }
  setTimeout(resume);
}

function immediately(resume: () => void): void {
  globalThis.setImmediate(resume);
}

function byMessage(resume: () => void): void {
  const { port1, port2 } = new MessageChannel();
  // A web page's way, which Node's types leave out: to set it starts the port.
  Object.assign(port1, {
    onmessage: () => {
      port1.close();
      resume();
    },
  });
  port2.postMessage(null);
}
