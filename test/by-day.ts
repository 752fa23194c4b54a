/**
 * What is repeated at length (kills, drawn cases, pairs of vectors and engines) is done to a third by day and whole each
 * night, where `.ci/nightly` sets CREDPORT_FULL.
 */
export const IS_FULL = process.env.CREDPORT_FULL === "1";

/** How often something is done of what the night does so many times. */
export const byDay = (times: number): number => (IS_FULL ? times : Math.ceil(times / 3));

/** The items of which the night does all: another third for each `turn`. */
export const thirdByDay = <Item>(items: readonly Item[], turn = 0): readonly Item[] => partByDay(3, items, turn);

/** One of so many of them, where other tests do the rest by day: another part for each `turn`. */
export const partByDay = <Item>(share: number, items: readonly Item[], turn = 0): readonly Item[] =>
  items.filter((_, at) => IS_FULL || (at + turn) % share === 0);
