/** What URLs, ports and IP addresses are made of: such a domain is not one of an address of mail. */
const NO_DOMAIN = /[\s/\\?#:@[\]%<>^|]/;
const INTERNATIONAL = /[^\0-\x7f]|(?:^|\.)xn--/i;

/**
 * An identifier and, where it is an address whose domain has letters beyond ASCII, its other form: some browsers send
 * `bücher.example` from a field for addresses as it was typed, and others as `xn--bcher-kva.example`.
 */
export function spellingsOfAddress(identifier: string): readonly string[] {
  const text = identifier.trim();
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1);
  if (at < 1 || !INTERNATIONAL.test(domain) || NO_DOMAIN.test(domain)) return [identifier];
  const ascii = asciiDomain(domain);
  if (ascii === undefined) return [identifier];
  const other = ascii === domain.toLowerCase() ? ascii.split(".").map(unicodeLabel).join(".") : ascii;
  return asciiDomain(other) === ascii ? [identifier, `${text.slice(0, at)}@${other}`] : [identifier];
}

/** As the runtime's own reader of addresses has it; undefined for what is not a domain. */
function asciiDomain(domain: string): string | undefined {
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : undefined;
}

const PREFIX = "xn--";
const BASE = 36;
const [LEAST, MOST, SKEW, DAMP, FIRST_BIAS, FIRST_CODE] = [1, 26, 38, 700, 72, 128];

/** RFC 3492, which no runtime has for the way back. What is not such a label gives one that has another ASCII form. */
function unicodeLabel(label: string): string {
  if (!label.startsWith(PREFIX)) return label;
  const coded = label.slice(PREFIX.length);
  const end = coded.lastIndexOf("-");
  const codes = [...coded.slice(0, Math.max(0, end))].map((letter) => letter.charCodeAt(0));
  let [code, bias, place] = [FIRST_CODE, FIRST_BIAS, 0];
  for (let next = end + 1; next < coded.length; ) {
    const before = place;
    let weight = 1;
    for (let step = BASE; ; step += BASE) {
      const digit = digitOf(coded[next++]);
      place += digit * weight;
      const least = Math.min(MOST, Math.max(LEAST, step - bias));
      if (digit < least) break;
      weight *= BASE - least;
    }
    const length = codes.length + 1;
    bias = adapted(place - before, length, before === 0);
    code += Math.floor(place / length);
    place %= length;
    if (!(code <= 0x10ffff)) return label;
    codes.splice(place++, 0, code);
  }
  return String.fromCodePoint(...codes);
}

/** Nought for what is missing: the label that it makes is compared in the end. */
function digitOf(letter = "a"): number {
  const digit = Number.parseInt(letter, BASE);
  return digit < 10 ? digit + 26 : digit - 10;
}

function adapted(delta: number, length: number, isFirst: boolean): number {
  let left = Math.floor(delta / (isFirst ? DAMP : 2));
  left += Math.floor(left / length);
  let steps = 0;
  for (; left > ((BASE - LEAST) * MOST) / 2; steps += BASE) left = Math.floor(left / (BASE - LEAST));
  return steps + Math.floor((BASE * left) / (left + SKEW));
}
