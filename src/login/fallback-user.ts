import { SOURCE_NAMES, type SourceName } from "../hash/index.js";
import { defined } from "../lib/defined.js";
import { isIdentifierText } from "../lib/identifier-text.js";
import { parsedJson } from "../lib/json-text.js";
import { describedAs, isRedacted, redacted } from "../lib/redact.js";
import { requireArgument } from "../lib/require-argument.js";
import { requireNamesBeside } from "../lib/require-names.js";
import { refuse } from "../problems/login.js";
import { type Failure, type Result, requireText, success } from "../result.js";
import type { FurtherIdentifiers, NormalizedUser, ThirdPartyLogin, TotpEnrolment } from "../source/index.js";
import type { RejectedUser, UserOfFallback } from "../source/internal.js";
import type { LegacyUser } from "./login-fallback-options.js";

/**
 * A user whom the old system knows and the new service does not, as `credport check --fallback` writes one on each line. Its JSON
 * Schema is `credport/schemas/fallback-user.schema.json`.
 */
export interface FallbackUser {
  /** ID in the source system. */
  readonly externalUserId: string;
  /**
   * What the user may type to log in, at least one: e-mail address, phone number, user name. Of one that
   * several users have, the password tells whose login it is.
   */
  readonly identifiers: readonly string[];
  /** Of the account that a sign-up makes. */
  readonly email?: string;
  readonly emailVerified?: boolean;
  /** Of the identifiers: other addresses that the old system has verified. An address that is a user name alone is not one. */
  readonly furtherEmails?: readonly string[];
  /**
   * As the export has it, put together where it is in parts. A secret. Absent where the user can't log in with it: it
   * is damaged, or their second factor is not at hand. No other person may sign up with their identifiers.
   */
  readonly passwordHash?: string;
  /** The old system has disabled the user: they are neither let in nor imported. */
  readonly disabled?: boolean;
  /** A forgotten password makes no account: it would be without the second factor that the old system asks for. */
  readonly noReset?: true;
  /** The system that the hash comes from, where it is known. */
  readonly source?: SourceName;
  /** Whether that system mixes a site-wide secret into each password, where it was said. */
  readonly peppered?: boolean;
  /** The old system has the user replace their password at their next login. */
  readonly mustReset?: true;
  /** Under which name the program that runs the fallback finds that secret; never the secret itself. */
  readonly pepper?: string;
  /** When the user last logged in, where the export says it: a date and time in UTC, as `2026-05-01T12:00:00.000Z`. */
  readonly lastLogin?: string;
  /** E.164 with its `+`. */
  readonly phoneNumber?: string;
  /** Social logins, for the account that a sign-up makes. */
  readonly thirdParty?: readonly ThirdPartyLogin[];
  /** Second factors that the user finished enrolling: without them a sign-up would leave the password alone. Secrets. */
  readonly totp?: readonly TotpEnrolment[];
}

/** What the export does not say. */
export interface FormatFallbackOptions {
  /** Name of the pepper: an environment variable's, in capitals. */
  readonly pepper?: string | undefined;
}

/** An environment variable: a pepper itself hardly ever looks like one. */
const PEPPER_NAME = /^[A-Z][A-Z0-9_]{0,63}$/;
const MOST_IDENTIFIERS = 100;

/** Whether a text can be the name of a pepper: an environment variable, in capitals. */
export function isPepperName(text: string): boolean {
  return PEPPER_NAME.test(text);
}

/** A user for the fallback's file: what reading an export gives as `loginOnly` or `rejected`. */
export type WritableFallbackUser = UserOfFallback &
  Partial<Pick<RejectedUser, "standing" | "shared" | "lacksSecondFactor">>;

/**
 * Whether a user can be in the fallback's file: the old system has an account of theirs, and something by which it is
 * found.
 */
export function isFallbackUser(known: WritableFallbackUser): boolean {
  return known.standing !== "unknown" && fallbackIdentifiers(known).length > 0;
}

/**
 * One line of the fallback's file, without its line end. It holds the hash: keep it as you keep the export.
 *
 * @param known What reading an export gives of a user who is not imported; one for whom `isFallbackUser` holds.
 * @param options Name of the pepper, for a system that has one. Throws a `TypeError` where it is not such a name.
 *
 * @example
 * ```ts
 * import { formatFallbackUser } from "credport/login";
 *
 * const user = { externalUserId: "7", email: "a@example.com", emailVerified: true, thirdParty: [], totp: [] };
 * const line = formatFallbackUser({ user, hash: "$P$BDuSaPV1jdXBGAmPUvP1Tfx8NUNxYl/", source: "wordpress" });
 * JSON.parse(line).identifiers; // => ["a@example.com"]
 * ```
 */
