import { meant } from "./nearest-name.js";

/** Throws for a name that is not known: a misspelt option would be ignored without a word. */
export function requireNames(what: string, given: unknown, known: readonly string[]): asserts given is object {
  if (typeof given !== "object" || given === null) throw new TypeError(`${what} takes an object of options`);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`${what} has no option ${unknown}${meant(unknown, known)}`);
}

/** Throws where a function is missing: it would be seen at the first login, in the words of the engine. */
export function requireFunctions(what: string, given: unknown, names: readonly string[]): void {
  const has = (given ?? {}) as Readonly<Record<string, unknown>>;
  const missing = names.find((name) => typeof has[name] !== "function");
  if (missing !== undefined) throw new TypeError(`${what} must have the function ${missing}`);
}

/** Throws for what can't abort: the engine would say so of the hash. */
export function requireSignal(signal: unknown): void {
  const given = signal as Partial<AbortSignal> | null | undefined;
  if (given !== undefined && typeof given?.addEventListener !== "function") {
    throw new TypeError("signal must be an AbortSignal");
  }
}
