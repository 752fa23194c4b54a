// Runs a program for a time, with all that it starts: nothing of it is left when the time is up, when the program ends, or
// when this process is gone, however it went.
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** Beside the program in its group: it waits for the end of a pipe that only this process holds, and ends the group. */
const GUARD = '(read -r line; kill -KILL 0) <&3 >/dev/null 2>&1 & exec "$@" 3<&-';

/** What the program says, and how it ends: with an exit code, by a signal, or late. */
export async function runLimited([program, ...args], { cwd, limitMs }) {
  const stdio = ["ignore", "pipe", "pipe", "pipe"];
  const child = spawn("/bin/sh", ["-c", GUARD, "sh", program, ...args], { cwd, stdio, detached: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endGroup(child);
  }, limitMs);
  const ended = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      endGroup(child);
      resolve({ code, signal });
    });
  });
  const [{ code, signal }, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, signal, isLate, stdout, stderr };
}

function endGroup({ pid }) {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It ended in this very moment.
  }
}
