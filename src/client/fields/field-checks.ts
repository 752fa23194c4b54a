import { counted } from "../../lib/plural.js";
import { printable } from "../../lib/printable.js";
import { meant } from "../../lib/require-names.js";
import { problem } from "../../problems/request.js";
import type { Problem } from "../../result.js";
import { isGiven } from "./request-body.js";

/**
 * Checks of request fields. Each gives back what is wrong, or undefined; none
 * of them repeats the value, because problems end up in logs.
 */
export type FieldCheck = Problem | undefined;

const ILLEGAL = /[\u0000-\u001f\u007f]|\p{Surrogate}/u;
const WHITE_SPACE = /\s/u;
const E164 = /^\+[1-9][0-9]{1,14}$/;
const LONGEST_E164 = 16;

/** Text that is there, whatever it says. */
export function checkType(value: unknown, field: string): FieldCheck {
  if (value === undefined || value === null || value === "") {
    return problem("request/field-missing", `${field} is missing`, { field });
  }
  return typeof value === "string" ? undefined : problem("request/field-invalid", `${field} is not text`, { field });
}

/** Text that is there, whole and not longer than the service stores. */
export function checkText(given: unknown, field: string, limit = Number.POSITIVE_INFINITY): FieldCheck {
  const wrongType = checkType(given, field);
  if (wrongType !== undefined) return wrongType;
  const value = given as string;
  const length = lengthOf(value, limit);
  if (length > limit) {
    const message = `${field} has ${counted(length, "character")}; the service stores ${limit}`;
    return problem("request/field-too-long", message, { field });
  }
  const at = value.search(ILLEGAL);
  if (at < 0) return undefined;
  return problem("request/field-invalid", `${field} has a character that is not text`, { field, offset: at });
}

/** Characters as the service's columns count them: an emoji is one. */
function lengthOf(value: string, limit: number): number {
  if (value.length <= limit) return value.length;
  let length = 0;
  for (const _ of value) length++;
  return length;
}

/** An address with something before and after its last `@`; the service itself checks nothing. */
export function checkEmail(value: unknown, field: string, limit: number): FieldCheck {
  const wrongText = checkText(value, field, limit);
  if (wrongText !== undefined) return wrongText;
  const email = value as string;
  const at = email.lastIndexOf("@");
  if (at > 0 && at < email.length - 1 && !WHITE_SPACE.test(email)) return undefined;
  return problem("request/email-malformed", `${field} is not an e-mail address`, { field });
}

/** E.164 as the interface wants it: international, with leading `+`. */
export function checkPhoneNumber(value: unknown, field: string): FieldCheck {
  const wrongText = checkText(value, field);
  if (wrongText !== undefined) return wrongText;
  const phoneNumber = value as string;
  if (phoneNumber.length <= LONGEST_E164 && E164.test(phoneNumber)) return undefined;
  return problem("request/phone-malformed", `${field} is not a phone number in E.164`, { field });
}

/** More of a name that is not known is not repeated: it may be anything. */
const LONGEST_NAME = 40;

/** Fields of a request that nothing reads: what is in them would be lost. One that holds nothing is passed over. */
export function checkNames(what: string, request: object, known: readonly string[], more = ""): readonly Problem[] {
  const isRead = (name: string) => known.includes(name) || more.split(" ").includes(name);
  const lost = Object.keys(request).filter((name) => !isRead(name) && isGiven(request[name as never]));
  return lost.map((name) => {
    const field = printable(name.slice(0, LONGEST_NAME));
    return problem("request/field-invalid", `${what} has no field ${field}${meant(name, known)}`, { field });
  });
}

/** A number, by what says of one that is there why it can't be this field's. */
export function checkNumber(
  value: unknown,
  field: string,
  faultOf: (given: unknown) => string | undefined,
): FieldCheck {
  if (value === undefined || value === null) {
    return problem("request/field-missing", `${field} is missing`, { field });
  }
  const fault = faultOf(value);
  return fault === undefined ? undefined : problem("request/number-out-of-range", `${field} ${fault}`, { field });
}
