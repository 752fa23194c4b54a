import { defined } from "../../lib/defined.js";
import type { ServiceProfile } from "../../service/profile.js";
import type { NormalizedUser } from "../../source/index.js";
import { isReference } from "../check-plan.js";
import type { KeyedPrint } from "../journal/keyed-print.js";
import { addressOf, hasInCommon, printOf, type UserPrint } from "../journal/user-print.js";
import {
  CODE,
  CONTACT,
  CONTACT_CHANGE,
  ONE_TIME_CODE,
  type PlannedCall,
  planImport,
  withRedactedRequest,
} from "../plan.js";
import type { FirstUser } from "./first-import.js";

/** What is to be done for a user who was imported before. */
export interface PlannedChange {
  /** Nothing where they are as they were. */
  readonly plan: readonly PlannedCall[];
  /** The export has another password than before. */
  readonly hasNewPassword: boolean;
  /** What has changed and no call can carry, in words. */
  readonly notCarried: readonly string[];
  /** What a third export is compared with where nothing of this one is carried out. */
  readonly known: UserPrint;
  /** And once the plan is carried out. */
  readonly after: UserPrint;
}

/**
 * The calls by which a user of the service becomes what the second export has. A password is among them only
 * where the export itself has another one: the service's may be newer than an unchanged one. All name users by
 * the IDs that the first import got, so that no user is made twice.
 */
export function planChange(
  user: NormalizedUser,
  first: FirstUser,
  keyed: KeyedPrint,
  profile: ServiceProfile,
): PlannedChange {
  const was = first.print;
  const now = inPlaceOfNone(printOf(user, keyed), was, user);
  const ordered = {
    ...user,
    thirdParty: knownFirst(user.thirdParty, now.social ?? [], was.social ?? []),
    totp: knownFirst(user.totp, now.totp ?? [], was.totp ?? []),
  };
  const all = planImport(ordered, profile);
  const sent = doneBefore(was, now);
  const rest = all.filter(({ step }) => !sent.has(step)).map((planned) => withIds(planned, all, first));
  const plan = [...rest, ...contactChange(user, first, was, now)];
  return {
    plan,
    hasNewPassword: was.password !== undefined && now.password !== undefined && was.password !== now.password,
    notCarried: notCarried(was, now, plan.length > 0),
    known: withFirstSeen(was, now),
    after: printAfter(was, now, plan),
  };
}

/** A first address and a first mark are noted, though the service has neither: who has the ID later is compared with them. */
function withFirstSeen(was: UserPrint, now: UserPrint): UserPrint {
  const address = addressOf(was) ?? addressOf(now);
  const leftOut = addressOf(was) === undefined ? address : was.leftOut;
  const isMarked = now.verified !== undefined && addressOf(now) === address;
  return { ...was, ...defined({ leftOut, verified: was.verified ?? (isMarked ? "later" : undefined) }) };
}

/** What the service has, and not what the export has: of an address that is left out by now it has the earlier one. */
function printAfter(was: UserPrint, now: UserPrint, plan: readonly PlannedCall[]): UserPrint {
  const { leftOut: earlier, ...known } = withFirstSeen(was, now);
  const { email, leftOut, verified: _, ...others } = now;
  const isAddressSent = plan.some(
    ({ step, request }) => step === CODE || (step === CONTACT_CHANGE && "email" in request),
  );
  return { ...known, ...others, ...defined(isAddressSent ? { email, leftOut } : { leftOut: earlier }) };
}

/** A hash of no password replaces none: the service's is the user's own, or of none as well. */
function inPlaceOfNone(now: UserPrint, was: UserPrint, { needsNewPassword }: NormalizedUser): UserPrint {
  return needsNewPassword === true && was.password !== undefined ? { ...now, password: was.password } : now;
}

/** Those that were sent before, in the order of then: the rest is added after them, under names of its own. */
function knownFirst<T>(items: readonly T[], prints: readonly string[], before: readonly string[]): readonly T[] {
  const left = items.map((item, index) => ({ item, print: prints[index] }));
  const known = before.flatMap((print) => {
    const at = left.findIndex((each) => each.print === print);
    return at < 0 ? [] : left.splice(at, 1);
  });
  return [...known, ...left].map(({ item }) => item);
}

