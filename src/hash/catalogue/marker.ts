import { type CharacterSet, characters } from "../../lib/grammar.js";

/** Longest marker that is looked for, in characters. */
const MOST_MARKER_LENGTH = 32;
const EXCLAMATION_MARK = 0x21;
const DOLLAR = 0x24;
const COLON = 0x3a;
const OPENING_BRACE = 0x7b;

/** The characters that end a text's first word, by the character that it begins with. */
const WORD_ENDS = {
  dollar: characters("$,"),
  brace: characters("}|,"),
  exclamationMark: characters("$:|!"),
  other: characters("$:|"),
} as const;

function endsOf(first: number): CharacterSet {
  if (first === DOLLAR) return WORD_ENDS.dollar;
  if (first === OPENING_BRACE) return WORD_ENDS.brace;
  return first === EXCLAMATION_MARK ? WORD_ENDS.exclamationMark : WORD_ENDS.other;
}

/** Whether the character comes before a word and again, or another one, after it. */
function isFrame(first: number): boolean {
  return first === DOLLAR || first === OPENING_BRACE || first === COLON || first === EXCLAMATION_MARK;
}

/**
 * What a text begins with, up to the character that ends its first word: `$2b$`, `{bcrypt}`,
 * `pbkdf2_sha256$`, `!bcrypt!`, `3|`. Empty where no word ends in time. Names in braces are in lower case.
 */
export function markerOf(text: string): string {
  const first = text.charCodeAt(0);
  const ends = endsOf(first);
  const last = Math.min(text.length, MOST_MARKER_LENGTH + 1);
  for (let at = isFrame(first) ? 1 : 0; at < last; at++) {
    if (ends[text.charCodeAt(at)] !== 1) continue;
    const marker = text.slice(0, at + 1);
    return first === OPENING_BRACE ? marker.toLowerCase() : marker;
  }
  return first === DOLLAR ? text.slice(0, MOST_MARKER_LENGTH) : "";
}

/** Whether texts can be found by this marker: it is a whole first word, as `markerOf` cuts it out of a text. */
export function isMarker(marker: string): boolean {
  return marker !== "" && markerOf(`${marker}x`) === marker;
}
