import { CALLS, type CallName } from "../calls/calls.js";
import type { ReplyBody } from "./reply.js";
import { LONGEST_ID } from "./service-text.js";

/** Finds the user's ID in a reply; undefined where the reply names no user. */
export type ExtractUserId = (body: ReplyBody, call: CallName) => string | undefined;

/**
 * Looks in the places where the service in the wild puts the ID (user object of supertokens-plugin-interface
 * 8.5.0). The interface itself shows no place.
 *
 * A consumed code is about the passwordless user, also when it is linked to another one already: its own ID comes
 * first. The other imports are about the user who owns second factors: the ID of the whole user comes first.
 *
 * @param body The reply's JSON object.
 * @param call The call that it answers.
 * @returns The ID, of at most 1024 characters, or undefined where none of the places has one.
 */
export function findUserId(body: ReplyBody, call: CallName): string | undefined {
  const { login } = CALLS[call];
  const user = objectAt(body, "user");
  const ownId = textAt(body, "recipeUserId") ?? loginMethodId(user, login?.recipeId);
  const wholeId = textAt(user, "id") ?? textAt(user, "userId") ?? textAt(body, "userId");
  if (login?.names !== "login") return wholeId ?? ownId;
  // With several login methods the whole user's ID may be the first factor's, which must not be linked to itself.
  return ownId ?? (Array.isArray(user.loginMethods) ? undefined : wholeId);
}

/** The ID of the only login method of this kind; of two, neither can be said to be the one. */
function loginMethodId(user: ReplyBody, recipeId: string | undefined): string | undefined {
  const methods: unknown = user.loginMethods;
  if (recipeId === undefined || !Array.isArray(methods)) return undefined;
  const fitting = methods.filter(
    (method: unknown): method is ReplyBody =>
      typeof method === "object" && method !== null && (method as ReplyBody).recipeId === recipeId,
  );
  return fitting.length === 1 ? textAt(fitting[0] as ReplyBody, "recipeUserId") : undefined;
}

function objectAt(body: ReplyBody, name: string): ReplyBody {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  return typeof value === "object" && value !== null ? (value as ReplyBody) : {};
}

function textAt(body: ReplyBody, name: string): string | undefined {
  const id = Object.hasOwn(body, name) ? body[name] : undefined;
  return typeof id === "string" && id !== "" && id.length <= LONGEST_ID ? id : undefined;
}
