import { base64Bytes } from "../../../lib/base64.js";
import { binaryText, utf8Text } from "../text/byte-text.js";

/** One value of an attribute. */
export interface AttributeValue {
  /** In lower case, with its options. */
  readonly name: string;
  readonly value: string;
}

/** Why a line has none. */
export type NoAttribute = "no attribute" | "not base64" | "not utf8" | "a url" | "too long";

const LINE = /^([A-Za-z0-9][\w.-]{0,255}(?:;[\w-]{1,64}){0,16}):([:<]?) *([\s\S]*)$/;

/** The value on a line, which has one character for each byte. */
export function attributeOf(line: string): AttributeValue | NoAttribute {
  const [, name, mark, rest = ""] = LINE.exec(line) ?? [];
  if (name === undefined) return "no attribute";
  if (mark === "<") return "a url";
  const bytes = mark === ":" ? base64Bytes(rest.trimEnd()) : undefined;
  if (bytes === null) return "not base64";
  const value = bytes === undefined ? utf8Text(rest) : binaryText(Buffer.from(bytes).toString("latin1"));
  return value === undefined ? "not utf8" : { name: name.toLowerCase(), value };
}

export function isValue(found: AttributeValue | NoAttribute): found is AttributeValue {
  return typeof found === "object";
}
