import type { UserDraft } from "../assemble-user.js";
import { emailField, type Fields, type Findings, textField } from "./field.js";

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
