import { change } from "../../hash/internal.js";
import type { ServiceProfile } from "../../service/profile.js";
import type { UserDraft } from "../assemble-user.js";
import type { Contact } from "../normalized-user.js";
import type { RecordContext } from "../source.js";
import { type Fields, type Findings, textField } from "./field.js";

/** How a service stores and compares a number in E.164; undefined where the rules that it uses are not installed. */
export type PhoneNumberForm = (number: string) => string | undefined;

const AS_SENT: PhoneNumberForm = (number) => number;
const UNKNOWN: PhoneNumberForm = () => undefined;

/** The rules of all countries, 12 MB that few exports need; undefined where the package is not installed. */
async function phoneRules(): Promise<typeof import("libphonenumber-js/min") | undefined> {
  // In a `try`, or a bundler stops where it does not find the package.
  try {
    return await import("libphonenumber-js/min");
  } catch {
    return undefined;
  }
}

/** Whether numbers without a country code can be read, and compared as the service compares them. */
export const hasPhoneRules = async (): Promise<boolean> => (await phoneRules()) !== undefined;

async function requirePhoneRules(): Promise<typeof import("libphonenumber-js/min")> {
  const rules = await phoneRules();
  if (rules !== undefined) return rules;
  throw Object.assign(new Error("phoneRegion needs libphonenumber-js, which is not installed"), {
    code: "user/phone-rules-missing",
  });
}

/** Loads the rules only for a service that goes by them. */
export async function phoneNumberForm({ phoneNumbers }: ServiceProfile): Promise<PhoneNumberForm> {
  if (phoneNumbers !== "libphonenumber") return AS_SENT;
  const rules = await phoneRules();
  if (rules === undefined) return UNKNOWN;
  return (number) => rules.parsePhoneNumberFromString(number)?.number ?? number;
}

/** A text as a number in E.164; undefined for any other text. */
type PhoneNumberReader = (text: string) => string | undefined;

const E164 = /^\+[1-9][0-9]{6,14}$/;
const MOST_PHONE_TEXT = 64;

/** What address books and spreadsheets put around a number, which changes no digit: `tel:`, `'`, `(mobile)`, `;`. */
const AROUND = /^'?\s?(?:tel[.:]{0,2})?\s?|(?:[\s,;]|\(\p{L}{1,20}\.?\))+$/giu;

