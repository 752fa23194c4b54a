/** What a run does at the moment; each phase begins when the one before is done for every chunk. */
export type Phase =
  /** Who appears in which chunk, as keyed fingerprints. */
  | "scan"
  /** Who appears more than once. */
  | "match"
  /** Which users can be imported. */
  | "check"
  /** Checked, and no worker has an address to import to yet. */
  | "ready"
  /** Known users are imported and signed in; no other user is sent. */
  | "prove"
  | "import"
  | "done";

/** Why a run was stopped. The sentence of a problem stays with the worker: it may quote the service. */
export interface StopNote {
  readonly code: string;
  /** Line of the file, where the reason is in it. */
  readonly line?: number;
}
