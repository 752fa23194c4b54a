import { describedAs, redacted } from "../lib/redact.js";
import { problem, type Result } from "../result.js";
import type { Findings } from "./field.js";
import type { NormalizedUser, ReadUser, ThirdPartyLogin, TotpEnrolment } from "./normalized-user.js";
import type { Password } from "./read-password.js";

/** What a reader found of one user; undefined where it found nothing sound. */
export interface UserParts {
  readonly externalUserId: string | undefined;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  readonly phoneNumber: string | undefined;
  readonly password: Password | undefined;
  readonly thirdParty: readonly ThirdPartyLogin[];
  readonly totp: readonly TotpEnrolment[];
}

/**
 * Puts a user together: the rules that hold for every export. Identifiers are noted
 * for refused users too, since a duplicate of one is a duplicate.
 */
export function assembleUser(parts: UserParts, findings: Findings): Result<ReadUser> {
  const { externalUserId, email, emailVerified, phoneNumber, password, thirdParty, totp } = parts;
  if (email !== undefined) findings.identify("email", email.toLowerCase());
  if (phoneNumber !== undefined) findings.identify("phone", phoneNumber);
  if (externalUserId !== undefined) findings.identify("id", externalUserId);
  const emailRefused = findings.problems.some(({ field }) => field === "email");
  if (password !== undefined && email === undefined && !emailRefused) {
    findings.problems.push(
      problem("user/email-missing", "the user has a password but no e-mail address", { field: "email" }),
    );
  }
  const hasLogin = password !== undefined || phoneNumber !== undefined || thirdParty.length > 0;
  if (!hasLogin && findings.problems.length === 0) {
    findings.problems.push(
      problem("user/no-credential", "the user has no password, phone number or social login"),
    );
  }
  if (externalUserId === undefined) return findings.refused();
  const user: NormalizedUser = {
    externalUserId,
    ...(email === undefined ? {} : { email }),
    emailVerified: emailVerified && email !== undefined,
    ...(phoneNumber === undefined ? {} : { phoneNumber }),
    ...password,
    thirdParty,
    totp: totp.map((enrolment) => describedAs(enrolment, describeEnrolment)),
  };
  return findings.resultOf(describedAs(user, describeUser));
}

/** A user as `console.log` shows one: whole but for what lets somebody log in. */
function describeUser(user: NormalizedUser): object {
  const { passwordHash } = user;
  return passwordHash === undefined ? { ...user } : { ...user, passwordHash: redacted(passwordHash) };
}

function describeEnrolment(enrolment: TotpEnrolment): object {
  return { ...enrolment, secretKey: redacted(enrolment.secretKey) };
}