export function formatFallbackUser(known: WritableFallbackUser, options: FormatFallbackOptions = {}): string {
  requireNamesBeside("formatFallbackUser", options, ["pepper"]);
  requireArgument("known", known, "object", { user: "object" });
  requireArgument("known.user", known.user, "object", { externalUserId: "string", thirdParty: "array", totp: "array" });
  const { pepper } = options;
  if (pepper !== undefined && !isPepperName(pepper)) throw new TypeError("pepper is not a name in capitals");
  const { user, hash, source, peppered, mustReset, lastLogin, standing, lacksSecondFactor } = known;
  const { externalUserId, email, emailVerified } = user;
  const named = peppered === false ? undefined : pepper;
  const identifiers = fallbackIdentifiers(known);
  const furtherEmails = verifiedOf(known.further?.emails).filter((one) => one !== email && identifiers.includes(one));
  const ofHash = { passwordHash: hash, source, peppered, mustReset, pepper: named };
  return JSON.stringify({
    externalUserId,
    identifiers,
    ...(email === undefined ? {} : { email, emailVerified }),
    furtherEmails: furtherEmails.length === 0 ? undefined : furtherEmails,
    ...(hash === undefined ? {} : ofHash),
    disabled: standing === "disabled" ? true : undefined,
    // To an address that was never confirmed the factor proves nothing: who reads its mail has not enrolled it.
    noReset: lacksSecondFactor === true && emailVerified ? true : undefined,
    lastLogin: lastLogin === undefined ? undefined : new Date(lastLogin).toISOString(),
    ...otherLoginsOf(user),
  });
}

/** What the user is found by: their own addresses, numbers and names that no other record has, and that can be typed. */
export function fallbackIdentifiers({ user, further, shared = [] }: WritableFallbackUser): readonly string[] {
  const { email, phoneNumber } = user;
  const own = [email, phoneNumber].filter((identifier) => identifier !== undefined);
  // Addresses of other records are compared in lower case.
  const isOwn = (identifier: string) => !shared.includes(identifier) && !shared.includes(identifier.toLowerCase());
  const all = [...new Set([...own, ...furtherOf(further)])];
  return all.filter((one) => isIdentifierText(one) && isOwn(one)).slice(0, MOST_IDENTIFIERS);
}

/** What else the account has that a sign-up makes. */
function otherLoginsOf({ phoneNumber, thirdParty, totp }: NormalizedUser) {
  return {
    phoneNumber,
    thirdParty: thirdParty.length === 0 ? undefined : thirdParty,
    // Copies, without what hides the secrets of the originals from JSON: this file is where they go.
    totp: totp.length === 0 ? undefined : totp.map((enrolment) => ({ ...enrolment })),
  };
}

/** An address that is not verified may be another user's. */
function furtherOf(further: FurtherIdentifiers | undefined): readonly string[] {
  if (further === undefined) return [];
  const { emails, phoneNumbers, userName, otherUserName } = further;
  const verified = verifiedOf([...emails, ...phoneNumbers]);
  return [...verified, userName, otherUserName].filter((one) => one !== undefined);
}

function verifiedOf(all: FurtherIdentifiers["emails"] = []): readonly string[] {
  return all.filter(({ isVerified }) => isVerified).map(({ value }) => value);
}

type FieldTest = (value: unknown) => boolean;

const isText: FieldTest = (value) => typeof value === "string" && value !== "";
/** What a log shows in place of a hash is not one: a store that was written as JSON would lock its users out. */
const isHash: FieldTest = (value) => isText(value) && !isRedacted(value as string);
const isFlag: FieldTest = (value) => typeof value === "boolean";
const isMoment: FieldTest = (value) =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/.test(value) &&
  !Number.isNaN(Date.parse(value));
const isIdentifiers: FieldTest = (value) =>
  Array.isArray(value) && value.length > 0 && value.length <= MOST_IDENTIFIERS && value.every(isText);

const isListOf =
  (tests: Readonly<Record<string, FieldTest>>): FieldTest =>
  (value) =>
    Array.isArray(value) && value.every((item) => typeof item === "object" && item !== null && fits(item, tests));

function fits(item: Readonly<Record<string, unknown>>, tests: Readonly<Record<string, FieldTest>>): boolean {
  const hasOthers = Object.keys(item).some((key) => !Object.hasOwn(tests, key));
  return !hasOthers && Object.entries(tests).every(([name, test]) => test(item[name]));
}

const isWholeNumber: FieldTest = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isBase32: FieldTest = (value) => typeof value === "string" && /^[A-Z2-7]+$/.test(value);
const isTextOrNothing: FieldTest = (value) => value === undefined || isText(value);
const isThirdParty = isListOf({
  thirdPartyId: isText,
  thirdPartyUserId: isText,
  email: isText,
  isVerified: isFlag,
});
const isTotp = isListOf({
  secretKey: isBase32,
  period: isWholeNumber,
  skew: isWholeNumber,
  deviceName: isTextOrNothing,
});