/** Digits of any script, and what people write between them: an extension or a word makes another number of what is left. */
const AS_DIALLED = /^[+\uff0b([\p{Zs}]*\p{Nd}[\p{Nd}\p{Zs}()[\].\-\u2010-\u2015/\uff0d]*$/u;

/**
 * The end of another number, as in `1234567/8` and `1234567 / -8`, or after a whole one, as in `+1 415 555-0100 / 0101`: without its
 * sign it would be more digits. Of `030/1234567` it is the number.
 */
const OTHER_END =
  /\/[^\p{Nd}/]*(?:\p{Nd}[^\p{Nd}/]*){1,3}$|(?:\p{Nd}[^\p{Nd}/]*){9}\/[^\p{Nd}/]*(?:\p{Nd}[^\p{Nd}/]*){4,6}$/u;

/** A number in groups that all have strokes between them, as in `01/23/45/67/89`. */
const BY_STROKES = /^[^\p{Nd}/]*(?:\p{Nd}[^\p{Nd}/]*){1,6}(?:\/\s?\p{Nd}{1,3}){3,}$/u;

/** The zero of calls within the country, as in `+44 (0)20`; where it is one of the number's digits it stays. */
const ZERO_WITHIN = /^(\+(?!39|378|225|241|242)[1-9][0-9]{0,2})\s?\(0\)/;

/** Digits with `+` and what people write between them. */
const SPACED_E164 = /^\+[0-9][0-9 ().\-/]{5,40}$/;

/**
 * Reads numbers with a country code however they are spaced and, with a region, numbers as people dial them there.
 *
 * @param region ISO 3166-1 alpha-2: `DE`. Throws an `Error` where the rules of countries are not installed.
 */
export async function phoneNumberReader(region: string | undefined): Promise<PhoneNumberReader> {
  if (region === undefined) return withCountryCode;
  const { isSupportedCountry, parsePhoneNumberFromString } = await requirePhoneRules();
  if (!isSupportedCountry(region)) throw new TypeError("phoneRegion is not an ISO 3166-1 code of two letters: DE");
  return (text) => {
    const number = withCountryCode(text);
    if (number !== undefined || text.length > MOST_PHONE_TEXT) return number;
    const dialled = bareNumber(text);
    if (!AS_DIALLED.test(dialled) || hasOtherEnd(dialled)) return undefined;
    const parsed = parsePhoneNumberFromString(dialled, region);
    if (parsed?.isPossible() !== true) return undefined;
    const withCode = parsePhoneNumberFromString(`+${dialled}`);
    // `4917…` may lack the + before Germany's code, or the 0 with which people dial the area 0491; the numbers are two persons'.
    const isUnsure = withCode?.isValid() === true && withCode.number !== parsed.number;
    return isUnsure && digitsIn(dialled) !== digitsIn(parsed.formatNational()) ? undefined : parsed.number;
  };
}

/** Whether phone numbers know a country of this code; undefined where their rules are not installed. */
export async function isPhoneRegion(region: string): Promise<boolean | undefined> {
  return (await phoneRules())?.isSupportedCountry(region);
}

/** The text without what is around a number; address books also put marks of the direction of writing there, and wide signs. */
function bareNumber(text: string): string {
  return text
    .replace(/\p{Cf}/gu, "")
    .replace(/[\uff08-\uff19\p{Zs}]/gu, (wide) => wide.normalize("NFKC"))
    .trim()
    .replace(AROUND, "");
}

const digitsIn = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0;

function hasOtherEnd(text: string): boolean {
  return OTHER_END.test(text) && !BY_STROKES.test(text);
}

function withCountryCode(text: string): string | undefined {
  if (E164.test(text)) return text;
  if (text.length > MOST_PHONE_TEXT) return undefined;
  const spaced = bareNumber(text);
  if (!SPACED_E164.test(spaced) || hasOtherEnd(spaced)) return undefined;
  const number = `+${spaced.replace(ZERO_WITHIN, "$1").replace(/[^0-9]/g, "")}`;
  return E164.test(number) ? number : undefined;
}

/** How a system writes phone numbers. */
export interface PhoneNumberWriting {
  /** The system leaves out the `+` of E.164. */
  readonly isWithoutPlus?: boolean;
}

/** A phone number of an export in E.164; undefined where there is none, with its field noted. */
export function phoneNumberField(
  fields: Fields,
  name: string,
  { findings, phoneNumber }: RecordContext,
  { isWithoutPlus = false }: PhoneNumberWriting = {},
): string | undefined {
  const text = textField(fields, name, findings);
  if (text === undefined) return undefined;
  const written = isWithoutPlus && /^[1-9][0-9]{6,14}$/.test(text) ? `+${text}` : text;
  const number = phoneNumber(written);
  if (number === undefined) {
    findings.noteUnreadNumber(name);
  } else if (number !== text) {
    findings.changes.push(change("phone-number-rewritten", `the phone number is written as ${number}`, name));
  }
  return number;
}

/** A verified number of a user's profile in E.164; undefined where it can't be read, with a warning. */
export function verifiedPhoneNumber(
  text: string,
  field: string,
  { findings, phoneNumber }: RecordContext,
): string | undefined {
  const number = phoneNumber(text);
  if (number === undefined) {
    const message = "the verified phone number is not in E.164, and no region says how to read it";
    findings.warn("user/phone-region-missing", message, field);
  }
  return number;
}

/** The draft with numbers as the service would store them: two texts of one number are one login there, so also here. */
export function withServicesNumbers(draft: UserDraft, formOf: PhoneNumberForm, findings: Findings): UserDraft {
  if (draft.phoneNumbers.length === 0) return draft;
  const rewritten = ({ value, isVerified }: Contact): Contact => {
    const number = formOf(value);
    if (number === undefined) {
      const message = "the form in which the service compares phone numbers is unknown without libphonenumber-js";
      findings.fault("user/phone-rules-missing", message, "phoneNumber");
      return { value, isVerified };
    }
    if (number !== value) {
      const message = `the phone number is written as ${number}, the form that the service gives it`;
      findings.changes.push(change("phone-number-rewritten", message, "phoneNumber"));
    }
    return { value: number, isVerified };
  };
  return { ...draft, phoneNumbers: draft.phoneNumbers.map(rewritten) };
}
