import { FAULTS, type FaultRow, type RehearsalFault } from "./faults.js";

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
