/** A setting of the process; undefined where the runtime does not let it be read, as Deno may. */
export function environmentVariable(name: string): string | undefined {
  try {
    return process.env[name];
  } catch {
    return undefined;
  }
}
