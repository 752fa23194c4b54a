import type { AttemptEvent, CallOptions } from "../client/index.js";

export interface AttemptFollower extends Required<Pick<CallOptions, "beforeAttempt" | "onAttempt">> {
  /** Whether an attempt that was followed by another one may have been carried out. */
  isUncertain(): boolean;
}

/**
 * @param before Waited for before each attempt.
 * @param observe Called for each attempt.
 */
export function followAttempts(
  before: (attempt: number) => void | Promise<void>,
  observe: (event: AttemptEvent) => void,
): AttemptFollower {
  let isUncertain = false;
  return {
    beforeAttempt: before,
    onAttempt: (event) => {
      if (event.delayMs !== undefined && event.mayHaveHappened === true) isUncertain = true;
      observe(event);
    },
    isUncertain: () => isUncertain,
  };
}
