import { failure, type Problem, problem, type Result, success } from "../result.js";
import type { CallOptions } from "./requests.js";

export interface SequenceOptions<Progress> extends CallOptions {
  /** What an earlier, unfinished run of the same request had done; its steps are not done again. */
  readonly progress?: Progress;
  /** Told after each step, and waited for: write it down here to be able to go on after a crash. */
  readonly onProgress?: (progress: Progress) => void | Promise<void>;
}

/**
 * How a sequence ended, and how far it came either way. `progress` holds user
 * IDs and steps only, no secret, and can be given to the next run.
 */
export type SequenceResult<T, Progress> = Result<T> & { readonly progress: Progress };

/** Carries the progress of a sequence from step to step. */
export class Sequence<Progress extends object> {
  #progress: Progress;
  readonly #onProgress: ((progress: Progress) => void | Promise<void>) | undefined;

  constructor(options: SequenceOptions<Progress>, initial: Progress) {
    this.#progress = { ...initial, ...options.progress };
    this.#onProgress = options.onProgress;
  }

  get progress(): Progress {
    return this.#progress;
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

/** For a reply that lacks the ID on which the next step depends. */
export function userIdNotFound(call: string): readonly [Problem] {
  return [problem("client/user-id-not-found", `The reply to ${call} names no user.`, { field: "userId" })];
}
