const EMPTY_VALUES = ["null", "[]", "{}"];

const hexOf = (text: string): string =>
  Array.from(text, (character) => character.charCodeAt(0).toString(16)).join("");

/** What a database writes of a column of JSON that holds nothing, also where it is one of bytes. */
const EMPTY_TEXTS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "",
  ...EMPTY_VALUES.flatMap((text) => [text, hexOf(text), `0x${hexOf(text)}`, `\\x${hexOf(text)}`]),
]);
const LONGEST_EMPTY = 10;

/** Whether a field's value holds nothing, so that nothing is lost with it. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return value.length <= LONGEST_EMPTY && EMPTY_TEXTS.has(value.toLowerCase());
  return typeof value === "object" && Object.keys(value).length === 0;
}
