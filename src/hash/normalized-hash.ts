import { Discreet, redacted } from "../lib/redact.js";
import { resolveServiceProfile, type ServiceProfile, type ServiceProfileName } from "../service/profile.js";
import type { ImportableScheme } from "./scheme.js";
import type { Change } from "./text/change.js";

declare const CANONICAL: unique symbol;

/** A hash in the form that a service verifies. Only `normalizeHash` makes one; for all other code it is a string. */
export type CanonicalHash = string & { readonly [CANONICAL]: true };

/** The canonical form of a hash: what is sent to the service. */
export interface NormalizedHash {
  readonly scheme: ImportableScheme;
  /** The one string that the service verifies. `JSON.stringify` leaves it out, but not of a copy: `{ ...value }`. */
  readonly passwordHash: CanonicalHash;
  /** Value of the call's `hashingAlgorithm`; only for provider-scrypt. */
  readonly hashingAlgorithm?: string;
  /** Base64; found inside the text. It belongs in the service's configuration, never in the string. */
  readonly signerKey?: string;
  /** What was done, in order; empty when the text was canonical. */
  readonly changes: readonly Change[];
}

/** Apart from what makes it: the client knows it again without the catalogue. */
export class Normalized extends Discreet implements NormalizedHash {
  readonly scheme: ImportableScheme;
  readonly passwordHash: CanonicalHash;
  declare readonly hashingAlgorithm?: string;
  declare readonly signerKey?: string;
  readonly changes: readonly Change[];
  readonly #text: string;
  readonly #service: ServiceProfileName | ServiceProfile | undefined;

  constructor(
    scheme: ImportableScheme,
    passwordHash: string,
    changes: readonly Change[],
    service: ServiceProfileName | ServiceProfile | undefined,
    hashingAlgorithm?: string,
  ) {
    super();
    this.scheme = scheme;
    this.passwordHash = passwordHash as CanonicalHash;
    if (hashingAlgorithm !== undefined) this.hashingAlgorithm = hashingAlgorithm;
    this.changes = changes;
    this.#text = passwordHash;
    this.#service = service;
  }

  /** The service that this very text was made for, and null where it was not. */
  static serviceOf(value: NormalizedHash, text: string): ServiceProfileName | ServiceProfile | null {
    return #text in value && value.#text === text ? (value.#service ?? "default") : null;
  }

  shown(): object {
    const signerKey = this.signerKey === undefined ? {} : { signerKey: redacted(this.signerKey) };
    return { ...this, passwordHash: redacted(this.passwordHash), ...signerKey };
  }
}

/** Whether this very text came out of `normalizeHash` for this service; no object of another making passes. */
export function provesCanonical(value: NormalizedHash, text: string, service: ServiceProfile): boolean {
  const madeFor = Normalized.serviceOf(value, text);
  return madeFor !== null && resolveServiceProfile(madeFor) === service;
}
