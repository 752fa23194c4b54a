import { type NormalizedHash, normalizeHash, type SourceName } from "../hash/index.js";
import { passwordForms } from "../hash/internal.js";
import { defined } from "../lib/defined.js";
import { phpTrimmed } from "../lib/php-trim.js";
import { isVerifiedAtService } from "../problems/ascii-only.js";
import type { ServiceProfile, ServiceProfileName } from "../service/profile.js";
import type { Coverage, PlanOptions, Verification } from "../verify/index.js";
import { coversPassword, leavesPasswordAlone, type MatchedAs } from "../verify/internal.js";

type SettingName = "pepper" | "salt" | "passwordSteps" | "encodings" | "normalForms";
type Optional<T, Name extends keyof T> = { readonly [Key in Name]?: T[Key] | undefined };

/** What was known of the system when the password was checked. */
interface Origin extends Optional<PlanOptions, SettingName> {
  readonly source?: SourceName | undefined;
  readonly service?: ServiceProfileName | ServiceProfile | undefined;
}

/**
 * The hash in the form that the service verifies with this very password, or null: the
 * service knows nothing of what the old system did to a password before it hashed it.
 */
export function importableHash(
  passwordHash: string,
  password: string,
  origin: Origin,
  { as, coverage }: Pick<Verification, "as" | "coverage">,
): NormalizedHash | null {
  const { source, service, salt } = origin;
  if ((salt?.before ?? "") !== "" || (salt?.after ?? "") !== "") return null;
  if (!isTypedAsUtf8(password, origin, as) || mayEndInPepper(origin, coverage)) return null;
  const peppered = pepperedOf(origin, as);
  const normalized = normalizeHash(passwordHash, defined({ source, service, peppered }));
  if (!normalized.ok || !leavesPasswordAlone(password, origin, normalized.value.scheme)) return null;
  return isVerifiedAtService(password, normalized.warnings) ? normalized.value : null;
}

/** The text as the old system received it, where several normal forms were tried. */
export function inNormalForm(password: string, as: MatchedAs | undefined): string {
  const { normalForm = "as-typed" } = as ?? {};
  return normalForm === "as-typed" ? password : password.normalize(normalForm);
}

function withoutEnds(text: string): string {
  return text.slice(...phpTrimmed(text.length, (index) => text.charCodeAt(index)));
}

/**
 * What becomes the password in the service: the old system lets in other spellings too, and the service this one alone.
 * White space that came along once must not become part of it.
 */
export function passwordToImport(typed: string, { as, coverage }: Pick<Verification, "as" | "coverage">): string {
  const text = inNormalForm(typed, as);
  if (coverage === "trimmed") return withoutEnds(text);
  return coverage === "respelled" && text === typed ? typed.normalize("NFC") : text;
}

/** The spellings of one password that may have been imported for what is typed now, that itself first. */
export function importedSpellings(
  typed: string,
  { source, normalForms = [] }: Pick<Origin, "source" | "normalForms">,
): readonly string[] {
  const forms = normalForms.filter((form) => form !== "as-typed").map((form) => typed.normalize(form));
  // Users may each have a source of their own.
  const mayTrim = source === undefined || passwordForms(source, "bcrypt").some((steps) => steps.some(isTrim));
  return [...new Set([typed, ...forms, typed.normalize("NFC"), ...(mayTrim ? [withoutEnds(typed)] : [])])];
}

function isTrim({ kind }: { readonly kind: string }): boolean {
  return kind === "php-trim";
}

/** Whether the old hash is over the bytes that the service makes of this text. */
function isTypedAsUtf8(password: string, { encodings, normalForms }: Origin, as: MatchedAs | undefined): boolean {
  // A verifier of the caller's own may not say which of several it was.
  if (as === undefined) return encodings === undefined && normalForms === undefined;
  return inNormalForm(password, as) === password && isInUtf8(password, as.encoding);
}

/** Whether the text has the same bytes in UTF-8. */
export function isInUtf8(password: string, encoding: MatchedAs["encoding"]): boolean {
  return encoding === "utf-8" || (encoding !== "utf-16le" && isAscii(password));
}

/**
 * Whether the password may be shorter than the text that matched, by a pepper of the list. The service would verify
 * the hash with this text alone, and no longer the user's own password.
 */
function mayEndInPepper({ pepper }: Origin, coverage: Coverage): boolean {
  const isList = typeof pepper === "object" && pepper !== null && pepper.length > 1;
  return coverage === "peppered" || (isList && !coversPassword(coverage));
}

/** Of several peppers the one that matched; any that is not empty where it is not known which it was. */
function pepperedOf({ pepper }: Origin, as: MatchedAs | undefined): boolean | undefined {
  if (pepper === undefined) return undefined;
  if (typeof pepper === "string") return pepper !== "";
  return as === undefined ? pepper.some((one) => one !== "") : pepper[as.pepper] !== "";
}

export function isAscii(password: string): boolean {
  return /^[\0-\x7f]*$/.test(password);
}
