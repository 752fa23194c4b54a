import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes that live on the heap and in buffers, after a full collection. */
export function liveBytes(): number {
  collectGarbage();
  // Buffers that the first collection found are freed beside it; the second one waits for that.
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const READINGS = 4;

/**
 * The least growth of several readings; those after a small one are spared. Code that is compiled meanwhile
 * lives on too, but once: who keeps what was read does it at each reading.
 */
export async function leastGrowth(most: number, read: () => Promise<number>): Promise<number> {
  let least = await read();
  for (let reading = 1; reading < READINGS && least >= most; reading++) {
    least = Math.min(least, await read());
  }
  return least;
}
