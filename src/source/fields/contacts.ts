import type { UserDraft } from "../assemble-user.js";
import type { Contact, ThirdPartyLogin } from "../normalized-user.js";
import type { RecordContext } from "../source.js";
import { emailField, type Fields, type Findings, textField } from "./field.js";
import { type PhoneNumberWriting, phoneNumberField } from "./phone-number.js";
import { type SocialLogin, socialLogin } from "./social-login.js";

/** An address or number, as a list of none or one. */
export function contactsOf(value: string | undefined, isVerified = false): readonly Contact[] {
  return value === undefined ? [] : [{ value, isVerified }];
}

/** Of addresses of equal rank, any of which a user can add: those that are proven come first. */
export function verifiedFirst(all: readonly Contact[]): readonly Contact[] {
  return [...all].sort((a, b) => Number(b.isVerified) - Number(a.isVerified));
}

/** Each address once, case aside, in their order; verified where one of its mentions is. */
export function eachOnce(all: readonly Contact[]): readonly Contact[] {
  const once = new Map<string, Contact>();
  for (const { value, isVerified } of all) {
    const key = value.toLowerCase();
    const known = once.get(key);
    once.set(key, { value: known?.value ?? value, isVerified: isVerified || known?.isVerified === true });
  }
  return [...once.values()];
}

export function isOwnVerified(email: string | undefined, own: Contact | undefined): boolean {
  return own?.isVerified === true && email?.toLowerCase() === own.value.toLowerCase();
}

/** A phone number to log in with. An unconfirmed one is left out: anyone could have written it there. */
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

/** A social login of a user whose addresses are known: its own address or else the user's first, verified as that is. */
export function loginOf(
  { email, ...login }: Pick<SocialLogin, "provider" | "userId" | "email" | "field">,
  emails: readonly Contact[],
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const address = email ?? emails[0]?.value;
  const own = emails.find(({ value }) => value.toLowerCase() === address?.toLowerCase());
  return socialLogin({ ...login, email: address, isVerified: own?.isVerified === true }, context);
}

const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** What a field is with which users log in: an address where it has the form of one, else a user name. */
export function loginNameField(
  fields: Fields,
  name: string,
  findings: Findings,
): Pick<UserDraft, "emails" | "userName"> {
  const text = textField(fields, name, findings);
  if (text === undefined || !ADDRESS.test(text)) return { emails: [], userName: text };
  const email = emailField(fields, name, findings);
  return { emails: email === undefined ? [] : [{ value: email, isVerified: false }] };
}
