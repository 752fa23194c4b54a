/** What can go wrong with a request on purpose. */
export type RehearsalFaultKind = "500" | "slow" | "reset" | "429" | "no-connections";

/**
 * A fault that comes back: of each `every` requests, the last `burst` ones meet it. It is the same
 * for every run, so that what a program does about it can be compared.
 */
export interface RehearsalFault {
  readonly kind: RehearsalFaultKind;
  readonly burst?: number | undefined;
  readonly every?: number | undefined;
  /** Milliseconds that an answer is late; of `slow` only. */
  readonly delayMs?: number | undefined;
}

/** What becomes of a request that meets a fault. */
interface FaultRow {
  readonly burst: number;
  readonly every: number;
  /** Sent in place of carrying the request out. */
  readonly instead?: {
    readonly httpStatus: number;
    readonly text: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  readonly delayMs?: number;
  /** The request is carried out, and the connection ends without an answer. */
  readonly breaksOff?: true;
}

/** The faults by name. Texts of 500 are those of the core: a locked table, and a pool without a free connection. */
const FAULTS: Readonly<Record<RehearsalFaultKind, FaultRow>> = {
  // In bursts, nothing is carried out; repeating heals it
  "500": {
    burst: 3,
    every: 50,
    instead: {
      httpStatus: 500,
      text: "io.supertokens.pluginInterface.exceptions.StorageQueryException: org.sqlite.SQLiteException: [SQLITE_LOCKED]  A table in the database is locked (database table is locked)",
    },
  },
  slow: { burst: 1, every: 25, delayMs: 2000 },
  reset: { burst: 1, every: 50, breaksOff: true },
  // Nothing is carried out
  "429": {
    burst: 3,
    every: 50,
    instead: { httpStatus: 429, text: "Too Many Requests", headers: { "retry-after": "1" } },
  },
  // For long; nothing is carried out
  "no-connections": {
    burst: 100,
    every: 500,
    instead: {
      httpStatus: 500,
      text: "java.sql.SQLTransientConnectionException: SuperTokens - Connection is not available, request timed out after 10000ms.",
    },
  },
};

/** The names of all faults. */
export const FAULT_KINDS = Object.keys(FAULTS) as readonly RehearsalFaultKind[];

/** What goes wrong with a bulk import on purpose; each was so at some core. */
export type BulkFault = "bulk-stuck" | "bulk-doubled-ids" | "bulk-empty-tenants" | "bulk-verifies-all";

/** The faults of the bulk import by name, and what they do. */
export const BULK_FAULTS: Readonly<Record<BulkFault, string>> = {
  "bulk-stuck": "every user stays PROCESSING",
  "bulk-doubled-ids": "an external ID may come twice, and a user whose ID is taken stays PROCESSING",
  "bulk-empty-tenants": "tenantIds: [] is taken in, and such a user stays PROCESSING",
  "bulk-verifies-all": "every address counts as verified, whatever isVerified says",
};

interface Planned {
  readonly row: FaultRow;
  readonly burst: number;
  readonly every: number;
}

/** Says of each request in turn which fault it meets; of several that are due, the one that was named first. */
export class FaultPlan {
  readonly #planned: readonly Planned[];
  #requests = 0;

  constructor(faults: readonly RehearsalFault[]) {
    this.#planned = faults.map(plan);
  }

  next(): FaultRow | undefined {
    const index = this.#requests++;
    return this.#planned.find(({ burst, every }) => index % every >= every - burst)?.row;
  }
}

function plan({ kind, burst, every, delayMs }: RehearsalFault): Planned {
  if (!Object.hasOwn(FAULTS, kind)) {
    throw new TypeError(`a fault must be one of ${Object.keys(FAULTS).join(", ")}`);
  }
  const row = FAULTS[kind];
  const planned = {
    row: delayMs === undefined || row.delayMs === undefined ? row : { ...row, delayMs },
    burst: burst ?? row.burst,
    every: every ?? row.every,
  };
  if (!isCount(planned.burst) || !isCount(planned.every) || planned.burst > planned.every) {
    throw new TypeError("burst and every of a fault must be whole numbers, burst from 1 to every");
  }
  return planned;
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 1;
