import { problem } from "../../problems/request.js";
import { checkEmail, checkPhoneNumber, type FieldCheck } from "./field-checks.js";
import { isGiven } from "./request-body.js";

/** An e-mail address, a phone number or both; not neither. */
export function contactChecks(email: unknown, phoneNumber: unknown, emailLimit: number): readonly FieldCheck[] {
  if (!isGiven(email) && !isGiven(phoneNumber)) {
    return [problem("request/contact-missing", "neither email nor phoneNumber is given", { field: "email" })];
  }
  return [
    isGiven(email) ? checkEmail(email, "email", emailLimit) : undefined,
    isGiven(phoneNumber) ? checkPhoneNumber(phoneNumber, "phoneNumber") : undefined,
  ];
}
