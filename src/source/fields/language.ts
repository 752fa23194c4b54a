import { firstDefined } from "../../lib/first-defined.js";
import { words } from "../../lib/words.js";
import { type Fields, type Findings, isFields, ownField } from "./field.js";

/** Fields of profiles that hold a language, the surest first. */
const NAMES = words(
  "locale language lang preferred_language preferredLanguage preferredLocale preferredLanguages preferred_languages",
);

/** How far in a profile has it: `user_metadata`, and settings in there. */
const MOST_DEPTH = 2;
const MOST_TEXT = 1 << 16;

/** The language in the fields of a profile, wherever a system has it. */
export function languageIn(fields: Fields, depth = 0): string | undefined {
  const own = firstDefined(NAMES, (name) => textIn(ownField(fields, name)));
  if (own !== undefined || depth === MOST_DEPTH) return own;
  return firstDefined(Object.values(fields), (value) => {
    const further = objectIn(value);
    return further === undefined ? undefined : languageIn(further, depth + 1);
  });
}

/** Keeps the language of a profile of which nothing else is kept: letters to the user are written in it. */
export function keepLanguage(findings: Findings, profile: Fields): void {
  const language = firstDefined(NAMES, (name) => textIn(ownField(profile, name)));
  if (language !== undefined) findings.keepForOperator("locale", language);
}

/** Keycloak has lists of texts. */
function textIn(value: unknown): string | undefined {
  const [first] = Array.isArray(value) ? value : [value];
  return typeof first === "string" && first !== "" ? first : undefined;
}

/** A column can hold an object as text. */
function objectIn(value: unknown): Fields | undefined {
  if (typeof value !== "string") return isFields(value) ? value : undefined;
  if (!value.startsWith("{") || value.length > MOST_TEXT) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isFields(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
