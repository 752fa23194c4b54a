/** Space, tab, line feed, carriage return, NUL, vertical tab. */
const ENDS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0x00, 0x0b]);

/** Where that of a text or of bytes begins and ends which PHP's trim() leaves. */
export function phpTrimmed(length: number, at: (index: number) => number | undefined): readonly [number, number] {
  const isEnd = (index: number) => ENDS.has(at(index) ?? -1);
  let [start, end] = [0, length];
  while (start < end && isEnd(start)) start++;
  while (end > start && isEnd(end - 1)) end--;
  return [start, end];
}
