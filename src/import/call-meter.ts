import type { AttemptEvent } from "../client/index.js";

/** Follows the attempts of one call. */
export interface AttemptFollower {
  /** For the client. */
  readonly onAttempt: (event: AttemptEvent) => void;
  /** Whether an attempt that was followed by another one may have been carried out. */
  isUncertain(): boolean;
}

/** @param observe Told of each attempt as well. */
export function followAttempts(observe: (event: AttemptEvent) => void): AttemptFollower {
  let isUncertain = false;
  return {
    onAttempt: (event) => {
      if (event.delayMs !== undefined && leavesDoubt(event)) isUncertain = true;
      observe(event);
    },
    isUncertain: () => isUncertain,
  };
}

/** No answer, an answer that could not be read, or a failure of the service. */
function leavesDoubt({ httpStatus }: AttemptEvent): boolean {
  return httpStatus === undefined || httpStatus >= 500 || httpStatus < 400;
}
