import { requireFunctions } from "../../lib/require-names.js";
import { problem } from "../../problems/login.js";
import type { Problem } from "../../result.js";
import type { LoginServer } from "../create-login-fallback.js";
import { ENTRY_POINT_ANSWERS } from "../entry-point-answers.js";
import { LOGIN_ANSWERS } from "../login-answers.js";
import type { LegacyUser } from "../login-fallback-options.js";
import type { LogInOutcome } from "../login-outcome.js";
import { areIdentifiers } from "../look-up.js";
import { repeatedWhile } from "../repeated-while.js";
import { DoorFrame } from "./door-frame.js";
import type { Port } from "./port.js";
import { NoOwnLink, sendLinks } from "./send-links.js";

/**
 * Who is let in: open the session. The account is the service's. The password alone was checked: an account with a second
 * factor is asked for it by the service, or by you before you open a session of your own.
 */
export type LoggedIn<User extends LegacyUser = LegacyUser, Account = unknown> = Extract<
  LogInOutcome<User, Account>,
  { readonly loggedIn: true }
>;

/** The proven address that an account has, and the one that it is to have. */
export interface EmailChange {
  readonly from: string;
  readonly to: string;
}

/** What a reset does. An error of these functions is `login/link-not-sent` for the log. */
export interface ResetLinks<User extends LegacyUser> {
  /**
   * Has the service send its link to an address of an account: the store's `addressesOf` for what was typed, or that
   * itself. Called once for each of them.
   */
  readonly sendLink: (address: string) => unknown;
  /**
   * Sends a link of your own to a user who has no account yet: a service without `importWithoutPassword` needs it, else they
   * get no link.
   */
  readonly sendOwnLink?: ((user: User) => unknown) | undefined;
  /** Keeps the program until a promise has ended: `waitUntil` of a Worker, `after` of Next. It rejects as a link failed. */
  readonly waitUntil?: ((rest: Promise<void>) => void) | undefined;
}

/** Settings of all doors. */
export interface DoorOptions {
  /** Names of the fields in a body: `email` and `password` unless given. */
  readonly fields?: { readonly identifier?: string | undefined; readonly password?: string | undefined } | undefined;
  /** What is answered for an identifier that is taken: 409 and a sentence unless given. */
  readonly taken?: { readonly status: number; readonly text: string } | undefined;
  /** Gets what your log should have: a hash that can't be verified, a user whom the old side still has. */
  readonly onProblems?: ((problems: readonly Problem[], user: LegacyUser | undefined) => void) | undefined;
  /** Gets what `sendLink` or `sendOwnLink` threw. */
  readonly onError?: ((error: unknown, step: "sendLink" | "sendOwnLink") => void) | undefined;
}

/**
 * The doors of a login server, each a handler of the framework. Your functions get what the framework gives a handler, and
 * give its answer back. An error that they throw is the framework's to answer. Where an identifier is not text, in a body
 * or from a function of yours, the answer is 400 and nothing else is done. A function of yours that gives neither a list
 * nor `{ from, to }` is a `TypeError`, and `onProblems` is told.
 */
export interface Doors<Context, Answer, Handler, User extends LegacyUser, Account> {
  /**
   * The body has the identifier and the password; `open` answers to a user who is let in by their password: before you open a
   * session of your own, ask for the second factor that the account has. A user who must choose a new
   * password gets 403 with `reset: true`, after a link was sent to them by `links`; without `links` none is sent, nor to a
   * user of the old side where there is neither `sendOwnLink` nor `importWithoutPassword`.
   */
  readonly logIn: (
    open: (context: Context, loggedIn: LoggedIn<User, Account>) => Answer | Promise<Answer>,
    links?: Omit<ResetLinks<User>, "waitUntil">,
  ) => Handler;
  /** The body has the identifier; `signUp` makes the account where the old side has no such user. */
  readonly signUp: (signUp: (context: Context) => Answer | Promise<Answer>) => Handler;
  /** The body has the identifier. All get the same answer, before anything is looked up. */
  readonly passwordReset: (links: ResetLinks<User>) => Handler;
  /**
   * `set` sets the password in the service, of a user who has shown who they are; then the old one is forgotten, also where
   * `set` throws a redirect, as Next does. Another error leaves it, and so does an answer with a status of 400 or more, or
   * whose JSON says that it failed, such as `{ status: "FIELD_ERROR" }`. Their proven addresses are asked for first. No login of this
   * process migrates the user while `set` runs, and with `claimUser` none of another; without it one may have put the old
   * password back: 503, and `onProblems` gets `login/migrated-meanwhile`.
   */
  readonly passwordSet: (
    set: (context: Context) => Answer | Promise<Answer>,
    identifiersOf: (context: Context) => readonly string[] | Promise<readonly string[]>,
  ) => Handler;
  /** `change` changes a proven address, once no user of the old side has the new one and the old one is forgotten. */
  readonly emailChange: (
    change: (context: Context) => Answer | Promise<Answer>,
    addressesOf: (context: Context) => EmailChange | Promise<EmailChange>,
  ) => Handler;
  /** `remove` deletes the account, once the old side has forgotten the proven addresses that it has had. */
  readonly deletion: (
    remove: (context: Context) => Answer | Promise<Answer>,
    identifiersOf: (context: Context) => readonly string[] | Promise<readonly string[]>,
  ) => Handler;
}

