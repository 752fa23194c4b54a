import { describe, expect, it } from "vitest";
import { partsOf } from "../../src/login/missing-work.js";
import { type Plan, planVerification } from "../../src/verify/internal.js";

const PBKDF2 = "$pbkdf2-sha256$64000$c2FsdHNhbHRzYWx0c2FsdA$SwB5AbdlSJq.rUnZJvch0GWkKcESwB5AbdlSJq.rUnY";
const ARGON2 = "$argon2id$v=19$m=65536,t=3,p=1$c29tZXNhbHRzb21lc2FsdA$MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE";

function planned(hash: string): Plan {
  const plan = planVerification(hash, {});
  if (!plan.ok) throw new Error(plan.problems[0].code);
  return plan.value;
}

function bcrypt(cost: number): Plan {
  return planned(`$2b$${String(cost).padStart(2, "0")}$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`);
}

/** The costs of bcrypt, iterations or memory that are computed. */
function costs(plans: readonly Plan[]): readonly unknown[] {
  return plans.flatMap(({ readings }) =>
    readings.flatMap(({ steps }) =>
      steps.map((step) =>
        "cost" in step
          ? step.cost
          : "iterations" in step
            ? step.iterations
            : "memoryCost" in step
              ? step.memoryCost
              : null,
      ),
    ),
  );
}

describe("the missing work", () => {
  it.each<[number, readonly number[]]>([
    // 2^9 and 2^9 are 2^10.
    [9, [9]],
    [8, [9, 8]],
    [7, [9, 8, 7]],
    [4, [10]],
    [10, []],
    [11, []],
  ])("of bcrypt with cost %i beside a dummy of cost 10 is bcrypt with costs %j", (cost, expected) => {
    const dummy = bcrypt(10);
    expect(costs(partsOf(dummy, 1 - bcrypt(cost).work / dummy.work))).toEqual(expected);
  });

  it("is the whole of what can't be divided, from a half on", () => {
    const dummy = bcrypt(4);
    expect(partsOf(dummy, 0.6)).toEqual([dummy]);
    expect(partsOf(dummy, 0.4)).toEqual([]);
    expect(partsOf(dummy, 1)).toEqual([dummy]);
  });

  it("divides iterations and memory", () => {
    expect(costs(partsOf(planned(PBKDF2), 0.75))).toEqual([32_000, 16_000]);
    expect(costs(partsOf(planned(ARGON2), 0.5))).toEqual([32_768]);
  });
});
