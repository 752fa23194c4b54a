/**
 * One listener for all who wait for the same signal: a run of an import has one signal for thousands of calls, and
 * adding a listener to it and taking it off again costs more than sending one of them does here.
 */
class AbortListeners {
  readonly #signal: AbortSignal;
  readonly #listeners = new Set<() => void>();
  readonly #onAbort = (): void => {
    for (const listener of this.#listeners) listener();
  };

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(listener: () => void): void {
    if (this.#listeners.size === 0) this.#signal.addEventListener("abort", this.#onAbort, { once: true });
    this.#listeners.add(listener);
  }

  /** A signal without listeners can be collected. */
  remove(listener: () => void): void {
    if (this.#listeners.delete(listener) && this.#listeners.size === 0) {
      this.#signal.removeEventListener("abort", this.#onAbort);
    }
  }
}

const BY_SIGNAL = /* @__PURE__ */ new WeakMap<AbortSignal, AbortListeners>();

/** Calls the listener when the signal fires, unless `offAbort` comes first. */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): void {
  if (signal === undefined) return;
  const known = BY_SIGNAL.get(signal) ?? new AbortListeners(signal);
  BY_SIGNAL.set(signal, known);
  known.add(listener);
}

export function offAbort(signal: AbortSignal | undefined, listener: () => void): void {
  if (signal !== undefined) BY_SIGNAL.get(signal)?.remove(listener);
}
