import { readFileSync } from "node:fs";

/** Whether there is such a process. One that has ended but whose end nobody has taken note of is dead as well. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
