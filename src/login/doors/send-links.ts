import { problem } from "../../problems/login.js";
import type { LoginServer } from "../create-login-fallback.js";
import { ENTRY_POINT_ANSWERS } from "../entry-point-answers.js";
import type { LegacyUser } from "../login-fallback-options.js";
import type { ResetLinks } from "./create-doors.js";
import type { DoorFrame } from "./door-frame.js";

/** Another try would not help. */
export class NoOwnLink extends TypeError {
  constructor() {
    super("there is no sendOwnLink and no importWithoutPassword");
  }
}

/** Sends a user the link to choose a password with. Rejects with what kept it from being sent, once the log has it. */
export async function sendLinks<Context, Answer, Handler, User extends LegacyUser>(
  fallback: Pick<LoginServer<User, unknown>, "onPasswordReset">,
  frame: DoorFrame<Context, Answer, Handler>,
  identifier: string,
  links: ResetLinks<User>,
): Promise<"sent" | "none-is-due" | "busy"> {
  const found = await frame.outcomeOf(() => fallback.onPasswordReset(identifier), ENTRY_POINT_ANSWERS.onPasswordReset);
  if (found === null) return "busy";
  const { addresses = [], user } = found.outcome as { readonly addresses?: readonly string[]; readonly user?: User };
  frame.tell(found.outcome);
  const isOwn = found.next === "send-own-link";
  if (!isOwn && addresses.length === 0) return "none-is-due";
  const step = isOwn ? "sendOwnLink" : "sendLink";
  try {
    for (const address of addresses) await links.sendLink(address);
    if (isOwn) await sendOwnLink(user as User, links);
    return "sent";
  } catch (error) {
    frame.tellError(error, step);
    const message = error instanceof NoOwnLink ? error.message : `${step} did not send a link`;
    frame.tell({ problems: [problem("login/link-not-sent", message)], user });
    throw error;
  }
}

async function sendOwnLink<User extends LegacyUser>(user: User, links: ResetLinks<User>): Promise<void> {
  if (links.sendOwnLink === undefined) throw new NoOwnLink();
  await links.sendOwnLink(user);
}
