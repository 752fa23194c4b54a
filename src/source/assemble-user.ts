import type { SourceName } from "../hash/index.js";
import { carryProof, withProof } from "../hash/internal.js";
import { isIdentifierText } from "../lib/identifier-text.js";
import { Discreet, describedAs, INSPECT, redacted, redactedFields } from "../lib/redact.js";
import { problem } from "../problems/user.js";
import { type Problem, type Result, success } from "../result.js";
import { type Findings, isFactorFault, isUnopenedFactor, type LoginOnlyHash } from "./fields/field.js";
import type { Password } from "./fields/read-password.js";
import type {
  Contact,
  FurtherIdentifiers,
  LikelyLogin,
  LoginOnlyUser,
  NormalizedUser,
  ReadUser,
  RejectedUser,
  ThirdPartyLogin,
  TotpEnrolment,
  UserOfFallback,
  UserRecord,
} from "./normalized-user.js";
import {
  choicesWithoutPassword,
  inPlaceOfPassword,
  type WithoutPasswordChoice,
  type WithoutPasswordUse,
} from "./without-password.js";

/**
 * What a source found of one user; undefined and empty where it found nothing sound.
 *
 * @experimental Custom sources are to be declared as the built-in ones are.
 */
export interface UserDraft {
  readonly externalUserId: string | undefined;
  /** The one that the user logs in with first. */
  readonly emails: readonly Contact[];
  /** E.164; the one that the user logs in with first. */
  readonly phoneNumbers: readonly Contact[];
  readonly userName?: string | undefined;
  /** Another form of it with which the system signs the same user in. */
  readonly otherUserName?: string | undefined;
  /** What `context.password` gave. */
  readonly password: Password | undefined;
  readonly thirdParty: readonly ThirdPartyLogin[];
  readonly totp: readonly TotpEnrolment[];
}

export interface AssembledUser {
  readonly result: Result<ReadUser>;
  readonly loginOnly?: LoginOnlyUser;
  /** Of such a user, where they have other logins than the password: the user with those. */
  readonly otherLogins?: Result<ReadUser>;
  readonly rejected?: RejectedUser;
  readonly likelyLogin?: LikelyLogin;
  readonly withoutPassword?: readonly WithoutPasswordChoice[];
}

interface AssemblyOptions {
  readonly lastLogin: () => number | undefined;
  /** Whether the password alone lets in whose second factor is not at hand. */
  readonly passwordAlone: boolean;
  readonly withoutPassword: WithoutPasswordUse;
}

/** Puts a user together by the rules of all exports. Refused users note identifiers too: a duplicate of one is a duplicate. */
export function assembleUser(read: UserDraft, findings: Findings, options: AssemblyOptions): AssembledUser {
  const withoutPassword = choicesWithoutPassword(read, findings);
  const instead = inPlaceOfPassword(read, findings, withoutPassword, options.withoutPassword);
  const draft = typeof instead === "object" ? { ...read, ...instead } : read;
  const assembled = assemble(draft, instead === "code", findings, options);
  return withoutPassword.length === 0 ? assembled : { ...assembled, withoutPassword };
}

