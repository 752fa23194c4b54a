import { escapedCharacter } from "../../lib/printable.js";

/**
 * JSON on one line, in ASCII: what an adapter reads does not depend on the encoding
 * that its language takes standard input to be in.
 */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, escapedCharacter);
}
