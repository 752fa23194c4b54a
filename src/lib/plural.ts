/**
 * A number with its noun: `1 record`, `2 records`.
 *
 * @param plural Where it is not the noun with an s.
 */
export function counted(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** The noun alone, as it follows the number: `record`, `records`. */
export function nounFor(number: number, noun: string, plural = `${noun}s`): string {
  return number === 1 ? noun : plural;
}