/** Each field: whether it has to be there, and what it may hold. */
const FIELDS: Readonly<Record<keyof FallbackUser, readonly ["required" | "optional", string, FieldTest]>> = {
  externalUserId: ["required", "a text", isText],
  identifiers: ["required", `a list of 1 to ${MOST_IDENTIFIERS} texts`, isIdentifiers],
  email: ["optional", "a text", isText],
  emailVerified: ["optional", "true or false", isFlag],
  furtherEmails: ["optional", `a list of 1 to ${MOST_IDENTIFIERS} texts`, isIdentifiers],
  passwordHash: ["optional", "a text", isHash],
  disabled: ["optional", "true or false", isFlag],
  noReset: ["optional", "true", (value) => value === true],
  source: ["optional", "the name of a system", (value) => SOURCE_NAMES.some((name) => name === value)],
  peppered: ["optional", "true or false", isFlag],
  mustReset: ["optional", "true", (value) => value === true],
  pepper: ["optional", "a name in capitals", (value) => typeof value === "string" && isPepperName(value)],
  lastLogin: ["optional", "a date and time in UTC", isMoment],
  phoneNumber: ["optional", "a text", isText],
  thirdParty: ["optional", "a list of social logins", isThirdParty],
  totp: ["optional", "a list of second factors", isTotp],
};

/**
 * Reads one line of the fallback's file.
 *
 * @param line JSON, as `formatFallbackUser` gives it.
 * @returns The user, whose description shows no hash; or `login/record-unusable` with the field that is wrong.
 * A field that the format does not have is refused: it is not known what was meant by it.
 *
 * @example
 * ```ts
 * import { parseFallbackUser } from "credport/login";
 *
 * const line = '{"externalUserId":"7","identifiers":["a@example.com"],"passwordHash":"$P$B","pepper":"s3cret"}';
 * const read = parseFallbackUser(line);
 * read.ok ? read.value.externalUserId : read.problems[0].message; // => "pepper is not a name in capitals"
 * ```
 */
export function parseFallbackUser(line: string): Result<FallbackUser> {
  requireText(line, "line");
  const value = parsedJson(line);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return notOfFile("the line is not a JSON object");
  }
  const found = wrongField(value as Readonly<Record<string, unknown>>);
  if (found !== undefined) return found;
  const user = { ...(value as FallbackUser) };
  return success(describedAs(user, () => ({ ...user, ...hiddenSecrets(user) })));
}

type SecretsOfUser = {
  readonly passwordHash?: string | null | undefined;
  readonly totp?: unknown;
};

/** A user's secrets as their description shows them. */
function hiddenSecrets({ passwordHash, totp }: SecretsOfUser): Partial<SecretsOfUser> {
  return defined({
    passwordHash: typeof passwordHash === "string" ? redacted(passwordHash) : undefined,
    totp: Array.isArray(totp)
      ? totp.map((device: TotpEnrolment) => ({ ...device, secretKey: redacted(device.secretKey) }))
      : undefined,
  });
}

/** The user, whose secrets no log shows. */
export function discreetUser<User extends Pick<LegacyUser, "passwordHash" | "pepper">>(user: User): User {
  return describedAs(user, () => ({ ...user, ...hiddenSecrets(user), ...hiddenParts(user) }));
}

const PARTS = ["pepper", "signerKey", "salt"] as const;

function hiddenParts(user: Partial<Pick<LegacyUser, (typeof PARTS)[number]>>): object {
  const given = PARTS.flatMap((name) => (user[name] ? [[name, hiddenTexts(user[name])] as const] : []));
  return Object.fromEntries(given);
}

function hiddenTexts(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(hiddenTexts);
  if (typeof part !== "object" || part === null) return redacted(String(part));
  return Object.fromEntries(Object.entries(part).map(([name, text]) => [name, hiddenTexts(text)]));
}

function wrongField(value: Readonly<Record<string, unknown>>): Failure | undefined {
  for (const [field, [need, meant, isSound]] of Object.entries(FIELDS)) {
    if (!Object.hasOwn(value, field)) {
      if (need === "optional") continue;
      return notOfFile(`${field} is missing`, field);
    }
    if (!isSound(value[field])) return notOfFile(`${field} is not ${meant}`, field);
  }
  const other = Object.keys(value).find((name) => !Object.hasOwn(FIELDS, name));
  if (other === undefined) return undefined;
  const name = /^\w{1,40}$/.test(other) ? other : "(a name that is not plain text)";
  return notOfFile(`${name} is not a field of this format`, name);
}

function notOfFile(message: string, field?: string): Failure {
  const remedy = "Look at the line, or write the file again with credport check --fallback.";
  return refuse("login/record-unusable", message, defined({ field, remedy }));
}
