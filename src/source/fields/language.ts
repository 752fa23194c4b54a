import { firstDefined } from "../../lib/first-defined.js";
import { parsedJson } from "../../lib/json-text.js";
import { type Fields, type Findings, isFields } from "./field.js";

const NAME = /^(?:lang|language|locale|preferred_?(?:locale|languages?))$/i;

/** How far in a profile has it: `user_metadata`, and settings in there. */
const MOST_DEPTH = 2;

export function languageIn(fields: Fields, depth = 0): string | undefined {
  const entries = Object.entries(fields);
  const own = firstDefined(entries, ([name, value]) => (NAME.test(name) ? textIn(value) : undefined));
  if (own !== undefined || depth === MOST_DEPTH) return own;
  return firstDefined(entries, ([, value]) => {
    const further = objectIn(value);
    return further && languageIn(further, depth + 1);
  });
}

/** Keeps the language of a profile of which nothing else is kept: letters to the user are written in it. */
export function keepLanguage(findings: Findings, profile: Fields): void {
  const language = languageIn(profile, MOST_DEPTH);
  if (language !== undefined) findings.keepForOperator("locale", language);
}

/** Keycloak has lists of texts. */
function textIn(value: unknown): string | undefined {
  const [first] = Array.isArray(value) ? value : [value];
  return typeof first === "string" && first !== "" ? first : undefined;
}

/** A column can hold an object as text. */
function objectIn(value: unknown): Fields | undefined {
  const parsed = typeof value === "string" && value.startsWith("{") ? parsedJson(value) : value;
  return isFields(parsed) ? parsed : undefined;
}
