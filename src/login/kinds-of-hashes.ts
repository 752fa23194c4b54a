import type { Result } from "../result.js";
import { DEFAULT_VERIFY_LIMITS } from "../verify/index.js";
import { isCostly, mostSpellings, type Plan } from "../verify/internal.js";
import { unlessBusy } from "./login-message.js";
import { partsOf } from "./missing-work.js";

/** What the other kinds of a store may cost together, in that of its common hash. */
const MOST_OTHERS = 2;
/** What they may always cost, however cheap the common hash is: as bcrypt of cost 10, which most systems write. */
const ALWAYS = 2 ** (10 - DEFAULT_VERIFY_LIMITS.bcryptCost);

/** Work that makes checks of a mixed store alike. */
export interface KindsOfHashes {
  /** What is to be computed for an unknown user, after the common hash. */
  readonly others: () => readonly Plan[];
  /** What is to be computed after a wrong password of a user, so that they took what an unknown one takes. */
  readonly missingAfter: (done: Plan) => readonly Plan[];
}

/**
 * The kinds of hashes that a store is known to have: each wrong password costs one of each, which is exact whatever they
 * take. A kind is known from the first user of it on. Those that would cost too much together get what is missing by
 * their estimated work. A kind is judged by one computation: most texts are the same in each form that may be tried.
 */
export function kindsOfHashes(common: Plan, ...listed: readonly Plan[]): KindsOfHashes {
  const kinds = new Map([common, ...listed].map((plan) => [kindOf(plan), withoutHash(plan)]));
  const workOfCommon = workOfOne(common);
  const mostOfOne = Math.max(workOfCommon, ALWAYS);
  let budget = Math.max(workOfCommon * MOST_OTHERS, ALWAYS);
  const learn = (plan: Plan): boolean => {
    const kind = kindOf(plan);
    if (kinds.has(kind)) return true;
    const work = workOfOne(plan);
    if (work > Math.min(budget, mostOfOne)) return false;
    budget -= work;
    kinds.set(kind, withoutHash(plan));
    return true;
  };
  const except = (kind: string) => [...kinds].flatMap(([name, plan]) => (name === kind ? [] : [plan]));
  const others = () => except(kindOf(common));
  return {
    others,
    missingAfter: (done) =>
      learn(done) ? except(kindOf(done)) : [...others(), ...partsOf(common, 1 - workOfOne(done) / workOfCommon)],
  };
}

/** What it takes to compute one form of a text under one pepper. */
function workOfOne({ work, forms, spellings, peppers }: Plan): number {
  return work / (forms.length * mostSpellings(spellings) * Math.max(1, peppers.length));
}

/** What the steps compute that take longer than a prehash, whatever the user's salt and pepper are. */
function kindOf({ work, memoryBytes, forms, readings }: Plan): string {
  const steps = readings.map((reading) => reading.steps.filter(isCostly).map(algorithmOf));
  return JSON.stringify([work, memoryBytes, forms.length, steps]);
}

function algorithmOf(step: Plan["readings"][number]["steps"][number]): readonly unknown[] {
  const digest = "digest" in step ? step.digest : undefined;
  return [step.kind, digest, "variant" in step ? step.variant : undefined];
}

/** The digest of a user is not kept: a plan without it computes the same. */
function withoutHash(plan: Plan): Plan {
  const readings = plan.readings.map(({ key, ...rest }) => ({ ...rest, key: new Uint8Array(key.length) }));
  return { ...plan, readings };
}

/** The answer once all of them are computed, or the problem of the first that found no place. */
export async function afterAll<T>(
  answer: Result<T>,
  plans: readonly Plan[],
  run: (plan: Plan) => Promise<Result<unknown>>,
): Promise<Result<T>> {
  for (const plan of plans) {
    const ran = unlessBusy(answer, await run(plan));
    if (!ran.ok) return ran;
  }
  return answer;
}
