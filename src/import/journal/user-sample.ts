import type { OutcomePlace } from "../outcome.js";

/** A user whom the service has acknowledged, with their ID there. */
export type SampledUser = OutcomePlace & { readonly serviceUserId: string };

/** Users one after another: whether a missing one is missing alone is seen by the others. */
type Group = readonly SampledUser[];

const GROUP = 3;
const MOST_GROUPS = 8;

/**
 * A few of the users of an import, in the order in which they were acknowledged: the first ones, the latest, and groups at
 * equal distances between them. The same users give the same sample.
 */
export class UserSample {
  #groups: readonly Group[] = [];
  /** Latest first. */
  #latest: Group = [];
  #added = 0;
  #distance = GROUP;

  add({ record, line, userId, serviceUserId }: OutcomePlace & { serviceUserId?: string | undefined }): void {
    if (serviceUserId === undefined) return;
    const one = { record, line, userId, serviceUserId };
    const open = this.#added % this.#distance;
    if (open === 0) this.#groups = [...this.#thinned(), [one]];
    else if (open < GROUP) this.#groups = this.#groups.with(-1, [...(this.#groups.at(-1) ?? []), one]);
    this.#latest = [one, ...this.#latest].slice(0, GROUP);
    this.#added++;
  }

  remove(record: number): void {
    const others = (group: Group) => group.filter((user) => user.record !== record);
    this.#groups = this.#groups.map(others);
    this.#latest = others(this.#latest);
  }

  groups(): readonly Group[] {
    return [...this.#groups, this.#latest].filter(({ length }) => length > 0);
  }

  /** Every other group, at twice the distance, where there are too many. */
  #thinned(): readonly Group[] {
    if (this.#groups.length < MOST_GROUPS) return this.#groups;
    this.#distance *= 2;
    return this.#groups.filter((_, at) => at % 2 === 0);
  }
}
