const ZERO = 0x30;

/**
 * A number above zero that a stretch of text is: decimal digits without sign and leading zeros; -1 or 0 where it is
 * anything else.
 */
export function plainDecimal(text: string, start: number, end: number): number {
  if (text.charCodeAt(start) === ZERO) return -1;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}
