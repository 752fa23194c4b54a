import type { ImportClient } from "../client/index.js";
import type { ImportOptions, KnownSignIns, ReadingOptions } from "../import/index.js";
import type { ImportProof, JournalBinding } from "../import/internal.js";
import type { ReadExportOptions } from "../source/index.js";
import type { Phase } from "./phase.js";

/** Where users go, and how fast over all workers. */
export interface FleetTarget
  extends Pick<ImportOptions, "existing" | "verification" | "without" | "concurrency" | "acceptRefusals" | "patience"> {
  readonly client: ImportClient;
  /** What journals belong to, beside their chunk and the system. */
  readonly binding: Omit<JournalBinding, "input" | "source">;
  /** Calls a second at most, of all workers together. Default: as many as the service takes. */
  readonly callsPerSecond?: number | undefined;
  /**
   * Makes this worker the one that proves the run: it imports these users and signs them in before any other user is
   * sent by any worker. Their passwords stay in this process.
   */
  readonly proof?: FleetProof | undefined;
}

/** Users whose password is known, and where they sign in. */
interface FleetProof extends ImportProof {
  /** Told how they fared. */
  readonly onSignIns?: ((signIns: KnownSignIns) => void) | undefined;
}

/** What a worker is given. All workers of a run read, and send, in the same way. */
export interface FleetWorkOptions {
  /** The private file that the plan has written. */
  readonly runFile: string;
  /**
   * For the journals of the chunks whose import this worker begins: on a disk that all workers share, or on one of
   * its own, which then has to come back should the worker be lost.
   */
  readonly folder: string;
  /** How to read the export; `from` is that of the plan. */
  readonly source: Omit<ReadExportOptions, "join" | "onJoined"> & Pick<ReadingOptions, "map">;
  /** Without it no user is sent. */
  readonly target?: FleetTarget | undefined;
  /** Address of Redis, where it has a password or is another one for this machine. */
  readonly redis?: string | undefined;
  /** Ends the work in order. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds after which a worker that gives no sign counts as lost. Default 30,000. */
  readonly stalledMs?: number | undefined;
  /** Told once when Redis is away at the beginning, and is waited for. */
  readonly onRedisAway?: (() => void) | undefined;
  /** Called with the run's phase about twice a second. */
  readonly onTick?: ((phase: Phase) => void) | undefined;
}
