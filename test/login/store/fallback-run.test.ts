import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { byDay } from "../../by-day.js";

const ROOT = resolve(import.meta.dirname, "../../..");
const LOGINS = byDay(600);

interface Outcome {
  readonly skipped?: string;
  readonly users: number;
  readonly systems: number;
  readonly broughtOver: number;
  readonly left: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

// The short form of the run over all stores; servers are real, on the loopback address.
it.for(["file", "postgresql", "redis"])(
  "logins over ten systems with the store in %s end as they have to, after a restart too",
  async (form, { skip }) => {
    expect(existsSync(resolve(ROOT, "dist/login/index.js")), "run npm run build first").toBe(true);
    const run = promisify(execFile);
    const args = ["bench/fallback-run/run.mjs", String(LOGINS), form, "--json"];
    const { stdout } = await run(process.execPath, args, { cwd: ROOT });
    const [outcome] = JSON.parse(stdout) as [Outcome];
    skip(outcome.skipped !== undefined, outcome.skipped ?? "");
    expect(outcome.faults).toEqual([]);
    expect(outcome.systems).toBe(10);
    const { migrated = 0, service = 0, ...refused } = outcome.counts;
    expect(migrated).toBe(outcome.broughtOver);
    expect(outcome.left).toBe(outcome.users - migrated);
    expect(Math.min(migrated, service)).toBeGreaterThan(0);
    expect(Object.keys(refused).sort()).toEqual(["unknown-user", "wrong-password"]);
  },
);
