/** Bytes that mean something in JSON (RFC 8259). */
export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const SEMICOLON = 0x3b;
export const OPENING_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSING_BRACKET = 0x5d;
export const OPENING_BRACE = 0x7b;
export const CLOSING_BRACE = 0x7d;

export function isWhiteSpace(byte: number): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;
}

const MINUS = 0x2d;

/** What a number, `true`, `false` or `null` begins with. */
export function beginsBareValue(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === MINUS || byte === 0x74 || byte === 0x66 || byte === 0x6e;
}

/** What may follow one: letters, digits, signs and the decimal point. */
export function isOfBareValue(byte: number): boolean {
  const letter = byte | 0x20;
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (letter >= 0x61 && letter <= 0x7a) ||
    byte === MINUS ||
    byte === 0x2e ||
    byte === 0x2b
  );
}
