import type { Phase, StopNote } from "./phase.js";

/** How far a run has come. */
export interface FleetStatus {
  readonly phase: Phase;
  readonly isPaused: boolean;
  readonly isCancelled: boolean;
  /** Why no worker continues. */
  readonly stopped?: StopNote;
  readonly bytes: number;
  readonly chunks: number;
  /** Chunks that are done in each phase; groups of fingerprints in `match`. */
  readonly scanned: number;
  readonly matched: number;
  readonly groups: number;
  readonly checked: number;
  readonly imported: number;
  /** Users, as far as they are counted. */
  readonly users: FleetCounts;
  /** Workers that gave a sign in the last ten seconds. */
  readonly workers: number;
  /** Calls a second that the service is given at the moment; 0 before the import. */
  readonly callsPerSecond: number;
  /** Milliseconds since the plan, up to the end of the run. */
  readonly elapsedMs: number;
}

/** What a chunk that is being imported, or was, says of its users. */
export const IMPORTED = [
  ...(["imported", "alreadyThere", "existing", "atLogin", "refusedByUs"] as const),
  ...(["skipped", "refusedByService", "failed"] as const),
];
export const COUNTS = ["records", "importable", ...IMPORTED] as const;

/** Users of a run: of the chunks that are done, and of those that are being imported. */
export type FleetCounts = Readonly<Record<(typeof COUNTS)[number], number>>;
