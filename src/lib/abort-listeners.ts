type Listener = () => void;

/**
 * One listener for all who wait for the same signal: a run of an import has one signal for thousands of calls, and
 * adding a listener to it and taking it off again costs more than sending one of them does here.
 */
class AbortListeners {
  readonly #signal: AbortSignal;
  /**
   * Places are used again. A `Set` that is filled and emptied keeps getting new tables, and the engine frees the old
   * ones, and the calls they point to, only when it collects the whole heap.
   */
  readonly #places: (Listener | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #onAbort = (): void => {
    for (const listener of this.#places) listener?.();
  };

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(listener: Listener): number {
    if (this.#free.length === this.#places.length) {
      this.#signal.addEventListener("abort", this.#onAbort, { once: true });
    }
    const place = this.#free.pop() ?? this.#places.length;
    this.#places[place] = listener;
    return place;
  }

  /** A signal without listeners can be collected. */
  remove(place: number, listener: Listener): void {
    // Removed before: another listener may have this place now.
    if (this.#places[place] !== listener) return;
    this.#places[place] = undefined;
    this.#free.push(place);
    if (this.#free.length === this.#places.length) {
      this.#signal.removeEventListener("abort", this.#onAbort);
    }
  }
}

const BY_SIGNAL = /* @__PURE__ */ new WeakMap<AbortSignal, AbortListeners>();

/** Calls the listener when the signal fires, unless `offAbort` comes first with the place that this gives. */
export function onAbort(signal: AbortSignal | undefined, listener: Listener): number {
  if (signal === undefined) return -1;
  const known = BY_SIGNAL.get(signal) ?? new AbortListeners(signal);
  BY_SIGNAL.set(signal, known);
  return known.add(listener);
}

export function offAbort(signal: AbortSignal | undefined, place: number, listener: Listener): void {
  if (signal !== undefined) BY_SIGNAL.get(signal)?.remove(place, listener);
}
