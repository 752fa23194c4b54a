/** Throws for a promise or a result of what is asked for: the likeliest slip with what has to be opened first. */
export function requireUnwrapped(what: string, given: object): void {
  if ("then" in given) throw new TypeError(`${what} is a promise: await it`);
  if ("ok" in given) throw new TypeError(`${what} is a result: where ok is true, give its value`);
}
