import type { BulkEntry, BulkLogin, LoginContact } from "../../client/internal.js";
import { isSameAddress } from "../find-existing.js";
import { LATE_MS } from "../journal/recover.js";
import type { BulkRecord } from "./bulk-record.js";

/** By what the service is asked for a user: by the login that it has said to make. The ID of the old system may be another's there. */
export function askedId({ loginIds, user }: BulkRecord): string {
  return loginIds?.[0] ?? user.externalUserId;
}

/** Whether this import has made the account that was found by that ID. */
export function isMade({ logins }: { readonly logins: readonly LoginContact[] }, one: BulkRecord): boolean {
  return one.loginIds !== undefined || areSent(logins, one);
}

/** Whether an entry with the user's external ID is of this import. Its ID is that of the user's first login (`BulkImportUserUtils.java`). */
export function isEntryOf({ id, logins }: BulkEntry, one: BulkRecord): boolean {
  return one.loginIds?.includes(id) ?? areSent(logins, one);
}

/** Whether these are the logins that were sent, and no others. */
function areSent(logins: readonly LoginContact[], { user, sentUntil = Number.POSITIVE_INFINITY }: BulkRecord): boolean {
  const { loginMethods } = user;
  const latest = sentUntil + LATE_MS;
  return (
    logins.length === loginMethods.length &&
    loginMethods.every((sent) => logins.some((login) => isSent(login, sent, latest)))
  );
}

function isSent(shown: LoginContact, sent: BulkLogin, latest: number): boolean {
  const { timeJoined } = shown;
  const { timeJoinedInMSSinceEpoch: joined } = sent;
  // Without a time in the export the service takes that of the call.
  if (timeJoined !== undefined && (joined === undefined ? timeJoined > latest : timeJoined !== joined)) return false;
  return isSameLogin(shown, sent);
}

/** A provider may have changed the address of a social login. */
export function isSameLogin(shown: LoginContact, sent: BulkLogin): boolean {
  const { recipeId, email, phoneNumber, thirdParty } = shown;
  if (recipeId !== sent.recipeId) return false;
  if (sent.recipeId === "thirdparty") {
    return thirdParty?.id === sent.thirdPartyId && thirdParty.userId === sent.thirdPartyUserId;
  }
  const number = sent.recipeId === "passwordless" ? sent.phoneNumber : undefined;
  return isSameAddress(email, sent.email) && phoneNumber === number;
}
