import type { Contact } from "../normalized-user.js";
import type { RecordContext } from "../source.js";
import type { Fields } from "./field.js";
import { type PhoneNumberWriting, phoneNumberField } from "./phone-number.js";

/** An address or number, as a list of none or one. */
export function contactsOf(value: string | undefined, isVerified: boolean): readonly Contact[] {
  return value === undefined ? [] : [{ value, isVerified }];
}

/** Whether the address of a social login is the user's own verified one. */
export function isOwnVerified(email: string | undefined, own: Contact | undefined): boolean {
  return own?.isVerified === true && email?.toLowerCase() === own.value.toLowerCase();
}

/** A phone number to log in with. One that nobody has confirmed is none: anyone could have written it there. */
export function confirmedPhoneNumber(
  record: Fields,
  name: string,
  isConfirmed: boolean,
  context: RecordContext,
  writing: PhoneNumberWriting = {},
): readonly Contact[] {
  if (isConfirmed) return contactsOf(phoneNumberField(record, name, context, writing), true);
  const value = Object.hasOwn(record, name) ? record[name] : undefined;
  if (value !== undefined && value !== null && value !== "") {
    context.findings.leaveOut("unverified phone number");
  }
  return [];
}
