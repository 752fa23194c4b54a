import type { CostLimit } from "../run/limits.js";
import type { Coverage } from "./coverage.js";

/** What has become of the password so far. */
export interface Received {
  readonly bytes: Uint8Array;
  /** What of the typed text these bytes tell. */
  readonly coverage: Coverage;
  /**
   * The bytes are a digest of the whole password: what a later step cuts off takes nothing
   * of the password away.
   */
  readonly isDigest?: true;
  /** Characters of two bytes, many of which are NUL without being one. */
  readonly isUtf16?: true;
  /** The old system could not have received this text: computed for the work alone, never a match. */
  readonly isImpossible?: true;
  /** The site-wide secret that the bytes end in. */
  readonly pepper?: Uint8Array;
}

/** How one kind of step is computed, and what it costs. */
export interface StepRunner<Step> {
  /** In the units of the limits; nothing for what takes microseconds. */
  readonly costs?: (step: Step) => Costs;
  /** Cost parameters under their usual names, for a reader. */
  readonly parameters?: (step: Step) => Readonly<Record<string, number | string>>;
  /** Below today's minimum. The last step that has an opinion decides; without any, it is. */
  readonly needsRehash?: (step: Step) => boolean;
  readonly run: (received: Received, step: Step, signal?: AbortSignal) => Received | Promise<Received>;
}

export type Costs = Partial<Readonly<Record<CostLimit, number>>>;

export function digestOf(received: Received, bytes: Uint8Array): Received {
  const { coverage, isImpossible } = received;
  return { bytes, coverage, isDigest: true, ...(isImpossible && { isImpossible }) };
}
