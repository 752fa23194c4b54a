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

/** A document, or the first element of a list, which begins with a list, or with the next page and numbers where keys are sorted. */
const PAGE =
  /^\[?\s{0,64}\{\s{0,64}(?:"(?:\w{0,20}token|next\w{0,20}|page\w{0,20}|total\w{0,20}|count|limit|start|length|size|aud)"\s{0,8}:\s{0,8}(?:"[^"\\]{0,4096}"|\w{1,16})\s{0,8},\s{0,64}){0,8}"([^"\\]{1,256})"\s{0,8}:\s{0,8}\[\s{0,64}[{\]]/i;

/** Whether a text begins with a page of a list that is under one of the keys, or with a list of such pages. */
export function beginsWithPage(text: string, keys: readonly string[]): boolean {
  return keys.includes(PAGE.exec(text)?.[1] ?? "");
}

/** Where the records of a list of pages are; undefined where the text does not begin with one. */
export function pathsInPages(text: string, keys: readonly string[]): readonly (readonly string[])[] | undefined {
  if (/^\[\s{0,64}\[\s{0,64}[{\]]/.test(text)) return [["*"]];
  return text.startsWith("[") && beginsWithPage(text, keys) ? keys.map((key) => ["*", key]) : undefined;
}