function assemble(draft: UserDraft, hasCode: boolean, findings: Findings, options: AssemblyOptions): AssembledUser {
  const { externalUserId, phoneNumbers, password } = draft;
  noteIdentifiers(draft, findings);
  findings.judgeUnreadNumbers(!hasCode && !hasLoginBeside(draft, findings));
  requireAddress(draft, findings);
  // Beside one that is carried, no password lets in alone.
  const unopened = unopenedFactor(draft, findings, options);
  if (findings.loginOnlyHash !== undefined) {
    findings.holdForFallback();
    if (unopened !== undefined) findings.problems.push(unopened);
  }
  const hasOtherLogin = phoneNumbers.length > 0 || draft.thirdParty.length > 0;
  if (!hasOtherLogin) findings.refuseWithoutPassword();
  const hasLogin = password !== undefined || hasOtherLogin || hasCode;
  if (!hasLogin && findings.problems.length === 0) {
    findings.problems.push(problem("user/no-credential", "the user has no password, phone number or social login"));
    const likely = { likelyLogin: likelyLogin(draft, findings) };
    const result = findings.refused();
    if (externalUserId === undefined) return { result, ...likely };
    const user = new ReadableUser(draft, externalUserId);
    return { result, ...likely, rejected: rejectedUser(user, undefined, draft, findings, options) };
  }
  if (externalUserId === undefined) return { result: findings.refused() };
  const proof = findings.proofOf(password);
  const whole = new ReadableUser(draft, externalUserId);
  const user = proof === undefined ? whole : withProof(whole, proof);
  const result = findings.resultOf(user, furtherOf(draft));
  if (result.ok) {
    discreet(result.value);
    return { result };
  }
  const own = password === undefined ? whole : new ReadableUser({ ...draft, password: undefined }, externalUserId);
  if (findings.isSoundForFallback) return { result, ...loginOnlyOf(own, draft, findings, options) };
  const hash = unopened !== undefined ? undefined : (findings.loginOnlyHash ?? hashOf(password));
  return { result, rejected: rejectedUser(own, hash, draft, findings, options) };
}

const AT_LOGIN = "at login the password alone would let them in";
const FACTOR = { field: "totp" };
const LOST_FACTOR = /* @__PURE__ */ problem(
  "user/second-factor-at-login",
  `the user's second factor is not in the export, and ${AT_LOGIN}`,
  FACTOR,
);
const SEALED_FACTOR = /* @__PURE__ */ problem(
  "user/second-factor-encrypted-at-login",
  `the user's second factor is encrypted and no key was given, and ${AT_LOGIN}`,
  FACTOR,
);

/** Why no password may let the user in alone. */
function unopenedFactor(
  { totp }: UserDraft,
  { warnings }: Findings,
  { passwordAlone }: AssemblyOptions,
): Problem | undefined {
  if (totp.length > 0 || passwordAlone || !warnings.some(isUnopenedFactor)) return undefined;
  return warnings.some(({ code }) => code === "user/second-factor-encrypted") ? SEALED_FACTOR : LOST_FACTOR;
}

/** Whether the user can log in by anything that was read, at the service or at the fallback. */
function hasLoginBeside(draft: UserDraft, { loginOnlyHash }: Findings): boolean {
  const { emails, phoneNumbers, thirdParty, password } = draft;
  const isNamed = emails.length > 0 || userNameOf(draft) !== undefined;
  return phoneNumbers.length + thirdParty.length > 0 || (isNamed && (loginOnlyHash ?? hashOf(password)) !== undefined);
}

/** The import names users with a password by address; the fallback finds them by anything they log in with. */
function requireAddress(draft: UserDraft, findings: Findings): void {
  const { emails, phoneNumbers, userName = "", password } = draft;
  const hash = findings.loginOnlyHash ?? hashOf(password);
  if (hash === undefined || emails.length > 0 || isEmailRefused(findings)) return;
  const isFound = phoneNumbers.length > 0 || userNameOf(draft) !== undefined;
  const missing =
    isFound || userName === ""
      ? problem("user/email-missing", "the user has a password but no e-mail address", { field: "email" })
      : problem("user/field-wrong-type", "the user name is not text that can be typed, and there is no e-mail address");
  if (isFound && password === undefined) findings.refuseImport(missing);
  else if (isFound) findings.leaveToFallback(hash, [missing]);
  else findings.problems.push(missing);
}

/** A hash that could be imported. One over a pepper could not, so this one is over none. */
function hashOf(password: Password | undefined): LoginOnlyHash | undefined {
  const { passwordHash, source } = password ?? {};
  if (passwordHash === undefined) return undefined;
  return { hash: passwordHash, ...(source === undefined ? {} : { source }), peppered: false };
}

function isEmailRefused({ problems }: Findings): boolean {
  return problems.some(({ field, code }) => field === "email" || code === "user/email-malformed");
}

