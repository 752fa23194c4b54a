/** A number with its noun: `1 record`, `2 records`. */
export function counted(count: number, noun: string): string {
  return `${count} ${nounFor(count, noun)}`;
}

/** The noun as the number asks for it, where the number is written elsewhere. */
export function nounFor(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
