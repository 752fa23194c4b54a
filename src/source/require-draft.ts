import { meant } from "../lib/require-names.js";
import { faultOfPeriod, faultOfSkew, isCanonicalBase32 } from "../secret/internal.js";
import type { UserDraft } from "./assemble-user.js";
import { contactsOf } from "./fields/contacts.js";
import { emailField, type Fields, type Findings, isFields, phoneField, userIdField } from "./fields/field.js";
import { socialLogin } from "./fields/social-login.js";
import type { Contact, Identifier, ThirdPartyLogin, TotpEnrolment } from "./normalized-user.js";
import type { RecordContext } from "./source.js";

/** What a value has to be, to be read after its name; undefined where it is. */
type Check = (value: unknown) => string | undefined;
type Checks<T> = { readonly [Name in keyof Required<T>]: Check };

const text: Check = (value) => (typeof value === "string" && value !== "" ? undefined : "must be a text");
const textOrNothing: Check = (value) =>
  value === undefined || typeof value === "string" ? undefined : "must be a text or undefined";
const flag: Check = (value) => (typeof value === "boolean" ? undefined : FLAG);

const FLAG = "must be true or false, as recordFields.flag and writtenFlag give it";
const SECRET = "must be base32 in capitals without padding: recordFields.secondFactor makes it of what the export has";
const PASSWORD = "must be what context.password(hash) gives, or undefined";

const CONTACT: Checks<Contact> = { value: text, isVerified: flag };

const LISTS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  emails: CONTACT,
  phoneNumbers: CONTACT,
  thirdParty: {
    ...{ thirdPartyId: text, thirdPartyUserId: text, email: text, isVerified: flag },
  } satisfies Checks<ThirdPartyLogin>,
  totp: {
    ...{ secretKey: (value) => (isCanonicalBase32(value) ? undefined : SECRET), deviceName: textOrNothing },
    ...{ period: faultOfPeriod, skew: faultOfSkew },
  } satisfies Checks<TotpEnrolment>,
} satisfies Partial<Record<keyof UserDraft, unknown>>;
const LIST_NAMES = Object.keys(LISTS);

const TEXTS = ["externalUserId", "userName", "otherUserName"] as const satisfies readonly (keyof UserDraft)[];
const NAMES: readonly string[] = [...TEXTS, ...LIST_NAMES, "password"];

/**
 * Throws for what is not a user by its form, and says what is: a bug of a source that the caller has written, by which a
 * text would be taken for true and a password for none.
 */
export function requireDraft(draft: unknown, findings: Findings): UserDraft {
  const fault = faultOf(draft, findings);
  if (fault === undefined) return draft as UserDraft;
  // Its own error would end the process.
  if (draft instanceof Promise) draft.catch(() => undefined);
  throw new TypeError(fault);
}

function faultOf(draft: unknown, findings: Findings): string | undefined {
  if (draft instanceof Promise) return "it is a promise: toUser can't be async";
  return isFields(draft) ? faultIn(draft, findings) : "it is not an object";
}

function faultIn(draft: Fields, findings: Findings): string | undefined {
  const unknown = unknownName(draft, NAMES);
  if (unknown !== undefined) return unknown;
  for (const name of TEXTS) {
    const fault = textOrNothing(draft[name]);
    if (fault !== undefined) return `${name} ${fault}`;
  }
  for (const name of LIST_NAMES) {
    const fault = faultInList(name, draft[name]);
    if (fault !== undefined) return fault;
  }
  const { password } = draft;
  return password === undefined || findings.hasRead(password) ? undefined : `password ${PASSWORD}`;
}

function faultInList(list: string, entries: unknown): string | undefined {
  if (!Array.isArray(entries)) return `${list} must be a list`;
  const checks = LISTS[list] as Readonly<Record<string, Check>>;
  for (let index = 0; index < entries.length; index++) {
    const fault = faultInEntry(entries[index], checks);
    if (fault !== undefined) return `${list}[${index}]${fault}`;
  }
  return undefined;
}

function faultInEntry(entry: unknown, checks: Readonly<Record<string, Check>>): string | undefined {
  if (!isFields(entry)) return " must be an object";
  for (const name in checks) {
    const fault = checks[name]?.(entry[name]);
    if (fault !== undefined) return `.${name} ${fault}`;
  }
  const unknown = unknownName(entry, Object.keys(checks));
  return unknown === undefined ? undefined : `.${unknown}`;
}

/** A misspelt one would say nothing. */
function unknownName(given: Fields, names: readonly string[]): string | undefined {
  for (const name in given) {
    if (names.includes(name) || given[name] === undefined) continue;
    return `${/^\w{1,40}$/.test(name) ? name : "a name"} is not a field of it${meant(name, names)}`;
  }
  return undefined;
}

/** The values by the rules of `recordFields`, where a source has taken them as they are in its record. */
export function withSoundValues(draft: UserDraft, context: RecordContext): UserDraft {
  const { findings } = context;
  const { externalUserId, emails, phoneNumbers, thirdParty } = draft;
  return {
    ...draft,
    ...(externalUserId === undefined
      ? {}
      : { externalUserId: userIdField({ externalUserId }, "externalUserId", findings) }),
    emails: emails.flatMap(({ value, isVerified }) =>
      contactsOf(emailField({ email: value }, "email", findings), isVerified),
    ),
    phoneNumbers: phoneNumbers.flatMap(({ value, isVerified }) =>
      contactsOf(phoneField({ phoneNumber: value }, "phoneNumber", findings), isVerified),
    ),
    thirdParty: thirdParty.flatMap((login) => soundLogin(login, context)),
  };
}

/** One that `recordFields.socialLogin` made is known by its IDs already. */
function soundLogin(login: ThirdPartyLogin, context: RecordContext): readonly ThirdPartyLogin[] {
  const { findings } = context;
  const { thirdPartyId: provider, thirdPartyUserId: userId, isVerified } = login;
  const isKnown = ({ kind, value }: Identifier) => kind === "third-party" && value === `${provider}\n${userId}`;
  if (findings.identifiers.some(isKnown)) return [login];
  const email = emailField({ email: login.email }, "email", findings);
  return socialLogin({ provider, isServiceName: true, userId, email, isVerified, field: "thirdParty" }, context);
}
