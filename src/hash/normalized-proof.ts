import type { ServiceProfile } from "../service/profile.js";
import { type NormalizedHash, provesCanonical } from "./normalized-hash.js";

/** Gives back the object that it is given, so that a class can keep something in an object that it did not make. */
class Given {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: a field that is private to a class is put on any object this way only
    return object;
  }
}

/** What a hash was normalised to, kept where neither a look at the object nor a copy of it comes to. */
class Proof extends Given {
  readonly #normalized: NormalizedHash;

  constructor(object: object, normalized: NormalizedHash) {
    super(object);
    this.#normalized = normalized;
  }

  static of(object: object): NormalizedHash | undefined {
    return #normalized in object ? object.#normalized : undefined;
  }
}

/**
 * Lets an object that holds a canonical hash prove it, so that nobody on the hash's way to the service
 * normalises it again. Neither JSON nor a copy takes the proof along: without it, the hash is checked.
 */
export function withProof<T extends object>(object: T, normalized: NormalizedHash): T {
  new Proof(object, normalized);
  return object;
}

/** Hands the proof on from one object to another, where there is one. */
export function carryProof<T extends object>(from: object | undefined, to: T): T {
  const normalized = from === undefined ? undefined : Proof.of(from);
  return normalized === undefined ? to : withProof(to, normalized);
}

/** What this text was normalised to for this service, where the object proves that it was. */
export function provedHash(object: object, passwordHash: string, service: ServiceProfile): NormalizedHash | undefined {
  const normalized = Proof.of(object);
  if (normalized === undefined || !provesCanonical(normalized, passwordHash, service)) return undefined;
  return normalized;
}
