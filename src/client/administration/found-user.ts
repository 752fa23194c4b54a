import type { ServiceText } from "../../result.js";
import type { ReplyBody } from "../replies/reply.js";
import type { ServiceAnswer } from "../replies/service-text.js";

/** A user as a service shows them. */
export interface FoundUser {
  readonly userId: ServiceText;
  /** IDs of the ways to log in that belong to the user. */
  readonly loginIds: readonly ServiceText[];
}

/** The user in an object of a reply; undefined where it names none. */
export function readFoundUser(value: unknown, answer: ServiceAnswer): FoundUser | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { id, loginMethods } = value as ReplyBody;
  const userId = answer.id(id);
  if (userId === undefined) return undefined;
  const methods: readonly unknown[] = Array.isArray(loginMethods) ? loginMethods : [];
  const loginIds = methods.flatMap((method) => {
    const loginId = answer.id((method as ReplyBody | null)?.recipeUserId);
    return loginId === undefined ? [] : [loginId];
  });
  return { userId, loginIds: loginIds.length === 0 ? [userId] : loginIds };
}
