import { change } from "../hash/internal.js";
import type { ServiceProfile } from "../service/profile.js";
import type { UserDraft } from "./assemble-user.js";
import type { Findings } from "./field.js";
import type { Contact } from "./normalized-user.js";

/** The form in which a service keeps a phone number in E.164 and tells users apart by it. */
export type PhoneNumberForm = (number: string) => string;

const AS_SENT: PhoneNumberForm = (number) => number;

/** Loads the rules of all countries only for a service that goes by them. */
export async function phoneNumberForm({ phoneNumbers }: ServiceProfile): Promise<PhoneNumberForm> {
  if (phoneNumbers !== "libphonenumber") return AS_SENT;
  const { parsePhoneNumberFromString } = await import("libphonenumber-js/min");
  return (number) => parsePhoneNumberFromString(number)?.number ?? number;
}

/**
 * The draft with phone numbers in the service's form. Where that is another text, the service would store
 * it anyway: two texts of one number are one login there, so they have to be one here.
 */
export function withServicesNumbers(
  draft: UserDraft,
  formOf: PhoneNumberForm,
  findings: Findings,
): UserDraft {
  const rewritten = ({ value, isVerified }: Contact): Contact => {
    const number = formOf(value);
    if (number !== value) {
      const message = `the phone number is written as ${number}, the form that the service gives it`;
      findings.changes.push(change("phone-number-rewritten", message, "phoneNumber"));
    }
    return { value: number, isVerified };
  };
  return { ...draft, phoneNumbers: draft.phoneNumbers.map(rewritten) };
}
