import { spawnSync } from "node:child_process";

/** Begins a command in which its process has the number 1, as in a container; it dies with `unshare`. */
export const NAMESPACE_FLAGS = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"] as const;

/** Why such a command can't be run here, or undefined where it can. */
export function whyNoNamespaces(): string | undefined {
  const [command, ...flags] = NAMESPACE_FLAGS;
  const { status, error, stderr } = spawnSync(command, [...flags, "true"], { encoding: "utf8" });
  if (status === 0) return undefined;
  return `skipped: ${error?.message ?? (stderr.trim() || `${command} ends with ${status}`)}`;
}
