/** One owner for a file, whatever machine, container or name it is reached by. */
export { type Lock, type Owner, type Taken, takeLock } from "./lock.js";
export { realPathOf } from "./real-path.js";