/** Steps of the whole plan that the first import has carried out. */
function doneBefore(was: UserPrint, now: UserPrint): ReadonlySet<string> {
  const done = new Set<string>();
  const social = was.social?.length ?? 0;
  for (let number = 1; number <= social; number++) {
    done.add(`social-login-${number}`).add(`link-social-login-${number}`);
  }
  for (let number = 1; number <= (was.totp?.length ?? 0); number++) done.add(`device-${number}`);
  if (was.password !== undefined && was.password === now.password) done.add("password");
  if (hadCode(was)) for (const step of CODE_STEPS) done.add(step);
  const logins = social + (was.password === undefined ? 0 : 1) + (hadCode(was) ? 1 : 0);
  if (logins > 1) done.add("primary");
  return done;
}

const CODE_STEPS = [CODE, ONE_TIME_CODE, CONTACT, "link-one-time-code"];

/** Whether the user got a login by one-time code. */
function hadCode({ phone, password, social }: UserPrint): boolean {
  return phone !== undefined || (password === undefined && social === undefined);
}

/** The ID of the first login, which the first import got, in the place of its step. */
function withIds(planned: PlannedCall, all: readonly PlannedCall[], { serviceUserId }: FirstUser): PlannedCall {
  const isLeft = (step: string): boolean => step === all.find(({ call }) => LOGINS.has(call))?.step;
  const request = Object.entries(planned.request);
  if (!request.some(([, value]) => isReference(value) && isLeft(value.from))) return planned;
  const filled = request.map(([field, value]) => [
    field,
    isReference(value) && isLeft(value.from) && value.value === "userId" ? serviceUserId : value,
  ]);
  return withRedactedRequest({ ...planned, request: Object.fromEntries(filled) } as PlannedCall);
}

const LOGINS: ReadonlySet<string> = new Set(["importPasswordHash", "importThirdPartyUser", "consumePasswordlessCode"]);

/** Another number of the same login; an address beside it, where it had none. */
function contactChange(
  { phoneNumber, email, codesToPhoneAlone }: NormalizedUser,
  { serviceUserId, codeUserId }: FirstUser,
  was: UserPrint,
  now: UserPrint,
): readonly PlannedCall[] {
  if (!hadCode(was)) return [];
  const isNewNumber = now.phone !== undefined && now.phone !== was.phone;
  const hadNone = was.email === undefined || was.leftOut !== undefined;
  const isNewAddress = hadNone && now.email !== undefined && codesToPhoneAlone !== true;
  if (!isNewNumber && !isNewAddress) return [];
  const request = {
    userId: codeUserId ?? serviceUserId,
    ...(isNewNumber ? { phoneNumber } : {}),
    ...(isNewAddress ? { email } : {}),
  };
  return [withRedactedRequest({ step: CONTACT_CHANGE, call: "updatePasswordlessUser", request } as PlannedCall)];
}

/**
 * Alone, a mark that is lost and another address in the place of one that was left out change nothing at the service. Beside another
 * change they say that the ID may be another person's by now.
 */
function notCarried(was: UserPrint, now: UserPrint, isMoreToSend: boolean): readonly string[] {
  const hasLost = (before: readonly string[] = [], after: readonly string[] = []): boolean =>
    before.some((print) => !after.includes(print));
  const [before, address] = [addressOf(was), addressOf(now)];
  const isOther = before !== undefined && before !== address;
  const isNew = before === undefined && address !== undefined;
  const faults: readonly (readonly [boolean, string])[] = [
    [isOther && (isMoreToSend || was.email !== undefined), "the e-mail address has changed"],
    [
      isMoreToSend && isNew && !hasInCommon(was, now),
      "the phone number has changed, and there is an e-mail address now",
    ],
    [
      isMoreToSend && was.verified !== undefined && now.verified === undefined,
      "the e-mail address is no longer verified",
    ],
    [was.phone !== undefined && now.phone === undefined, "the phone number is gone"],
    [was.password === undefined && now.password !== undefined, "there is a password now"],
    [was.password !== undefined && now.password === undefined, "the password is gone"],
    [hasLost(was.social, now.social), "a social login is gone"],
    [was.password === undefined && was.social === undefined && now.social !== undefined, "there is a social login now"],
    [hasLost(was.totp, now.totp), "a TOTP device is gone"],
  ];
  return faults.filter(([is]) => is).map(([, words]) => words);
}
