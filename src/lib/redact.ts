/**
 * Keeps secrets out of `console.log`: Node's `util.inspect`, and what follows
 * its convention, asks an object for its own description under this symbol.
 */
export const INSPECT: unique symbol = Symbol.for("nodejs.util.inspect.custom") as never;

/** Gives a plain object its own description, under a name that neither JSON nor a copy takes along. */
export function describedAs<T extends object>(object: T, describe: (self: T) => object): T {
  return Object.defineProperty(object, INSPECT, { value: () => describe(object) });
}

/** Stands in for a secret where a description names it: its kind and size, never its content. */
export function redacted(value: string | Uint8Array): string {
  return `<${counted(value.length, typeof value === "string" ? "character" : "byte")}>`;
}

import { counted } from "./plural.js";
