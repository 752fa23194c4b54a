import type { ServiceText } from "../../result.js";
import type { ReplyBody } from "../replies/reply.js";
import type { ServiceAnswer } from "../replies/service-text.js";

/** A user as a service shows them. */
export interface FoundUser {
  readonly userId: ServiceText;
  /** IDs of the ways to log in that belong to the user. */
  readonly loginIds: readonly ServiceText[];
  /** What the service shows of them; nothing where it lists none. */
  readonly logins: readonly FoundLogin[];
  /** Whether other ways to log in can be linked to it: no two such users have one address. */
  readonly isPrimary: boolean | undefined;
}

/** A way to log in as a service shows it; undefined is what it does not say. */
export interface FoundLogin {
  readonly loginId: ServiceText;
  readonly recipeId: string | undefined;
  readonly isVerified: boolean | undefined;
  /** Milliseconds since the epoch. */
  readonly timeJoined: number | undefined;
  readonly email: string | undefined;
  readonly phoneNumber: string | undefined;
  readonly thirdParty: { readonly id: string; readonly userId: string } | undefined;
}

/** What a login is known by. */
export type LoginContact = Pick<FoundLogin, "recipeId" | "timeJoined" | "email" | "phoneNumber" | "thirdParty">;

export function readFoundUser(value: unknown, answer: ServiceAnswer): FoundUser | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { id, loginMethods, isPrimaryUser } = value as ReplyBody;
  const userId = answer.id(id);
  if (userId === undefined) return undefined;
  const methods: readonly unknown[] = Array.isArray(loginMethods) ? loginMethods : [];
  const logins = methods.flatMap((method) => readLogin(method, answer) ?? []);
  const loginIds = logins.map(({ loginId }) => loginId);
  const isPrimary = typeof isPrimaryUser === "boolean" ? isPrimaryUser : undefined;
  return { userId, loginIds: loginIds.length === 0 ? [userId] : loginIds, logins, isPrimary };
}

function readLogin(method: unknown, answer: ServiceAnswer): FoundLogin | undefined {
  if (typeof method !== "object" || method === null) return undefined;
  const { recipeUserId, recipeId, verified, timeJoined, email, phoneNumber, thirdParty } = method as ReplyBody;
  const loginId = answer.id(recipeUserId);
  if (loginId === undefined) return undefined;
  return {
    loginId,
    recipeId: typeof recipeId === "string" ? recipeId : undefined,
    isVerified: typeof verified === "boolean" ? verified : undefined,
    timeJoined: typeof timeJoined === "number" ? timeJoined : undefined,
    email: typeof email === "string" ? email : undefined,
    phoneNumber: typeof phoneNumber === "string" ? phoneNumber : undefined,
    thirdParty: readThirdParty((thirdParty ?? {}) as ReplyBody),
  };
}

export function readThirdParty({ id, userId }: ReplyBody): FoundLogin["thirdParty"] {
  return typeof id === "string" && typeof userId === "string" ? { id, userId } : undefined;
}
