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
  const flights = new Map<string, Promise<Flight<Outcome>>>();
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
    try {
      const flight = await work();
      if (flight.migrated) migratedAt.set(key, ++clock);
      return flight;
    } finally {
      flights.delete(key);
    }
  };

  return {
    attempt: async (run) => {
      const began = ++clock;
      running.add(began);
      try {
        return await run(async (key, work) => {
          if ((migratedAt.get(key) ?? 0) > began) return null;
          const other = flights.get(key);
          if (other !== undefined) {
            const flight = await other;
            return flight.migrated ? null : flight;
          }
          const flight = fly(key, work);
          flights.set(key, flight);
          return flight;
        });
      } finally {
        running.delete(began);
        forget();
      }
    },
  };
}
