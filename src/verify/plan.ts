import type { Scheme } from "../hash/scheme.js";
import type { SourceName } from "../hash/source-context.js";
import type { Result } from "../result.js";
import type { Coverage } from "./coverage.js";
import type { VerifyLimits } from "./limits.js";

/** A verification that is ready to run: parsed, within all bounds, nothing computed yet. */
export interface Plan {
  readonly scheme: Scheme;
  /** Cost parameters under their usual names, for a reader. */
  readonly parameters: Readonly<Record<string, number | string>>;
  /** Bytes that the computation holds at once, besides a few KiB. */
  readonly memoryBytes: number;
  /** Below the minimum of `needs-rehash.ts`. */
  readonly needsRehash: boolean;
  /** Whether this password, whose bytes have not been treated in any way, is the right one. */
  readonly matches: (password: Uint8Array, signal?: AbortSignal) => Promise<boolean>;
  /** What of this password `matches` sees; all of it unless given. */
  readonly coverage?: (password: Uint8Array) => Coverage;
}

/** The named groups of a format's pattern. */
export type Groups = Readonly<Record<string, string | undefined>>;

export interface PlanContext {
  readonly limits: VerifyLimits;
  readonly source?: SourceName | undefined;
  readonly pepper?: string | undefined;
  readonly signerKey?: string | undefined;
  /** How often the work of one hash is done for one password: once unless given. */
  readonly computations?: number;
}

/** Reads what the pattern found into a plan, or says what is wrong or over a bound. */
export type Planner = (groups: Groups, context: PlanContext) => Result<Plan>;
