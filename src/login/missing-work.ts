import type { Plan } from "../verify/internal.js";

type Step = Plan["readings"][number]["steps"][number];

/** The smallest part is a 64th of the whole. */
const MOST_HALVINGS = 6;

/** Plans that together take this share of a plan's work: a half, a quarter and so on, as far as its costs go. */
export function partsOf(plan: Plan, share: number): readonly Plan[] {
  const smallest = 2 ** -MOST_HALVINGS;
  if (share >= 1 - smallest) return [plan];
  const parts: Plan[] = [];
  // Rounded to the nearest part.
  let rest = share + smallest / 2;
  for (let halvings = 1; halvings <= MOST_HALVINGS; halvings++) {
    if (rest < 2 ** -halvings) continue;
    const part = halved(plan, halvings);
    if (part === undefined) break;
    parts.push(part);
    rest -= 2 ** -halvings;
  }
  return parts.length === 0 && share >= 0.5 ? [plan] : parts;
}

function halved(plan: Plan, times: number): Plan | undefined {
  let isLess = false;
  const readings = plan.readings.map(({ steps, ...reading }) => ({
    ...reading,
    steps: steps.map((step) => {
      const less = cheaper(step, times);
      isLess ||= less !== undefined;
      return less ?? step;
    }),
  }));
  return isLess ? { ...plan, readings } : undefined;
}

/** The step with its work halved so many times; undefined where it can't be. */
function cheaper(step: Step, times: number): Step | undefined {
  const divisor = 2 ** times;
  switch (step.kind) {
    case "bcrypt":
      return step.cost - times < 4 ? undefined : { ...step, cost: step.cost - times };
    case "scrypt":
      return step.n / divisor < 2 ? undefined : { ...step, n: step.n / divisor };
    case "pbkdf2":
      return step.iterations < divisor ? undefined : { ...step, iterations: Math.round(step.iterations / divisor) };
    case "argon2": {
      const memoryCost = Math.round(step.memoryCost / divisor);
      return memoryCost < 8 * step.parallelism ? undefined : { ...step, memoryCost };
    }
  }
  return undefined;
}
