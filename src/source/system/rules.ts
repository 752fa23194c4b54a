import { defined } from "../../lib/defined.js";
import { words } from "../../lib/words.js";
import { idField } from "../fields/field.js";
import type { HoldReason } from "../fields/hold-reasons.js";
import { secondFactorNotCarried } from "../fields/second-factor.js";
import { type From, readsOf } from "./place.js";
import { filled, type Test, yes } from "./tests.js";

/** Something that is done where a row asks for it; whether it was. */
export interface Rule extends From<boolean> {
  /** What an export lacks where the rows are missing that it is asked of. */
  readonly about?: string;
}

export const HELD_BACK = "users who are held back";

function rule(test: Test, run: (...given: Parameters<Rule["of"]>) => void, about?: string): Rule {
  return {
    ...defined({ about }),
    reads: test.reads,
    of: (...given) => {
      const applies = test.of(...given);
      if (applies) run(...given);
      return applies;
    },
  };
}

/** Holds a user back where a test is true; messages call it `field`. */
export function hold(reason: HoldReason, test: Test, field = test.reads[0] ?? ""): Rule {
  return rule(test, (_, { holdBack }) => holdBack(reason, field), HELD_BACK);
}

/** Holds a user back in whose row one of some columns says yes. */
export function holdWhere(reason: HoldReason, columns: string): readonly Rule[] {
  return words(columns).map((column) => hold(reason, yes(column)));
}

/** Holds a user back in whose row one of some columns is filled. */
export function holdSince(reason: HoldReason, columns: string): readonly Rule[] {
  return words(columns).map((column) => hold(reason, filled(column)));
}

/**
 * Holds a user back by a column's word or number; `others` is what one that is not listed, usual or absent means. A
 * word that ends in a colon is for all texts that begin with it.
 */
export function holdIn(
  column: string,
  states: Readonly<Record<string, HoldReason>>,
  others?: { readonly reason: HoldReason; readonly usual: string },
): Rule {
  const of: Rule["of"] = (row, { findings, holdBack }) => {
    const state = idField(row, column, findings);
    if (state === undefined) return false;
    const words = state.includes(":") ? [state, state.slice(0, state.indexOf(":") + 1)] : [state];
    const own = words.find((word) => Object.hasOwn(states, word));
    const isUsual = others === undefined || words.includes(others.usual);
    const reason = own === undefined ? (isUsual ? undefined : others.reason) : states[own];
    if (reason !== undefined) holdBack(reason, column);
    return reason !== undefined;
  };
  return { reads: [column], about: HELD_BACK, of };
}

export function firstRule(...rules: readonly Rule[]): Rule {
  return { reads: readsOf(...rules), of: (...given) => rules.some(({ of }) => of(...given)) };
}

/** A second factor whose secret is not in the export. */
export function factorNotCarried(test: Test, field = test.reads[0] ?? ""): Rule {
  return rule(test, (_, context) => secondFactorNotCarried(field, context), "second factors");
}

export function resetDue(test: Test, field = test.reads[0] ?? ""): Rule {
  return rule(test, (_, { mustReset }) => mustReset(field), "passwords to be replaced");
}

/** Something that no import call takes, by the name that reports give it. */
export function leftOut(name: string, test: Test): Rule {
  return rule(test, (_, { findings }) => findings.leaveOut(name));
}
