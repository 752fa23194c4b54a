import type { AttemptEvent } from "./attempt-event.js";

/** Options of a single call. */
export interface CallOptions {
  /** Ends the call; what was on its way by then may have been carried out. */
  readonly signal?: AbortSignal | undefined;
  /** Told after every attempt at this call, beside the client's own `onAttempt`. */
  readonly onAttempt?: ((event: AttemptEvent) => void) | undefined;
  /**
   * Waited for before every attempt at this call, the first one (1) included: the place to keep to a
   * rate, which the client's own repeats would exceed. With false the call ends there (`client/not-sent`).
   */
  readonly beforeAttempt?:
    | ((attempt: number) => void | Promise<void>)
    | ((attempt: number) => boolean | Promise<boolean>)
    | undefined;
}
