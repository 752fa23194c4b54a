import type { ServiceProfile } from "../service/profile.js";
import { type NormalizedHash, provesCanonical } from "./normalize-hash.js";

/** Under which an object that holds a hash shows what the hash was normalised to. */
const PROOF: unique symbol = Symbol("normalised hash");

interface Proved {
  readonly [PROOF]?: NormalizedHash;
}

/**
 * Lets an object that holds a canonical hash prove it, so that nobody on the hash's way to the service
 * normalises it again. Neither JSON nor a copy takes the proof along: without it, the hash is checked.
 */
export function withProof<T extends object>(object: T, normalized: NormalizedHash): T {
  return Object.defineProperty(object, PROOF, { value: normalized });
}

/** Hands the proof on from one object to another, where there is one. */
export function carryProof<T extends object>(from: object | undefined, to: T): T {
  const normalized = (from as Proved | undefined)?.[PROOF];
  return normalized === undefined ? to : withProof(to, normalized);
}

/** What this text was normalised to for this service, where the object proves that it was. */
export function provedHash(
  object: object,
  passwordHash: string,
  service: ServiceProfile,
): NormalizedHash | undefined {
  const normalized = (object as Proved)[PROOF];
  if (normalized === undefined || !provesCanonical(normalized, passwordHash, service)) return undefined;
  return normalized;
}
