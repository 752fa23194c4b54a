const MILLISECONDS_BETWEEN_BEATS = 20;
/** A request that has shown no sign of life for so long has ended without a word. */
const MILLISECONDS_TO_LIVE = 1_000;

/**
 * Whether each request has promises and timers of its own, as in Cloudflare's Workers: one that waits for another's
 * promise is ended as hung, and one whose client leaves ends in the middle, without its `finally`. No runtime can be asked
 * for that, so these are known by globals of their own.
 */
export function requestsAreApart(): boolean {
  return "WebSocketPair" in globalThis || "EdgeRuntime" in globalThis;
}

/** What tells others in the process that the request which holds something still runs. */
export interface Life {
  readonly isOver: () => boolean;
  /** By its own request only. */
  readonly end: () => void;
}

/** When any life was seen last, and since when the thread has not been held by a computation. */
let lastBeat = 0;
let awakeSince = 0;

/** Where requests are apart, a timer of the present one shows that it runs, and calls `onBeat`; elsewhere every life ends by `end`. */
export function startLife(onBeat = () => {}): Life {
  if (!requestsAreApart()) return { isOver: () => false, end: () => {} };
  let seen = beat();
  const timer = setInterval(() => {
    seen = beat();
    onBeat();
  }, MILLISECONDS_BETWEEN_BEATS);
  const isOver = () => Date.now() - Math.max(seen, awakeSince) > MILLISECONDS_TO_LIVE;
  return { isOver, end: () => clearInterval(timer) };
}

/** While a computation holds the thread no timer fires: no request is gone for that. */
function beat(): number {
  const now = Date.now();
  if (now - lastBeat > MILLISECONDS_TO_LIVE / 2) awakeSince = now;
  lastBeat = now;
  return now;
}

/** Counts what runs at the same time; null where there is no place left, else a function that gives the place back. */
export function createPlaces(most: number): { readonly take: () => (() => void) | null; readonly taken: () => number } {
  const lives = new Set<Life>();
  return {
    take: () => {
      if (lives.size >= most) for (const life of lives) if (life.isOver()) lives.delete(life);
      if (lives.size >= most) return null;
      const life = startLife();
      lives.add(life);
      return () => {
        life.end();
        lives.delete(life);
      };
    },
    taken: () => lives.size,
  };
}

/** Work that others wait for. */
export interface SharedWork<T> {
  readonly own: Promise<T>;
  /** For another request; null where the one that did it has ended without a word. */
  readonly forOthers: () => Promise<{ readonly value: T } | null>;
}

/** Begins at once. Others are woken by timers of their own where they may not wait for its promise. */
export function shareWork<T>(work: () => Promise<T>): SharedWork<T> {
  const life = startLife();
  let isDone = !requestsAreApart();
  const own = work().finally(() => {
    isDone = true;
    life.end();
  });
  const forOthers = async () => {
    while (!isDone) {
      if (life.isOver()) return null;
      await new Promise((resolve) => setTimeout(resolve, MILLISECONDS_BETWEEN_BEATS));
    }
    return { value: await own };
  };
  return { own, forOthers };
}
