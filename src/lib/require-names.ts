/** Throws for a name that is not known: a misspelt option would be ignored without a word. */
export function requireNames(what: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`${what} has no option ${unknown}`);
}
