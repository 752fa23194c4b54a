import { requireNames } from "../../lib/require-names.js";
import { problem, type VerifyProblemCode } from "../../problems/verify.js";
import type { Problem } from "../../result.js";
import { environmentVariable, processors } from "../engines/environment.js";

/** What a verification may cost. Whatever is over a bound is refused before any work is done. */
export interface VerifyLimits {
  /** Bytes of the password in UTF-8. */
  readonly passwordBytes: number;
  /** bcrypt's cost, log2 of the rounds. */
  readonly bcryptCost: number;
  /** Bytes that one verification holds at once: argon2's m, scrypt's 128·r·(N + p). */
  readonly memoryBytes: number;
  /** argon2's t, passes over the memory. */
  readonly argon2TimeCost: number;
  /** argon2's m·t: KiB that are gone over. */
  readonly argon2Work: number;
  /** argon2's p, lanes. */
  readonly argon2Parallelism: number;
  /** scrypt's N·r·p; where N is small, what the PBKDF2 around it costs in the same unit, and four times yescrypt's. */
  readonly scryptWork: number;
  /** pbkdf2's iterations, counted for each block of output. */
  readonly pbkdf2Iterations: number;
  /** Rounds of the iterated digests: phpass, Drupal, md5-crypt, sha-crypt. */
  readonly digestRounds: number;
  /** Verifications that compute at the same time, in the whole process. */
  readonly concurrency: number;
  /** Bytes that all of them together may hold; one alone may always run. */
  readonly totalMemoryBytes: number;
  /** Verifications that wait their turn; the next one is refused. */
  readonly queueLength: number;
}

const MEBIBYTE = 1_048_576;

/** libuv's thread pool, where native engines compute: 4 threads unless the environment says otherwise. */
function threadPoolSize(): number {
  const configured = Number(environmentVariable("UV_THREADPOOL_SIZE"));
  return Number.isInteger(configured) && configured > 0 ? configured : 4;
}

/**
 * Bounds that a login server can run under: nothing takes longer than about three
 * seconds of one core of 2020 or more than 256 MiB, and everything that systems
 * write by default passes, but for Dovecot's argon2id of 1 GiB.
 */
export const DEFAULT_VERIFY_LIMITS: VerifyLimits = Object.freeze({
  passwordBytes: 1024,
  bcryptCost: 15,
  memoryBytes: 256 * MEBIBYTE,
  // Logto writes 256 passes over 4 MiB. What passes cost together is bounded by argon2Work.
  argon2TimeCost: 256,
  argon2Work: 1_572_864,
  argon2Parallelism: 16,
  scryptWork: 4_194_304,
  // Keycloak 26 writes 1,300,000 rounds of SHA-1 for each of four blocks.
  pbkdf2Iterations: 5_200_000,
  digestRounds: 1_048_576,
  // One more than there are cores, so that none waits for the event loop to hand out the next; a
  // thread of the pool stays free where it is larger, because names and files are looked up there too.
  // Worked out when it is asked for: the environment is nothing to read when a module is loaded.
  get concurrency(): number {
    return Math.min(processors() + 1, threadPoolSize());
  },
  totalMemoryBytes: 512 * MEBIBYTE,
  queueLength: 256,
});

/** The defaults with the caller's own bounds; a bound that is not a number above 0 is a caller's bug. */
export function verifyLimits(given: Partial<VerifyLimits> = {}): VerifyLimits {
  requireNames("limits", given, Object.keys(DEFAULT_VERIFY_LIMITS));
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== "number" || !(value >= 0)) {
      throw new TypeError(`limits.${name} must be a number of 0 or more`);
    }
  }
  return { ...DEFAULT_VERIFY_LIMITS, ...given };
}

/** A limit on what one verification costs. */
export type CostLimit =
  | "bcryptCost"
  | "memoryBytes"
  | "argon2TimeCost"
  | "argon2Work"
  | "argon2Parallelism"
  | "scryptWork"
  | "pbkdf2Iterations"
  | "digestRounds";

/** For who asks what a hash costs, and computes nothing. */
export const NO_LIMITS: Readonly<Record<CostLimit, number>> = {
  bcryptCost: Number.POSITIVE_INFINITY,
  memoryBytes: Number.POSITIVE_INFINITY,
  argon2TimeCost: Number.POSITIVE_INFINITY,
  argon2Work: Number.POSITIVE_INFINITY,
  argon2Parallelism: Number.POSITIVE_INFINITY,
  scryptWork: Number.POSITIVE_INFINITY,
  pbkdf2Iterations: Number.POSITIVE_INFINITY,
  digestRounds: Number.POSITIVE_INFINITY,
};

const CODES: Readonly<Record<CostLimit, VerifyProblemCode>> = {
  bcryptCost: "verify/cost-over-limit",
  memoryBytes: "verify/cost-over-limit",
  argon2TimeCost: "verify/cost-over-limit",
  argon2Work: "verify/cost-over-limit",
  argon2Parallelism: "verify/cost-over-limit",
  scryptWork: "verify/cost-over-limit",
  pbkdf2Iterations: "verify/cost-over-limit",
  digestRounds: "verify/cost-over-limit",
};

/** A problem for the first of these costs that is over its bound, or null. */
export function overLimit(limits: VerifyLimits, costs: Partial<Readonly<Record<CostLimit, number>>>): Problem | null {
  for (const [name, cost] of Object.entries(costs) as [CostLimit, number][]) {
    if (!(cost <= limits[name])) {
      const asked = Number.isInteger(cost) ? cost : cost.toFixed(1);
      return problem(CODES[name], `the hash asks for ${name} ${asked}; the limit is ${limits[name]}`, {
        field: name,
      });
    }
  }
  return null;
}