/** The fields that a record has beside its logins tell how its user logs in. */
function likelyLogin({ emails, userName }: UserDraft, findings: Findings): LikelyLogin {
  if (findings.hasLeftOut(/passkey|webauthn/i)) return "passkey";
  if (findings.hasLeftOut(/^federationLink$|^login of a directory|^saml|_saml|\bsaml/i)) return "directory";
  if (emails.length > 0) return "email";
  if (findings.hasLeftOut(/^unverified phone number$/)) return "unverified-phone";
  return userName === undefined ? "none" : "user-name";
}

/** What is left of a user whose only fault is that their password is not imported. */
function loginOnlyOf(
  user: NormalizedUser,
  draft: UserDraft,
  findings: Findings,
  options: AssemblyOptions,
): Omit<AssembledUser, "result"> {
  const hash = findings.loginOnlyHash as LoginOnlyHash;
  const loginOnly = describedAs({ ...ofFallback(user, draft, findings, options), ...hash }, describeUserOfHash);
  if (user.phoneNumber === undefined && user.thirdParty.length === 0) return { loginOnly };
  const { metadata, ...read } = findings.readOf(user, furtherOf(draft));
  const warning = problem("user/password-at-login", "the password is left to the fallback at login", {
    field: "passwordHash",
  });
  const withMetadata = metadata === undefined ? read : { ...read, metadata };
  return { loginOnly, otherLogins: success(discreet(withMetadata), [warning, ...findings.warnings.all()]) };
}

/** What the fallback has to know of a refused user: with their hash where only a mark keeps them out. */
function rejectedUser(
  user: NormalizedUser,
  hash: LoginOnlyHash | undefined,
  draft: UserDraft,
  findings: Findings,
  options: AssemblyOptions,
): RejectedUser {
  const { standing, isSound } = findings.standing;
  const known = standing === "disabled" && isSound ? hash : undefined;
  const has = hasOwnPassword(draft, findings) ? { hasPassword: true as const } : {};
  const isLacking = unopenedFactor(draft, findings, options) !== undefined || findings.problems.some(isFactorFault);
  const lacks = isLacking ? { lacksSecondFactor: true as const } : {};
  const rejected = { ...ofFallback(user, draft, findings, options), ...known, standing, ...has, ...lacks };
  return describedAs(rejected, describeUserOfHash);
}

/** Not one that they have still to choose. */
function hasOwnPassword({ password }: UserDraft, { loginOnlyHash }: Findings): boolean {
  return loginOnlyHash !== undefined || (password !== undefined && password.needsNewPassword !== true);
}

