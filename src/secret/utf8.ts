/** Offset of the first half of a surrogate pair that appears alone, or -1. Such text has no UTF-8 form. */
export function loneSurrogateAt(text: string): number {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0xd800 || code > 0xdfff) continue;
    const next = code < 0xdc00 ? text.charCodeAt(at + 1) : 0;
    if (next < 0xdc00 || next > 0xdfff || Number.isNaN(next)) return at;
    at++;
  }
  return -1;
}
