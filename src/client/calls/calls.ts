import { requireArgument } from "../../lib/require-argument.js";
import { meant } from "../../lib/require-names.js";
import { failure, type Problem, type Result } from "../../result.js";
import { resolveServiceProfile, type ServiceProfile, type ServiceProfileName } from "../../service/profile.js";
import type { CallOptions } from "../attempts/call-options.js";
import { checkNames } from "../fields/field-checks.js";
import type { RequestBody } from "../fields/request-body.js";
import type { Call } from "./call.js";
import { consumePasswordlessCode } from "./consume-passwordless-code.js";
import { createPasswordlessCode } from "./create-passwordless-code.js";
import { importPasswordHash } from "./import-password-hash.js";
import { importThirdPartyUser } from "./import-third-party-user.js";
import { importTotpDevice } from "./import-totp-device.js";
import { linkAccounts } from "./link-accounts.js";
import { makePrimaryUser } from "./make-primary-user.js";
import { updatePasswordlessUser } from "./update-passwordless-user.js";

/**
 * The calls of the interface by name: each is a method of the client, and can be a step of an import
 * plan. The comments here are those of the methods.
 *
 * Sources: specification 4.1 to 4.8 and section 5 for methods, paths and headers; the handlers of
 * supertokens-core 12.1.1 for scope and repetition.
 */
const TABLE = {
  /** 4.1: gives a user a TOTP device with a secret that exists already. */
  importTotpDevice,
  /** 4.2: creates a one-time code for an e-mail address or a phone number. */
  createPasswordlessCode,
  /** 4.3: consumes a code, which makes the passwordless user if there is none; `userId` is that user. */
  consumePasswordlessCode,
  /** 4.4: gives a passwordless user an e-mail address, a phone number or both. */
  updatePasswordlessUser,
  /** 4.5: makes a first-factor user one that others can be linked to. */
  makePrimaryUser,
  /** 4.6: links a user to a primary user. */
  linkAccounts,
  /**
   * 4.7: imports a user by e-mail address and password hash. An existing user's hash is overwritten:
   * never repeat it once users can change their passwords on the new side.
   */
  importPasswordHash,
  /** 4.8: imports a user of an external identity provider. */
  importThirdPartyUser,
} as const satisfies Readonly<Record<string, Call<never>>>;

/** Name of a call: its method of the client, and its row of `CALLS`. */
export type CallName = keyof typeof TABLE;

/** The request of each call. */
export type CallRequests = { readonly [Name in CallName]: Parameters<(typeof TABLE)[Name]["build"]>[0] };

/** What each call gives back where it succeeds. */
export type CallReplies = {
  readonly [Name in CallName]: Extract<ReturnType<(typeof TABLE)[Name]["read"]>, { readonly ok: true }>["value"];
};

export type CallMethod<Name extends CallName> = (
  request: CallRequests[Name],
  options?: CallOptions,
) => Promise<Result<CallReplies[Name]>>;

export type CallMethods = { readonly [Name in keyof typeof TABLE]: CallMethod<Name> };

export const CALLS: { readonly [Name in CallName]: Call<CallRequests[Name], CallReplies[Name]> } = TABLE;

/** In the order of the specification. */
export const CALL_NAMES = Object.keys(TABLE) as readonly CallName[];

/**
 * Whether a request may be sent again after an attempt that the service may
 * have carried out. A device without a name would become a second device.
 *
 * @param call The name of the call.
 * @param body What was sent.
 * @returns True where repeating changes nothing: docs/client.md says why for each call.
 */
export function mayBeRepeated(call: CallName, body: Readonly<Record<string, unknown>>): boolean {
  const { endpoint, mayBeRepeated: isHarmless } = CALLS[call];
  return isHarmless === undefined ? endpoint.repeating === "same" : isHarmless(body);
}

/**
 * What the client would refuse a request for, without sending it.
 *
 * @param call The name of the call.
 * @param request What the client's method of this name takes.
 * @param service The service that it is for.
 * @returns All that is wrong with it at once; nothing where it would be sent.
 *
 * @example
 * ```ts
 * import { checkRequest } from "credport/client";
 *
 * const problems = checkRequest("makePrimaryUser", { recipeUserId: "" });
 * problems.map(({ code, field }) => [code, field]); // => [["request/field-missing", "recipeUserId"]]
 * ```
 */
export function checkRequest<Name extends CallName>(
  call: Name,
  request: CallRequests[Name],
  service?: ServiceProfileName | ServiceProfile,
): readonly Problem[] {
  if (!CALL_NAMES.includes(call))
    throw new TypeError(`checkRequest has no call ${call}${meant(`${call}`, CALL_NAMES)}`);
  const body = bodyOf(call, request, resolveServiceProfile(service));
  return body.ok ? [] : body.problems;
}

/** The body of a request; or all that is wrong with it at once, a field among it that the call does not have. */
export function bodyOf<Name extends CallName>(
  call: Name,
  request: CallRequests[Name],
  service: ServiceProfile,
): Result<RequestBody> {
  requireArgument(`the request of ${call}`, request, "object");
  const { build, fields, comesAlong } = CALLS[call];
  const body = build(request, service);
  const [first, ...others] = checkNames(call, request, Object.keys(fields), comesAlong);
  return first === undefined ? body : failure(first, ...others, ...(body.ok ? [] : body.problems));
}

/**
 * Whether a user who can log in comes out of a call. Second factors and links need the ID of one.
 *
 * @param call The name of the call.
 */
export function makesLogin(call: CallName): boolean {
  return CALLS[call].login !== undefined;
}
