/** Compares in a time that depends on the lengths only, which are not secret. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && differences(one, other) === 0;
}

/** All bytes are looked at, wherever the first difference is; `timingSafeEqual` is Node's alone. */
function differences(one: Uint8Array, other: Uint8Array): number {
  let bits = 0;
  for (let at = 0; at < one.length; at++) bits |= (one[at] as number) ^ (other[at] as number);
  return bits;
}
