import { refuse } from "../problems/fleet.js";
import type { Failure, Result } from "../result.js";
import { type RunFile, readRunFile } from "./run-file.js";

/** The run of a file that must be there. */
export async function requireRunFile(path: string): Promise<Result<RunFile>> {
  return (await readRunFile(path)) ?? refuse("fleet/not-a-run-file", "there is no file of this name");
}

export function unknownRun(): Failure {
  return refuse("fleet/run-unknown", "Redis knows nothing of this run");
}
