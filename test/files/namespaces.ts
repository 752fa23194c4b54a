import { needsProgram } from "../needs.js";

/** Begins a command in which its process has the number 1, as in a container; it dies with `unshare`. */
export const NAMESPACE_FLAGS = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"] as const;

const [command, ...flags] = NAMESPACE_FLAGS;

/** Tests that run such a command: not every system lets a user do so. */
export const NAMESPACES = needsProgram(command, [...flags, "true"], "unshare and the right to use it");
