/** The text that a file begins with: without its byte order mark and white space. */
export function beginningText(beginning: Uint8Array): string {
  // The bytes may end within a character.
  return new TextDecoder().decode(beginning).trimStart();
}

/** Whether the text is a list whose first element is an object with a key before any nested list or object. */
export function firstElementHas(beginning: Uint8Array, key: string): boolean {
  const text = beginningText(beginning);
  const plain = /^\[\s*\{([^{}[\]]*)/.exec(text)?.[1] ?? "";
  return new RegExp(`"${key}"\\s*:`).test(plain);
}
