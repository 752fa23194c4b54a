import type { JsonObject } from "../suite/conformance-case.js";

/** Version of the protocol, which both sides must speak. Described in docs/conformance.md. */
export const PROTOCOL_VERSION = 1;

/** Who answers. */
export interface ImplementationName {
  readonly name: string;
  readonly version: string;
  readonly language: string;
  /**
   * For each operation a line of code in that language that shows a case: `{{hash}}` is the input's field as a literal
   * of text, `{{password:bytes}}` as one of bytes.
   */
  readonly reproduce?: Readonly<Record<string, string>>;
}

/** The first line that the runner sends. */
export interface HelloRequest {
  readonly cmd: "hello";
  readonly protocol: number;
}

/** What an implementation verifies, where it says so; names may have `*` and `?`. Absent: whatever it is asked. */
export interface Spoken {
  /** Notations of hashes, as docs/hashes.md names them; if absent, those that several programs write. */
  readonly notations?: readonly string[];
  /** Systems whose own notations it speaks besides. */
  readonly owners?: readonly string[];
}

/** The first line that an adapter sends. */
export interface HelloReply extends Spoken {
  readonly protocol: number;
  readonly implementation: ImplementationName;
  /** Names of the operations that it has; cases of the others are not sent. */
  readonly operations: readonly string[];
}

/** One case. The right answer is never part of it. */
export interface RunRequest {
  readonly cmd: "run";
  /** To be given back. */
  readonly seq: number;
  readonly id: string;
  readonly operation: string;
  readonly input: JsonObject;
}

/** The last line that the runner sends; the adapter then ends. */
export interface ByeRequest {
  readonly cmd: "bye";
}

/** What an implementation makes of a case: one of the four. */
export type Answer =
  /** It took the input; the operation's output. */
  | { readonly ok: JsonObject }
  /** It refused the input. */
  | { readonly error: { readonly code?: string; readonly offset?: number } }
  /** It does not do such a thing, and says so. */
  | { readonly skipped: { readonly reason: string; readonly issueUrl?: string } }
  /** The adapter failed, not the implementation. */
  | { readonly errored: { readonly context: string } };

/** An adapter's answer to one case, with the case's number. */
export type RunReply = { readonly seq: number } & Answer;
