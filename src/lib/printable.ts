/**
 * Characters that a terminal acts upon or that hide others: control characters, line and paragraph
 * separators, marks that turn the direction of writing, and halves of characters.
 */
const ACTING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu;

/**
 * Text of a stranger (a file, a service) as it may be shown on a terminal: what would act on it is
 * written as `\u001b`.
 */
export function printable(text: string): string {
  return text.replace(ACTING, escapedCharacter);
}

/** Whether `printable` gives the text back as it is. */
export function isPrintable(text: string): boolean {
  return text.search(ACTING) < 0;
}

/** As `JSON.stringify`, which leaves some of these characters as they are. The value is the same. */
export function printableJson(value: unknown): string {
  return printable(JSON.stringify(value));
}

/** As JavaScript writes it. */
export function escapedCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
