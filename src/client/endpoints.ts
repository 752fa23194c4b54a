/**
 * The eight calls of the interface as a table: what goes over the wire, and
 * what an operator has to know when an answer does not come back.
 *
 * Sources: specification 4.1 to 4.8 and section 5 for methods, paths and
 * headers; the handlers of supertokens-core 12.1.1 for scope and repetition.
 */

export type CallName =
  | "importTotpDevice"
  | "createPasswordlessCode"
  | "consumePasswordlessCode"
  | "updatePasswordlessUser"
  | "makePrimaryUser"
  | "linkAccounts"
  | "importPasswordHash"
  | "importThirdPartyUser";

/** One row of `ENDPOINTS`: method, path and what is known of a call. */
export interface Endpoint {
  /** Section of the specification. */
  readonly section: string;
  readonly method: "POST" | "PUT";
  readonly path: string;
  /** Headers beside those that every call has. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the tenant stands in the path prefix; application-wide calls are refused under a tenant. */
  readonly scope: "tenant" | "app";
  /**
   * What repeating an identical request does when the first one was carried out but its answer was
   * lost: `same` leaves the same end state, `refused` changes nothing but is answered with a refusal,
   * `second` makes a second thing.
   */
  readonly repeating: "same" | "refused" | "second";
  /** The state after a lost answer, for people. */
  readonly lostReply: string;
}

/** The request is repeated after an uncertain end only where that cannot do harm. */
export const ENDPOINTS: Readonly<Record<CallName, Endpoint>> = {
  importTotpDevice: {
    section: "4.1",
    method: "POST",
    path: "/recipe/totp/device/import",
    headers: {},
    scope: "app",
    repeating: "refused",
    lostReply: "The device exists, or does not; with a device name it can be repeated and found out.",
  },
  createPasswordlessCode: {
    section: "4.2",
    method: "POST",
    path: "/recipe/signinup/code",
    headers: {},
    scope: "tenant",
    repeating: "same",
    lostReply: "A code that nobody knows may exist; it expires by itself.",
  },
  consumePasswordlessCode: {
    section: "4.3",
    method: "POST",
    path: "/recipe/signinup/code/consume",
    headers: {},
    scope: "tenant",
    repeating: "refused",
    lostReply: "The code may be used up and the user made; begin again by creating a code.",
  },
  updatePasswordlessUser: {
    section: "4.4",
    method: "PUT",
    path: "/recipe/user",
    headers: { rid: "passwordless" },
    scope: "app",
    repeating: "same",
    lostReply: "The user has the new values, or the old ones.",
  },
  makePrimaryUser: {
    section: "4.5",
    method: "POST",
    path: "/recipe/accountlinking/user/primary",
    headers: {},
    scope: "app",
    repeating: "same",
    lostReply: "The user is primary, or is not yet.",
  },
  linkAccounts: {
    section: "4.6",
    method: "POST",
    path: "/recipe/accountlinking/user/link",
    headers: {},
    scope: "app",
    repeating: "same",
    lostReply: "The users are linked, or are not yet.",
  },
  importPasswordHash: {
    section: "4.7",
    method: "POST",
    path: "/recipe/user/passwordhash/import",
    headers: {},
    scope: "tenant",
    repeating: "same",
    lostReply: "The user exists with this hash, or does not exist yet.",
  },
  importThirdPartyUser: {
    section: "4.8",
    method: "POST",
    path: "/recipe/signinup",
    headers: {},
    scope: "tenant",
    repeating: "same",
    lostReply: "The user exists, or does not yet.",
  },
};

/**
 * Whether a request may be sent again after an attempt that the service may
 * have carried out. A device without a name would become a second device.
 *
 * @param call One of the eight calls.
 * @param body What was sent.
 * @returns True where repeating changes nothing: docs/client.md says why for each call.
 *
 * @example
 * ```ts
 * import { mayBeRepeated } from "credport/client";
 *
 * [mayBeRepeated("importTotpDevice", {}), mayBeRepeated("importTotpDevice", { deviceName: "phone" })]; // => [false, true]
 * ```
 */
export function mayBeRepeated(call: CallName, body: Readonly<Record<string, unknown>>): boolean {
  if (call === "importTotpDevice") return body.deviceName !== undefined;
  return ENDPOINTS[call].repeating === "same";
}
