import type { SourceName } from "../hash/index.js";
import { withProof } from "../hash/internal.js";
import { describedAs, INSPECT, redacted } from "../lib/redact.js";
import { problem } from "../problems/user.js";
import { type Result, success } from "../result.js";
import type { Findings } from "./fields/field.js";
import type { Password } from "./fields/read-password.js";
import type {
  Contact,
  FurtherIdentifiers,
  LikelyLogin,
  LoginOnlyUser,
  NormalizedUser,
  ReadUser,
  ThirdPartyLogin,
  TotpEnrolment,
  UserRecord,
} from "./normalized-user.js";

/** What a source found of one user; undefined and empty where it found nothing sound. */
export interface UserDraft {
  readonly externalUserId: string | undefined;
  /** The one that the user logs in with first. */
  readonly emails: readonly Contact[];
  /** E.164; the one that the user logs in with first. */
  readonly phoneNumbers: readonly Contact[];
  readonly userName?: string | undefined;
  /** What `context.password` gave. */
  readonly password: Password | undefined;
  readonly thirdParty: readonly ThirdPartyLogin[];
  readonly totp: readonly TotpEnrolment[];
}

/** A user, and what is left where the hash is one that the service does not verify. */
export interface AssembledUser {
  readonly result: Result<ReadUser>;
  readonly loginOnly?: LoginOnlyUser;
  /** Of such a user, where they have other logins than the password: the user with those. */
  readonly otherLogins?: Result<ReadUser>;
  readonly likelyLogin?: LikelyLogin;
}

/**
 * Puts a user together: the rules that hold for every export. Identifiers are noted
 * for refused users too, since a duplicate of one is a duplicate.
 */
export function assembleUser(
  draft: UserDraft,
  findings: Findings,
  lastLogin: () => number | undefined,
): AssembledUser {
  const { externalUserId, emails, phoneNumbers, password } = draft;
  const email = emails[0]?.value;
  noteIdentifiers(draft, findings);
  if (password !== undefined && email === undefined && !isEmailRefused(findings)) {
    findings.problems.push(
      problem("user/email-missing", "the user has a password but no e-mail address", { field: "email" }),
    );
  }
  const hasOtherLogin = phoneNumbers.length > 0 || draft.thirdParty.length > 0;
  if (!hasOtherLogin) findings.refuseWithoutPassword();
  const hasLogin = password !== undefined || hasOtherLogin;
  if (!hasLogin && findings.problems.length === 0) {
    findings.problems.push(
      problem("user/no-credential", "the user has no password, phone number or social login"),
    );
    return { result: findings.refused(), likelyLogin: likelyLogin(draft, findings) };
  }
  if (externalUserId === undefined) return { result: findings.refused() };
  const proof = findings.proofOf(password);
  const read = new ReadableUser(draft, externalUserId);
  const user = proof === undefined ? read : withProof(read, proof);
  const further = furtherOf(draft);
  const result = findings.resultOf(user, further);
  return result.ok ? { result } : { result, ...loginOnlyOf(user, further, findings, lastLogin) };
}

function isEmailRefused({ problems }: Findings): boolean {
  return problems.some(({ field, code }) => field === "email" || code === "user/email-malformed");
}

/** The fields that a record has beside its logins tell how its user logs in. */
function likelyLogin({ emails, userName }: UserDraft, findings: Findings): LikelyLogin {
  if (findings.hasLeftOut(/passkey|webauthn/i)) return "passkey";
  if (findings.hasLeftOut(/^federationLink$|^saml|_saml|\bsaml/i)) return "directory";
  if (emails.length > 0) return "email";
  if (findings.hasLeftOut(/^unverified phone number$/)) return "unverified-phone";
  return userName === undefined ? "none" : "user-name";
}

/** What is left of a user in whom nothing is wrong but that the service does not verify their hash. */
function loginOnlyOf(
  user: NormalizedUser,
  further: FurtherIdentifiers | undefined,
  findings: Findings,
  lastLoginOf: () => number | undefined,
): Omit<AssembledUser, "result"> {
  const { loginOnlyHash } = findings;
  if (loginOnlyHash === undefined) return {};
  const { metadata, ...read } = findings.readOf(user, further);
  const lastLogin = lastLoginOf();
  const whole = {
    user,
    ...loginOnlyHash,
    ...(lastLogin === undefined ? {} : { lastLogin }),
    ...(further === undefined ? {} : { further }),
    ...(metadata === undefined ? {} : { metadata }),
  };
  const loginOnly = describedAs(whole, describeUserOfHash);
  if (user.phoneNumber === undefined && user.thirdParty.length === 0) return { loginOnly };
  const warning = problem("user/password-at-login", "the password is left to the fallback at login", {
    field: "passwordHash",
  });
  const withMetadata = metadata === undefined ? read : { ...read, metadata };
  return { loginOnly, otherLogins: success(withMetadata, [warning, ...findings.warnings.all()]) };
}

