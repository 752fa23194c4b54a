import { describe, expect, it } from "vitest";
import { kindsOfHashes } from "../../src/login/kinds-of-hashes.js";
import type { PlanOptions } from "../../src/verify/index.js";
import { type Plan, planVerification } from "../../src/verify/internal.js";

const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";
const APR1 = "$apr1$71850310$gh9m4xcAn3MGxogwX/ztb.";
const ARGON2 = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b5dWRWJTmaaJObG8RHGkzFpgPY";
/** Over a prehash, which takes no time. */
const WORDPRESS = "$wp$2y$10$Q1xinFjrZeLWJBvxviIL6u834Fu.evIEFHAUVisQ5O.w9Dm0sMdES";
const bcrypt = (cost: number) =>
  `$2b$${String(cost).padStart(2, "0")}$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`;

function planned(hash: string, options: PlanOptions = {}): Plan {
  const plan = planVerification(hash, options);
  if (!plan.ok) throw new Error(plan.problems[0].code);
  return plan.value;
}

/** As a hash that several computations are tried for. */
function repeated(plan: Plan, times: number): Plan {
  return { ...plan, work: plan.work * times, readings: Array.from({ length: times }, () => plan.readings).flat() };
}

const named = (plans: readonly Plan[]) =>
  // bcrypt's letters are one algorithm.
  plans.map(({ scheme, parameters }) => `${scheme} ${JSON.stringify(parameters).replace("2y", "2b")}`).toSorted();

describe("the kinds of a store", () => {
  const common = planned(bcrypt(10));

  it("that were seen cost an unknown user what they cost each user", () => {
    const kinds = kindsOfHashes(common);
    const users = [PHPASS, bcrypt(9), APR1, bcrypt(10)].map((hash) => planned(hash));
    for (const user of users) kinds.missingAfter(user);
    const ofNobody = named([common, ...kinds.others()]);
    expect(ofNobody).toHaveLength(4);
    for (const user of users) expect(named([user, ...kinds.missingAfter(user)])).toEqual(ofNobody);
  });

  it.each([bcrypt(6), ARGON2])("that are as cheap as bcrypt of cost 10 do so beside any common hash: %s", (text) => {
    const kinds = kindsOfHashes(planned(text));
    const users = ["$P$B84478476IagS59wHZvyQMArzfx58u.", bcrypt(9), text].map((hash) => planned(hash));
    for (const user of users) kinds.missingAfter(user);
    const ofNobody = named([planned(text), ...kinds.others()]);
    expect(ofNobody).toHaveLength(3);
    for (const user of users) expect(named([user, ...kinds.missingAfter(user)])).toEqual(ofNobody);
    kinds.missingAfter(planned(bcrypt(11)));
    expect(kinds.others()).toHaveLength(2);
  });

  it.each<[string, PlanOptions, readonly string[]]>([
    ["a system that takes white space off", { source: "wordpress" }, [bcrypt(10), WORDPRESS, PHPASS]],
    ["several forms", { normalForms: ["as-typed", "NFC", "NFD"], encodings: ["utf-8", "latin1"] }, [bcrypt(10)]],
    ["several peppers", { source: "devise", pepper: ["new", "old", ""] }, [bcrypt(10)]],
  ])("of %s are no less alike: a text is computed once for each form that differs", (_, options, hashes) => {
    const own = planned(ARGON2);
    const kinds = kindsOfHashes(own);
    const users = [own, ...hashes.map((hash) => planned(hash, options))];
    for (const user of users) kinds.missingAfter(user);
    const ofNobody = named([own, ...kinds.others()]);
    expect(ofNobody).toHaveLength(new Set(users.map(({ scheme }) => scheme)).size);
    for (const user of users) expect(named([user, ...kinds.missingAfter(user)])).toEqual(ofNobody);
  });

  it("keep no digest of a user", () => {
    const kinds = kindsOfHashes(common);
    kinds.missingAfter(planned(PHPASS));
    const keys = kinds.others().flatMap(({ readings }) => readings.map(({ key }) => key));
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect([...key].every((byte) => byte === 0)).toBe(true);
  });

  it("cost together no more than three of the common one; the next gets what is missing by its work", () => {
    const kinds = kindsOfHashes(common);
    for (const times of [1, 2, 3, 4]) kinds.missingAfter(repeated(planned(bcrypt(8)), times));
    kinds.missingAfter(planned(bcrypt(9)));
    const sum = (plans: readonly Plan[]) => plans.reduce((all, { work }) => all + work, 0) / common.work;
    expect(sum(kinds.others())).toBe(2);
    const before = kinds.others().length;
    expect(named(kinds.missingAfter(planned(bcrypt(7)))).length).toBeGreaterThan(before);
    expect(kinds.others()).toHaveLength(before);
    kinds.missingAfter(planned(bcrypt(12)));
    expect(kinds.others()).toHaveLength(before);
  });
});
