import { nodeModule } from "./node-module.js";

/** A setting of the process; undefined where the runtime does not let it be read, as Deno may. */
export function environmentVariable(name: string): string | undefined {
  try {
    return process.env[name];
  } catch {
    return undefined;
  }
}

interface Navigator {
  readonly navigator?: { readonly hardwareConcurrency?: number };
}

/** Cores that this process may use; 1 where the runtime says nothing. */
export function processors(): number {
  const cores = nodeModule("node:os")?.availableParallelism();
  return cores ?? (globalThis as Navigator).navigator?.hardwareConcurrency ?? 1;
}
