import type { CallName, CallRequests } from "../client/index.js";
import { chooseCodeContact, deviceNames, makesLogin } from "../client/internal.js";
import { carryProof } from "../hash/internal.js";
import { describedAs } from "../lib/redact.js";
import { requireArgument } from "../lib/require-argument.js";
import { resolveServiceProfile, type ServiceProfile, type ServiceProfileName } from "../service/profile.js";
import type { NormalizedUser } from "../source/index.js";

/** Stands for a value in a planned request that only the reply to an earlier call brings. */
export interface Reference {
  /** The step that brings it. */
  readonly from: string;
  readonly value: "userId" | "preAuthSessionId" | "linkCode";
}

/** The request of each call that a plan can hold. */
export type PlannableRequests = CallRequests;

/** A request in which a value that is not known yet is a reference. */
export type PlannedRequest<R> = { readonly [Field in keyof R]: R[Field] | Reference };

/** One call of a user's import. */
export type PlannedCall = {
  [Call in CallName]: {
    /** Names the call within the user's plan and in the journal; the same in every run. */
    readonly step: string;
    readonly call: Call;
    readonly request: PlannedRequest<PlannableRequests[Call]>;
  };
}[CallName];

/**
 * The calls that import one user, in the order that the interface demands: first the
 * login that second factors and other logins are attached to (password, else the first
 * social login, else the one-time code), then the other logins, then the links, then
 * the TOTP devices. Devices without a name of their own get one that is the same in
 * every run, so that a repeated import finds them again.
 *
 * @param user What `readExport` gives.
 * @param service The service that it is for: `default`, `supertokens`, or a profile.
 * @returns The calls; none where the user has nothing to log in with. The requests hold
 * the hash and the secrets; printing a planned call shows neither.
 * @see Specification sections 3 and 4, rules 3 to 6.
 *
 * @example
 * ```ts
 * import { planImport } from "credport/import";
 *
 * const user = {
 *   externalUserId: "u1",
 *   email: "a@example.com",
 *   emailVerified: true,
 *   phoneNumber: "+15555550100",
 *   thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "a@example.com", isVerified: true }],
 *   totp: [],
 * };
 * planImport(user, "default").map(({ step }) => step);
 * // => ["social-login-1", "code", "one-time-code", "contact", "primary", "link-one-time-code"]
 * ```
 */
export function planImport(user: NormalizedUser, service: ServiceProfileName | ServiceProfile): readonly PlannedCall[] {
  if (service === undefined) throw new TypeError("service must be given: default, supertokens, or a profile");
  requireUser(user);
  const logins = [...passwordLogin(user, resolveServiceProfile(service)), ...socialLogins(user), ...codeLogin(user)];
  const [first, ...others] = logins.filter(({ call }) => makesLogin(call)).map(({ step }) => step);
  if (first === undefined) return [];
  return [...logins, ...links(first, others), ...devices(user, first)].map(withRedactedRequest);
}

function requireUser(user: NormalizedUser): void {
  requireArgument("user", user, "object", { externalUserId: "string", thirdParty: "array", totp: "array" });
  for (const [at, login] of user.thirdParty.entries()) {
    requireArgument(`user.thirdParty[${at}]`, login, "object", { thirdPartyId: "string", thirdPartyUserId: "string" });
  }
  for (const [at, device] of user.totp.entries()) {
    requireArgument(`user.totp[${at}]`, device, "object", { secretKey: "string", period: "number", skew: "number" });
  }
}

/** Of the step that imports a password. */
export const PASSWORD = "password";
export const CODE = "code";
export const ONE_TIME_CODE = "one-time-code";
export const CONTACT = "contact";
/** Of a user of the first import. */
export const CONTACT_CHANGE = "contact-change";

function passwordLogin(user: NormalizedUser, { providerScryptAlgorithm }: ServiceProfile): readonly PlannedCall[] {
  const { email = "", passwordHash } = user;
  if (passwordHash === undefined) return [];
  const algorithm = passwordHash.startsWith("$f_scrypt$") ? { hashingAlgorithm: providerScryptAlgorithm } : {};
  const request = carryProof(user, { email, passwordHash, ...algorithm });
  return [{ step: PASSWORD, call: "importPasswordHash", request }];
}

function socialLogins({ thirdParty }: NormalizedUser): readonly PlannedCall[] {
  return thirdParty.map(({ thirdPartyId, thirdPartyUserId, email, isVerified }, index) => ({
    step: `social-login-${index + 1}`,
    call: "importThirdPartyUser",
    request: { thirdPartyId, thirdPartyUserId, email: { id: email, isVerified } },
  }));
}

/**
 * A one-time code goes to an e-mail address only where the user has no other login: consuming it takes
 * the address for verified. No export's reader lets such a user through; a program's own records may.
 */
function codeLogin(user: NormalizedUser): readonly PlannedCall[] {
  const { email, phoneNumber, passwordHash, thirdParty } = user;
  const isOnlyByEmail = passwordHash === undefined && thirdParty.length === 0 && email !== undefined;
  if (phoneNumber === undefined && !isOnlyByEmail) return [];
  const { contact, missing } = chooseCodeContact(user);
  const pair: readonly PlannedCall[] = [
    { step: CODE, call: "createPasswordlessCode", request: contact },
    {
      step: ONE_TIME_CODE,
      call: "consumePasswordlessCode",
      request: {
        preAuthSessionId: { from: CODE, value: "preAuthSessionId" },
        linkCode: { from: CODE, value: "linkCode" },
      },
    },
  ];
  if (missing === undefined) return pair;
  const userId: Reference = { from: ONE_TIME_CODE, value: "userId" };
  return [...pair, { step: CONTACT, call: "updatePasswordlessUser", request: { userId, ...missing } }];
}

function links(first: string, others: readonly string[]): readonly PlannedCall[] {
  if (others.length === 0) return [];
  const primaryUserId: Reference = { from: first, value: "userId" };
  return [
    { step: "primary", call: "makePrimaryUser", request: { recipeUserId: primaryUserId } },
    ...others.map(
      (other): PlannedCall => ({
        step: `link-${other}`,
        call: "linkAccounts",
        request: { primaryUserId, recipeUserId: { from: other, value: "userId" } },
      }),
    ),
  ];
}

function devices({ totp }: NormalizedUser, first: string): readonly PlannedCall[] {
  const names = deviceNames(totp.map(({ deviceName }) => deviceName));
  return totp.map(({ secretKey, skew, period }, index) => ({
    step: `device-${index + 1}`,
    call: "importTotpDevice",
    request: {
      userId: { from: first, value: "userId" },
      secretKey,
      skew,
      period,
      deviceName: names[index] as string,
    },
  }));
}

/** Printing it shows no hash and no secret. */
export function withRedactedRequest<T extends PlannedCall>(planned: T): T {
  return describedAs(planned, ({ step, call, request }) => ({ step, call, request: Object.keys(request) }));
}
