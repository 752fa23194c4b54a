import type { Result } from "../../result.js";
import type { Answer, ImplementationName, Spoken } from "../protocol/messages.js";
import type { ConformanceCase } from "../suite/conformance-case.js";

/**
 * How a case ended without an answer. `crashed` and `timeout` can be the
 * implementation's doing and count against it; the others are the adapter's.
 */
export type FaultKind =
  | "crashed"
  | "timeout"
  | "rubbish"
  | "wrong-sequence-number"
  | "line-too-long"
  | "too-much-output"
  /** It could not be started again. */
  | "gone";

export interface Fault {
  readonly kind: FaultKind;
  /** For a person: what happened, with the end of standard error. */
  readonly context: string;
}

/** The outcome of one case. After a fault the session is over. */
export type Exchange = { readonly answer: Answer } | { readonly fault: Fault };

export interface Session {
  readonly implementation: ImplementationName;
  /** Null where it has no way to say so: every operation is tried. */
  readonly operations: readonly string[] | null;
  readonly spoken: Spoken;
  run(vector: ConformanceCase, timeoutMs: number): Promise<Exchange>;
  /** Ends it; what it said after its last answer breaks the protocol. */
  close(): Promise<Fault | null>;
}

export type OpenSession = () => Promise<Result<Session>>;

/** Bounds on what is read of a program. */
export interface OutputLimits {
  /** Bytes of one line of standard output. */
  readonly lineBytes: number;
  /** Bytes of standard output of one process. */
  readonly totalBytes: number;
  /** Bytes of the end of standard error that are kept. */
  readonly stderrBytes: number;
}

/** The most that a program under test may write: 16 MiB a line and 256 MiB in all to standard output; 4 KiB of standard error are kept. */
export const DEFAULT_OUTPUT_LIMITS: OutputLimits = Object.freeze({
  lineBytes: 1 << 24,
  totalBytes: 1 << 28,
  stderrBytes: 1 << 12,
});
