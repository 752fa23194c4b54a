import { type SharedWork, shareWork } from "../verify/internal.js";

/** Migrates a user once, however many attempts run at the same time. */
export interface SingleFlight<Outcome> {
  /** Runs an attempt; `migrate` inside it shares one flight for each key, which tells users apart. */
  readonly attempt: <T>(run: (migrate: Migrate<Outcome>) => Promise<T>) => Promise<T>;
}

/**
 * Migrates a user, unless another attempt is doing it or has done it since this one began: what this one
 * looked up is then no longer true. Null where another attempt did it.
 */
export type Migrate<Outcome> = (key: string, work: () => Promise<Flight<Outcome>>) => Promise<Flight<Outcome> | null>;

export interface Flight<Outcome> {
  readonly migrated: boolean;
  readonly outcome: Outcome;
}

export function createSingleFlight<Outcome>(): SingleFlight<Outcome> {
  const flights = new Map<string, SharedWork<Flight<Outcome>>>();
  /** When each user was migrated, for as long as an attempt runs that began before. */
  const migratedAt = new Map<string, number>();
  /** When the running attempts began, the earliest first. */
  const running = new Set<number>();
  let clock = 0;

  const forget = (): void => {
    const [earliest] = running;
    for (const [id, at] of migratedAt) {
      if (earliest === undefined || at < earliest) migratedAt.delete(id);
    }
  };

  const fly = async (key: string, work: () => Promise<Flight<Outcome>>): Promise<Flight<Outcome>> => {
    const shared = shareWork(async () => {
      const flight = await work();
      if (flight.migrated) migratedAt.set(key, ++clock);
      return flight;
    });
    flights.set(key, shared);
    try {
      return await shared.own;
    } finally {
      if (flights.get(key) === shared) flights.delete(key);
    }
  };

  return {
    attempt: async (run) => {
      const began = ++clock;
      running.add(began);
      try {
        return await run(async (key, work) => {
          if ((migratedAt.get(key) ?? 0) > began) return null;
          for (let other = flights.get(key); other !== undefined; other = flights.get(key)) {
            const flight = await other.forOthers();
            if (flight !== null) return flight.value.migrated ? null : flight.value;
            if (flights.get(key) === other) flights.delete(key);
          }
          return fly(key, work);
        });
      } finally {
        running.delete(began);
        forget();
      }
    },
  };
}
