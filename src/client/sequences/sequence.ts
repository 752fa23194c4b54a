import { CLIENT_PROBLEMS } from "../../problems/client.js";
import { problemMaker } from "../../problems/problem-maker.js";
import { REQUEST_PROBLEMS } from "../../problems/request.js";
import { type Failure, failure, type Problem, type Result, success } from "../../result.js";
import type { CallOptions } from "../attempts/call-options.js";
import type { Reply } from "../replies/reply.js";

const { problem, refuse } = /* @__PURE__ */ problemMaker(CLIENT_PROBLEMS, REQUEST_PROBLEMS);

/** Options of a sequence of calls: how to resume it and how to record its progress. */
export interface SequenceOptions<Progress> extends CallOptions {
  /** What an earlier, unfinished run of the same request had done; its steps are not done again. */
  readonly progress?: Progress | undefined;
  /** Told after each step, and waited for: write it down here to be able to continue after a crash. */
  readonly onProgress?: ((progress: Progress) => void | Promise<void>) | undefined;
}

/**
 * How a sequence ended, and how far it came either way. `progress` holds user
 * IDs and steps only, no secret, and can be given to the next run.
 */
export type SequenceResult<T, Progress> = Result<T> & { readonly progress: Progress };

/** What the progress of every sequence says of the request that it belongs to. */
export interface BoundProgress {
  /** Tells the request from others: a digest of whom it is about. */
  readonly request?: string | undefined;
}

/** Carries the progress of a sequence from step to step. */
export class Sequence<Progress extends BoundProgress> {
  #progress: Progress;
  readonly #onProgress: ((progress: Progress) => void | Promise<void>) | undefined;

  constructor(options: SequenceOptions<Progress>, initial: Progress) {
    this.#progress = { ...initial, ...options.progress };
    this.#onProgress = options.onProgress;
  }

  get progress(): Progress {
    return this.#progress;
  }

  /**
   * Binds the progress to the request, or says that it belongs to another one, whose steps would be
   * taken for this one's.
   *
   * @param subject Whom the request is about; no hash and no secret in it.
   */
  async bind(subject: unknown): Promise<Failure | undefined> {
    const request = await digestOf(subject);
    const { request: before = request } = this.#progress;
    if (before !== request) {
      return refuse("request/field-invalid", "the progress belongs to a request about another user", {
        field: "progress",
        remedy: "Give back the progress that belongs to this request, or none: every step can be repeated.",
      });
    }
    this.#progress = { ...this.#progress, request };
    return undefined;
  }

  async record(step: Partial<Progress>): Promise<void> {
    this.#progress = { ...this.#progress, ...step };
    await this.#onProgress?.(this.#progress);
  }

  finish<T>(value: T, warnings: readonly Problem[]): SequenceResult<T, Progress> {
    return { ...success(value, warnings), progress: this.#progress };
  }

  stop<T>(problems: readonly [Problem, ...Problem[]]): SequenceResult<T, Progress> {
    const [first, ...others] = problems;
    return { ...failure(first, ...others), progress: this.#progress };
  }
}

const DIGEST_CHARACTERS = 16;

async function digestOf(subject: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(subject));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, DIGEST_CHARACTERS);
}

/** For a reply that lacks the ID on which the next step depends. */
function userIdNotFound(call: string): readonly [Problem] {
  return [problem("client/user-id-not-found", `the reply to ${call} names no user`, { field: "userId" })];
}

/** The user that a reply names: the next step needs it. */
export function userIdOf(reply: Result<Reply>, call: string): Result<string> {
  if (!reply.ok) return reply;
  const { userId } = reply.value;
  if (userId !== undefined) return success(userId, reply.warnings);
  return { ok: false, problems: userIdNotFound(call) };
}
