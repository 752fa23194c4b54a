import { nearest } from "../../lib/require-names.js";
import type { ProblemCode } from "../../problems/index.js";
import { CouldNotRun } from "../could-not-run.js";

/** For a name that is not known: the remedy gives the nearest, or all where none is near. */
export function unknownName(
  message: string,
  typed: string,
  names: readonly string[],
  code: ProblemCode = "cli/wrong-usage",
): CouldNotRun {
  const near = nearest(typed, names);
  const remedy = near === undefined ? `Give one of: ${names.join(", ")}.` : `Give ${near} if that is meant.`;
  return new CouldNotRun(code, message, remedy);
}

/** The name that was typed, of those that are known. */
export function knownName<Name extends string>(typed: string, names: readonly Name[], message: string): Name {
  const name = names.find((known) => known === typed);
  if (name !== undefined) return name;
  throw unknownName(message, typed, names);
}