/** In `notCarried`, where only a call beside those of the interface can say it. */
export const VERIFICATION_LEFT_OUT = "verification of the e-mail address";

function noteIdentifiers(draft: UserDraft, findings: Findings): void {
  const { externalUserId, emails, phoneNumbers, userName } = draft;
  const email = emails[0];
  const phoneNumber = phoneNumbers[0];
  if (email !== undefined) findings.identify("email", email.value.toLowerCase());
  if (phoneNumber !== undefined) findings.identify("phone", phoneNumber.value);
  if (externalUserId !== undefined) findings.identify("id", externalUserId);
  if (emails.length > 1) findings.leaveOut("further e-mail addresses");
  if (phoneNumbers.length > 1) findings.leaveOut("further phone numbers");
  if (userName !== undefined) findings.leaveOut("user name");
  if (losesVerification(draft)) findings.leaveOut(VERIFICATION_LEFT_OUT);
}

/** Of the import calls only that of a social login says that its address is verified. */
function losesVerification({ emails, thirdParty }: UserDraft): boolean {
  const email = emails[0];
  if (email?.isVerified !== true) return false;
  if (thirdParty.length === 0) return true;
  const address = email.value.toLowerCase();
  return !thirdParty.some((login) => login.isVerified && login.email.toLowerCase() === address);
}

/** A user that `console.log` shows whole but for what lets somebody log in. Absent fields are not there at all. */
class ReadableUser implements NormalizedUser {
  declare readonly externalUserId: string;
  declare readonly email?: string;
  declare readonly emailVerified: boolean;
  declare readonly phoneNumber?: string;
  declare readonly passwordHash?: string;
  declare readonly hashingAlgorithm?: string;
  declare readonly source?: SourceName;
  declare readonly peppered?: boolean;
  declare readonly thirdParty: readonly ThirdPartyLogin[];
  declare readonly totp: readonly TotpEnrolment[];

  constructor({ emails, phoneNumbers, password, thirdParty, totp }: UserDraft, externalUserId: string) {
    const email = emails[0];
    const phoneNumber = phoneNumbers[0];
    this.externalUserId = externalUserId;
    if (email !== undefined) this.email = email.value;
    this.emailVerified = email?.isVerified ?? false;
    if (phoneNumber !== undefined) this.phoneNumber = phoneNumber.value;
    if (password !== undefined) {
      const { passwordHash, hashingAlgorithm, source, peppered } = password;
      if (passwordHash !== undefined) this.passwordHash = passwordHash;
      if (hashingAlgorithm !== undefined) this.hashingAlgorithm = hashingAlgorithm;
      if (source !== undefined) this.source = source;
      if (peppered !== undefined) this.peppered = peppered;
    }
    this.thirdParty = thirdParty;
    for (const enrolment of totp) describedAs(enrolment, describeEnrolment);
    this.totp = totp;
  }

  [INSPECT](): object {
    const { passwordHash } = this;
    return passwordHash === undefined ? { ...this } : { ...this, passwordHash: redacted(passwordHash) };
  }
}

/** The record as it was before it was sent from another thread: what tells secrets apart when it is shown is not sent. */
export function arrivedRecord(record: UserRecord): UserRecord {
  const { result, loginOnly } = record;
  if (result.ok) arrivedUser(result.value.user);
  if (loginOnly !== undefined) {
    arrivedUser(loginOnly.user);
    describedAs(loginOnly, describeUserOfHash);
  }
  return record;
}

function arrivedUser(user: NormalizedUser): void {
  // Result and `loginOnly` can have the same one.
  if (user instanceof ReadableUser) return;
  Object.setPrototypeOf(user, ReadableUser.prototype);
  for (const enrolment of user.totp) describedAs(enrolment, describeEnrolment);
}

function furtherOf({ emails, phoneNumbers, userName }: UserDraft): FurtherIdentifiers | undefined {
  if (emails.length < 2 && phoneNumbers.length < 2 && userName === undefined) return undefined;
  const further = { emails: emails.slice(1), phoneNumbers: phoneNumbers.slice(1) };
  return userName === undefined ? further : { ...further, userName };
}

function describeUserOfHash(loginOnly: LoginOnlyUser): object {
  return { ...loginOnly, hash: redacted(loginOnly.hash) };
}

function describeEnrolment(enrolment: TotpEnrolment): object {
  return { ...enrolment, secretKey: redacted(enrolment.secretKey) };
}
