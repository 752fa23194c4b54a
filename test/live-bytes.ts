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