function ofFallback(
  user: NormalizedUser,
  draft: UserDraft,
  findings: Findings,
  { lastLogin: lastLoginOf }: AssemblyOptions,
): UserOfFallback {
  const further = furtherOf(draft);
  const { metadata, changes, notCarried, profile } = findings.readOf(user, further);
  const lastLogin = lastLoginOf();
  const warnings = findings.warnings.all();
  const lost = notCarried?.filter((name) => name !== VERIFICATION_LEFT_OUT && name !== USER_NAME);
  return {
    user,
    ...(lastLogin === undefined ? {} : { lastLogin }),
    ...(further === undefined ? {} : { further }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(changes.length === 0 ? {} : { changes }),
    ...(lost === undefined || lost.length === 0 ? {} : { notCarried: lost }),
    ...(profile === undefined ? {} : { profile }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

/** The fallback's file has it. */
const USER_NAME = "user name";

/** In `notCarried`, where only a call beside those of the interface can say it. */
export const VERIFICATION_LEFT_OUT = "verification of the e-mail address";

function noteIdentifiers(draft: UserDraft, findings: Findings): void {
  const { externalUserId, emails, phoneNumbers, userName } = draft;
  const email = emails[0];
  const phoneNumber = phoneNumbers[0];
  if (email !== undefined) findings.identify("email", email.value.toLowerCase());
  if (phoneNumber !== undefined) findings.identify("phone", phoneNumber.value);
  if (externalUserId !== undefined) findings.identify("id", externalUserId);
  for (const { email: address } of draft.thirdParty) {
    if (address.toLowerCase() !== email?.value.toLowerCase()) findings.identify("login-email", address.toLowerCase());
  }
  if (emails.length > 1) findings.leaveOut("further e-mail addresses");
  if (phoneNumbers.length > 1) findings.leaveOut("further phone numbers");
  if (userName !== undefined) findings.leaveOut(USER_NAME);
  if (losesVerification(draft)) findings.leaveOut(VERIFICATION_LEFT_OUT);
  if (isForPhoneAlone(email, phoneNumber)) findings.leaveOut("unverified e-mail address, for one-time codes");
}

/** The owner of a mailbox that anyone may have typed would get the account of the phone. */
function isForPhoneAlone(email: Contact | undefined, phoneNumber: Contact | undefined): boolean {
  return phoneNumber !== undefined && email?.isVerified === false;
}

/** Of the import calls only that of a social login says that its address is verified. */
function losesVerification({ emails, thirdParty }: UserDraft): boolean {
  const email = emails[0];
  if (email?.isVerified !== true) return false;
  if (thirdParty.length === 0) return true;
  const address = email.value.toLowerCase();
  return !thirdParty.some((login) => login.isVerified && login.email.toLowerCase() === address);
}

/** A user that `console.log` shows without what would let someone log in. Absent fields are left out. */
class ReadableUser extends Discreet implements NormalizedUser {
  declare readonly externalUserId: string;
  declare readonly email?: string;
  declare readonly emailVerified: boolean;
  declare readonly phoneNumber?: string;
  declare readonly passwordHash?: string;
  declare readonly hashingAlgorithm?: string;
  declare readonly source?: SourceName;
  declare readonly peppered?: boolean;
  declare readonly needsNewPassword?: true;
  declare readonly codesToPhoneAlone?: true;
  declare readonly thirdParty: readonly ThirdPartyLogin[];
  declare readonly totp: readonly TotpEnrolment[];

  constructor({ emails, phoneNumbers, password, thirdParty, totp }: UserDraft, externalUserId: string) {
    super();
    const email = emails[0];
    const phoneNumber = phoneNumbers[0];
    this.externalUserId = externalUserId;
    if (email !== undefined) this.email = email.value;
    this.emailVerified = email?.isVerified ?? false;
    if (phoneNumber !== undefined) this.phoneNumber = phoneNumber.value;
    if (isForPhoneAlone(email, phoneNumber)) this.codesToPhoneAlone = true;
    if (password !== undefined) {
      const { passwordHash, hashingAlgorithm, source, peppered, needsNewPassword } = password;
      if (passwordHash !== undefined) this.passwordHash = passwordHash;
      if (hashingAlgorithm !== undefined) this.hashingAlgorithm = hashingAlgorithm;
      if (source !== undefined) this.source = source;
      if (peppered !== undefined) this.peppered = peppered;
      if (needsNewPassword !== undefined) this.needsNewPassword = needsNewPassword;
    }
    this.thirdParty = thirdParty;
    describeEnrolments(totp);
    this.totp = totp;
  }

  shown(): object {
    const { passwordHash } = this;
    return passwordHash === undefined ? { ...this } : { ...this, passwordHash: redacted(passwordHash) };
  }
}

/** The record, whose user has an address, with that for each social login that has another, and with the warning. */
export function withOwnAddresses(record: UserRecord, warning: Problem): UserRecord {
  return changed(record, warning, ({ user }) => ({ user: withOwnAddress(user) }));
}

/** The record without the user name, which is another user's. */
export function withoutName(record: UserRecord, warning: Problem): UserRecord {
  return changed(record, warning, ({ user, further: { emails, phoneNumbers } = NO_FURTHER }) => {
    return { user, further: { emails, phoneNumbers } };
  });
}

const NO_FURTHER: FurtherIdentifiers = { emails: [], phoneNumbers: [] };

type Known = Pick<UserOfFallback, "user" | "further">;

/** A user whom the fallback no longer finds by anything is not left to it. */
function changed(
  { result, loginOnly, rejected, ...rest }: UserRecord,
  warning: Problem,
  change: (known: Known) => Known,
): UserRecord {
  const of = <T extends Known>(known: T): T => ({ ...known, ...change(known) });
  const ofFallback = <T extends UserOfFallback>(known: T): T => {
    return { ...of(known), warnings: [...(known.warnings ?? []), warning] };
  };
  return arrivedRecord({
    ...rest,
    result: result.ok ? success(of(result.value), [...result.warnings, warning]) : result,
    ...(loginOnly !== undefined && isFound(change(loginOnly)) ? { loginOnly: ofFallback(loginOnly) } : {}),
    ...(rejected === undefined ? {} : { rejected: ofFallback(rejected) }),
  });
}

const isFound = ({ user: { email, phoneNumber }, further }: Known): boolean =>
  (email ?? phoneNumber ?? further?.userName) !== undefined;

function withOwnAddress(user: NormalizedUser): NormalizedUser {
  const { email, emailVerified: isVerified } = user;
  if (email === undefined) return user;
  const thirdParty = user.thirdParty.map((login) =>
    login.email.toLowerCase() === email.toLowerCase() ? login : { ...login, email, isVerified },
  );
  return carryProof(user, { ...user, thirdParty });
}

/** A copied record, or one sent from another thread, as it was: what tells secrets apart when it is shown is not copied. */
export function arrivedRecord(record: UserRecord): UserRecord {
  const { result } = record;
  if (result.ok) {
    arrivedUser(result.value.user);
    discreet(result.value);
  }
  for (const known of [record.loginOnly, record.rejected]) {
    if (known === undefined) continue;
    arrivedUser(known.user);
    describedAs(known, describeUserOfHash);
  }
  return record;
}

function arrivedUser(user: NormalizedUser): void {
  // Result and `loginOnly` can have the same one.
  if (user instanceof ReadableUser) return;
  Object.setPrototypeOf(user, ReadableUser.prototype);
  describeEnrolments(user.totp);
}

/** A record can have two users, with the password and without, that share their second factors. */
function describeEnrolments(totp: readonly TotpEnrolment[]): void {
  for (const enrolment of totp) {
    if (!Object.hasOwn(enrolment, INSPECT)) describedAs(enrolment, describeEnrolment);
  }
}

/** One that no one can type at a login finds no user. */
function userNameOf({ userName = "" }: UserDraft): string | undefined {
  return isIdentifierText(userName) ? userName : undefined;
}

function furtherOf(draft: UserDraft): FurtherIdentifiers | undefined {
  const { emails, phoneNumbers, otherUserName } = draft;
  const userName = userNameOf(draft);
  if (emails.length < 2 && phoneNumbers.length < 2 && userName === undefined) return undefined;
  const further = { emails: emails.slice(1), phoneNumbers: phoneNumbers.slice(1) };
  if (userName === undefined) return further;
  return { ...further, userName, ...(otherUserName === undefined ? {} : { otherUserName }) };
}

function describeUserOfHash(known: UserOfFallback): object {
  const { hash } = known;
  return hash === undefined ? describeRead(known) : { ...describeRead(known), hash: redacted(hash) };
}

/** Most users are read without their profile, and hold nothing that their own description does not hide. */
function discreet(read: ReadUser): ReadUser {
  return read.metadata === undefined ? read : describedAs(read, describeRead);
}

/** A profile's fields are the old system's or an application's own: what is in them can be a secret. */
function describeRead<T extends Pick<ReadUser, "metadata">>(read: T): T | object {
  const { metadata } = read;
  return metadata === undefined ? { ...read } : { ...read, metadata: redactedFields(metadata) };
}

function describeEnrolment(enrolment: TotpEnrolment): object {
  return { ...enrolment, secretKey: redacted(enrolment.secretKey) };
}