/** Where no link was sent. */
const CHOOSE_PASSWORD = "Please choose a new password.";
/** What is not the person's own matter. */
const LOGGED: readonly string[] = ["cannot-verify", "busy", "migrated"];

/** The old password was right, and is of no use: an account of the service has the address. The person is told nothing of it. */
function isAccountThere(outcome: object): boolean {
  const { problems = [] } = outcome as { readonly problems?: readonly Problem[] };
  return problems.some(({ code }) => code === "login/account-exists");
}

function isEmailChange(given: unknown): given is EmailChange {
  return typeof given === "object" && given !== null && "from" in given && "to" in given;
}

type Ended<T> = { readonly answer: T } | { readonly error: unknown };

async function endOf<T>(run: () => Promise<T>): Promise<Ended<T>> {
  try {
    return { answer: await run() };
  } catch (error) {
    return { error };
  }
}

function answerOf<T>(end: Ended<T>): T {
  if ("error" in end) throw end.error;
  return end.answer;
}

/** Next, Remix and SvelteKit send a browser on by throwing: a response, what has its status, or an error of this kind. */
function isRedirect(thrown: unknown): boolean {
  const { status, digest } = Object(thrown) as { readonly status?: unknown; readonly digest?: unknown };
  if (typeof status === "number") return status >= 300 && status < 400;
  return typeof digest === "string" && digest.startsWith("NEXT_REDIRECT;");
}

/** The doors of a framework over a fallback. */
export function createDoors<Context, Answer, Handler, User extends LegacyUser, Account>(
  fallback: LoginServer<User, Account>,
  port: Port<Context, Answer, Handler>,
  options: DoorOptions = {},
): Doors<Context, Answer, Handler, User, Account> {
  requireFunctions("the fallback of doors", fallback, ["logIn"]);
  return new AllDoors(fallback, new DoorFrame(port, options));
}

