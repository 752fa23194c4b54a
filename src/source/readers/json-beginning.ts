/** The text that a file begins with: without its byte order mark and white space. */
export function beginningText(beginning: Uint8Array): string {
  // The bytes may end within a character.
  return new TextDecoder().decode(beginning).trimStart();
}
