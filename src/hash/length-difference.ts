import { counted } from "../lib/plural.js";
import { problem } from "../problems/hash.js";
import type { Problem } from "../result.js";

/** Where a record says of how many bytes its hash is, and they are not there; undefined where it does not. */
export function lengthDifference(stated: number | undefined, bytes: number, field: string): Problem | undefined {
  if (stated === undefined || stated === bytes) return undefined;
  return notAsStated(counted(stated, "byte"), `${counted(bytes, "byte")} long`, field);
}

/** What a field beside a hash says, and what the hash is. */
export function notAsStated(stated: string, own: string, field: string): Problem {
  return problem("hash/not-as-stated", `the record says ${stated}, and the hash is ${own}`, { field });
}
