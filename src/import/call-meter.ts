import type { AttemptEvent, CallOptions } from "../client/index.js";

/** Follows the attempts of one call. */
export interface AttemptFollower extends Required<Pick<CallOptions, "beforeAttempt" | "onAttempt">> {
  /** Whether an attempt that was followed by another one may have been carried out. */
  isUncertain(): boolean;
}

/**
 * @param before Waited for before each attempt.
 * @param observe Told of each attempt.
 */
export function followAttempts(
  before: (attempt: number) => void | Promise<void>,
  observe: (event: AttemptEvent) => void,
): AttemptFollower {
  let isUncertain = false;
  return {
    beforeAttempt: before,
    onAttempt: (event) => {
      if (event.delayMs !== undefined && leavesDoubt(event)) isUncertain = true;
      observe(event);
    },
    isUncertain: () => isUncertain,
  };
}

/** No answer, an answer that could not be read, or a failure of the service. */
function leavesDoubt({ httpStatus }: AttemptEvent): boolean {
  return httpStatus === undefined || httpStatus >= 500 || httpStatus < 400 || httpStatus === 408;
}
