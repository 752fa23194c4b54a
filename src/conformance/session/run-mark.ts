import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";

/** The variable by which what a run has started is known, also in a process group of its own. */
const VARIABLE = "CREDPORT_CONFORMANCE_RUN";
/** What is being ended can start something once more. */
const MOST_PASSES = 5;

/** A mark that everything carries which the programs of one run start. */
export function createRunMark() {
  const value = randomUUID();
  return {
    env: { ...process.env, [VARIABLE]: value },
    endLeftovers: async () => {
      // Linux alone shows the environment of a process.
      if (process.platform !== "linux") return;
      for (let pass = 0; pass < MOST_PASSES; pass++) {
        const marked = await processesWith(`${VARIABLE}=${value}`);
        if (marked.length === 0) return;
        for (const pid of marked) endProcess(pid);
      }
    },
  };
}

async function processesWith(entry: string): Promise<readonly number[]> {
  const names = (await readdir("/proc")).filter((name) => /^[0-9]+$/.test(name));
  const pids = await Promise.all(
    names.map(async (name) => {
      const environment = await readFile(`/proc/${name}/environ`, "utf8").catch(() => "");
      return environment.split("\0").includes(entry) ? [Number(name)] : [];
    }),
  );
  return pids.flat();
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended in this very moment.
  }
}