/** Properties, so that each works when it is taken out of its object. */
class AllDoors<Context, Answer, Handler, User extends LegacyUser, Account>
  implements Doors<Context, Answer, Handler, User, Account>
{
  readonly #fallback: LoginServer<User, Account>;
  readonly #frame: DoorFrame<Context, Answer, Handler>;

  constructor(fallback: LoginServer<User, Account>, frame: DoorFrame<Context, Answer, Handler>) {
    this.#fallback = fallback;
    this.#frame = frame;
  }

  readonly logIn: Doors<Context, Answer, Handler, User, Account>["logIn"] = (open, links) => {
    const frame = this.#frame;
    frame.requireOwn("logIn", { open }, 2);
    if (links !== undefined) requireFunctions("links", links, ["sendLink"]);
    const names = [frame.identifierField, frame.passwordField];
    return frame.handlerOfText(names, async (context, [identifier = "", password = ""]) => {
      const signal = frame.port.signal(context);
      const outcome = await this.#fallback.logIn(identifier, password, signal === undefined ? {} : { signal });
      if (LOGGED.includes(outcome.kind) || isAccountThere(outcome)) frame.tell(outcome);
      if (outcome.loggedIn) return open(context, outcome as LoggedIn<User, Account>);
      if (outcome.kind === "must-reset") return this.#mustReset(context, identifier, outcome.user, links);
      const { status, text } = LOGIN_ANSWERS[outcome.kind];
      const common = LOGIN_ANSWERS["wrong-password"];
      return frame.refuse(context, status ?? common.status ?? 401, text ?? common.text, { reset: false });
    });
  };

  /** The answer speaks of a link where one was sent. */
  async #mustReset(context: Context, identifier: string, user: User, links: ResetLinks<User> | undefined) {
    const { status, text } = LOGIN_ANSWERS["must-reset"];
    const frame = this.#frame;
    const answer = (sentence: string | null) => frame.refuse(context, status ?? 403, sentence, { reset: true });
    if (links === undefined) return answer(CHOOSE_PASSWORD);
    const end = await endOf(() => sendLinks(this.#fallback, frame, identifier, links));
    if ("error" in end) return end.error instanceof NoOwnLink ? answer(CHOOSE_PASSWORD) : frame.later(context);
    if (end.answer === "sent") return answer(text);
    if (end.answer === "busy") return frame.later(context);
    const message = "no link was sent: the record has noReset or disabled";
    frame.tell({ problems: [problem("login/link-not-sent", message)], user });
    return answer(CHOOSE_PASSWORD);
  }

  readonly signUp: Doors<Context, Answer, Handler, User, Account>["signUp"] = (signUp) => {
    const frame = this.#frame;
    frame.requireOwn("signUp", { signUp });
    return frame.handlerOfText([frame.identifierField], async (context, [identifier = ""]) => {
      const found = await frame.outcomeOf(() => this.#fallback.onSignUp(identifier), ENTRY_POINT_ANSWERS.onSignUp);
      if (found === null) return frame.later(context);
      return found.next === "refuse" ? frame.refuseTaken(context) : signUp(context);
    });
  };

  readonly passwordReset: Doors<Context, Answer, Handler, User, Account>["passwordReset"] = (links) => {
    const frame = this.#frame;
    requireFunctions("links", links, ["sendLink"]);
    return frame.handlerOfText([frame.identifierField], async (context, [identifier = ""]) => {
      // Begun after the answer was made, so that time tells nothing; what fails is sent again when it is asked for again.
      const ended = new Promise((resolve) => setTimeout(resolve, 0)).then(async () => {
        await sendLinks(this.#fallback, frame, identifier, links);
      });
      // Told already: where nothing waits for it, it must not end the process.
      ended.catch(() => undefined);
      links.waitUntil?.(ended);
      const { status, text } = ENTRY_POINT_ANSWERS.onPasswordReset["no-legacy-user"];
      return frame.port.answer(context, status ?? 202, { message: text });
    });
  };

  readonly passwordSet: Doors<Context, Answer, Handler, User, Account>["passwordSet"] = (set, identifiersOf) => {
    const frame = this.#frame;
    frame.requireOwn("passwordSet", { set, identifiersOf });
    // Asked first: where that fails, the old password would be left beside the new one.
    return frame.handlerOfList("passwordSet", identifiersOf, async (context, identifiers) => {
      let end: Ended<Answer> | undefined;
      const setOnce = async () => {
        end = await endOf(async () => set(context));
        return "error" in end ? isRedirect(end.error) : !(await frame.port.hasFailed(context, end.answer));
      };
      const outcome = await repeatedWhile(
        ({ kind }) => kind === "busy" && end === undefined,
        () => this.#fallback.onPasswordSet(identifiers, setOnce),
      );
      if (end === undefined || outcome.kind === "busy" || outcome.kind === "migrated-meanwhile") {
        frame.tell(outcome);
        return frame.later(context);
      }
      return answerOf(end);
    });
  };

  readonly emailChange: Doors<Context, Answer, Handler, User, Account>["emailChange"] = (change, addressesOf) => {
    const frame = this.#frame;
    frame.requireOwn("emailChange", { change, addressesOf });
    return frame.handler(async (context) => {
      const addresses: unknown = await addressesOf(frame.port.copy(context));
      if (!isEmailChange(addresses)) throw frame.misgiven("addressesOf of emailChange", "{ from, to }");
      const { from, to } = addresses;
      if (!areIdentifiers([from, to])) return frame.unidentified(context, "addressesOf of emailChange");
      const { onEmailChange } = ENTRY_POINT_ANSWERS;
      const found = await frame.outcomeOf(() => this.#fallback.onEmailChange(from, to), onEmailChange);
      if (found === null) return frame.later(context);
      return found.next === "refuse" ? frame.refuseTaken(context) : change(context);
    });
  };

  readonly deletion: Doors<Context, Answer, Handler, User, Account>["deletion"] = (remove, identifiersOf) => {
    const frame = this.#frame;
    frame.requireOwn("deletion", { remove, identifiersOf });
    return frame.handlerOfList("deletion", identifiersOf, async (context, identifiers) => {
      const found = await frame.outcomeOf(() => this.#fallback.onDelete(identifiers), ENTRY_POINT_ANSWERS.onDelete);
      return found === null ? frame.later(context) : remove(context);
    });
  };
}
