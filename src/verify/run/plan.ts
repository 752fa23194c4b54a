import type { Recipe, Scheme, SourceName } from "../../hash/index.js";
import type { PasswordStep, Reading, Step } from "../../hash/internal.js";
import { type Problem, type Result, success } from "../../result.js";
import { runnerOf } from "../schemes/index.js";
import type { Costs } from "../steps/step-runner.js";
import { type CostLimit, DEFAULT_VERIFY_LIMITS, overLimit, type VerifyLimits } from "./limits.js";
import { mostSpellings, type Spellings } from "./spellings.js";

/** A verification that is ready to run: parsed, within all bounds, nothing computed yet. */
export interface Plan {
  readonly scheme: Scheme;
  /** Cost parameters under their usual names, for a reader. */
  readonly parameters: Readonly<Record<string, number | string>>;
  /** Bytes that the computation holds at once, besides a few KiB. */
  readonly memoryBytes: number;
  /** What it takes of a core: 1 is about as much as one of the default limits lets through. For comparing plans. */
  readonly work: number;
  /** Below the minimum of `needs-rehash.ts`. */
  readonly needsRehash: boolean;
  /** The ways in which the system's hasher may have received the password; all of them cheap. */
  readonly forms: readonly (readonly PasswordStep[])[];
  /** What is computed of each form, one after the other. */
  readonly readings: readonly PepperedReading[];
  /** Where several were given, in their order. */
  readonly peppers: readonly Uint8Array[];
  /** How a text may have been written down. */
  readonly spellings: Spellings;
  /** Whether the answer says how it matched. */
  readonly tellsAs: boolean;
  readonly warnings: readonly Problem[];
}

/** A reading, and the place of its pepper in the list that was given. */
interface PepperedReading extends Reading {
  readonly pepper: number;
}

interface PlanRequest {
  readonly scheme: Scheme;
  readonly forms: readonly (readonly PasswordStep[])[];
  readonly source: SourceName | undefined;
  readonly limits: VerifyLimits;
  readonly warnings: readonly Problem[];
  readonly peppers?: readonly Uint8Array[];
  readonly spellings?: Spellings;
  readonly tellsAs?: boolean;
}

/** Refuses what is over a limit. Every computation counts: of each spelling, of each form, and of each reading. */
export function planRecipe(recipe: Recipe, request: PlanRequest): Result<Plan> {
  return planRecipes([recipe], request);
}

/** The same for one recipe of each pepper. */
export function planRecipes(
  recipes: readonly [Recipe, ...Recipe[]],
  { scheme, forms, source, limits, warnings, peppers = [], spellings = {}, tellsAs = false }: PlanRequest,
): Result<Plan> {
  const readAs = recipes.flatMap(({ readings }, pepper) =>
    readingsOf(readings, source).map((reading) => ({ ...reading, pepper })),
  );
  const ofOne = together(readAs.flatMap(({ steps }) => steps).map((step) => runnerOf(step).costs?.(step) ?? {}));
  const costs = repeated(ofOne, forms.length * mostSpellings(spellings));
  const over = overLimit(limits, costs);
  if (over !== null) return { ok: false, problems: [over] };
  const [{ steps }] = readingsOf(recipes[0].readings, source);
  return success({
    scheme,
    parameters: Object.assign({}, ...steps.map((step) => runnerOf(step).parameters?.(step))),
    memoryBytes: costs.memoryBytes ?? 0,
    work: workOf(costs),
    needsRehash: needsRehash(steps),
    forms,
    readings: readAs,
    peppers,
    spellings,
    tellsAs,
    warnings,
  });
}

/** Those of the system that the caller names, where one of them is. */
function readingsOf(readings: Recipe["readings"], source: SourceName | undefined): readonly [Reading, ...Reading[]] {
  const [first, ...others] = readings.filter(({ of }) => source !== undefined && of?.includes(source));
  return first === undefined ? readings : [first, ...others];
}

/** Bounds on what is held at once or does not measure work: doing it twice is no more of it. */
const ADDED: Readonly<Record<CostLimit, (sum: number, cost: number) => number>> = {
  // log2 of the rounds: of two with the same cost it is one more.
  bcryptCost: (sum, cost) => Math.log2(2 ** sum + 2 ** cost),
  memoryBytes: Math.max,
  argon2TimeCost: Math.max,
  argon2Work: plus,
  argon2Parallelism: Math.max,
  scryptWork: plus,
  pbkdf2Iterations: plus,
  digestRounds: plus,
};

/** Each default limit on work stands for about the same time of a core. */
function workOf(costs: Costs): number {
  const parts = (Object.entries(costs) as [CostLimit, number][]).map(([name, cost]) => {
    const most = DEFAULT_VERIFY_LIMITS[name];
    if (name === "bcryptCost") return 2 ** (cost - most);
    return ADDED[name] === plus ? cost / most : 0;
  });
  return parts.reduce(plus, 0);
}

function plus(sum: number, cost: number): number {
  return sum + cost;
}

/** What one computation costs that is done so many times. */
function repeated(costs: Costs, times: number): Costs {
  const each = Object.entries(costs) as [CostLimit, number][];
  return Object.fromEntries(each.map(([name, cost]) => [name, timesOf(name, cost, times)]));
}

function timesOf(name: CostLimit, cost: number, times: number): number {
  if (name === "bcryptCost") return cost + Math.log2(times);
  return ADDED[name] === plus ? cost * times : cost;
}

/** What several computations cost, one after the other. */
function together(all: readonly Costs[]): Costs {
  const sums: Partial<Record<CostLimit, number>> = {};
  for (const costs of all) {
    for (const [name, cost] of Object.entries(costs) as [CostLimit, number][]) {
      const sum = sums[name];
      sums[name] = sum === undefined ? cost : ADDED[name](sum, cost);
    }
  }
  return sums;
}

/** As the last step that has an opinion says; fast digests have none, and are below any minimum. */
function needsRehash(steps: readonly Step[]): boolean {
  const judged = steps.flatMap((step) => runnerOf(step).needsRehash?.(step) ?? []);
  return judged.at(-1) ?? true;
}
