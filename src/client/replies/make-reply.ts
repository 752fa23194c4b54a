import type { GoodAnswer } from "../attempts/judge-attempt.js";
import { CALLS } from "../calls/calls.js";
import type { Reply, ReplyBody } from "./reply.js";

/** @param found What may be the user's ID; functions of callers may give back anything. */
export function makeReply({ body, answer }: GoodAnswer, found: unknown): Reply {
  const userId = answer.id(found);
  const alreadyThere = wasAlreadyThere(body);
  const reply: { -readonly [Field in keyof Reply]: Reply[Field] } = { status: "OK", body };
  if (userId !== undefined) reply.userId = userId;
  if (alreadyThere !== undefined) reply.alreadyThere = alreadyThere;
  return reply;
}

/** A flag means the same in the reply to any call: the interface itself shows none. */
const FLAGS = Object.values(CALLS).flatMap(({ existedBefore = [] }) => existedBefore);

/** What the service in the wild says by one of its flags; undefined where there is none. */
function wasAlreadyThere(body: ReplyBody): boolean | undefined {
  const flag = FLAGS.find(({ field }) => typeof body[field] === "boolean");
  return flag === undefined ? undefined : body[flag.field] === flag.value;
}
