import { requireFunctions, requireNames, requireNamesBeside } from "../../lib/require-names.js";
import { problem } from "../../problems/login.js";
import type { Problem } from "../../result.js";
import { logged } from "../call-outside.js";
import type { LoginServer } from "../create-login-fallback.js";
import { ENTRY_POINT_ANSWERS, type EntryPointAnswers } from "../entry-point-answers.js";
import { LOGIN_ANSWERS } from "../login-answers.js";
import type { LegacyUser } from "../login-fallback-options.js";
import type { LogInOutcome } from "../login-outcome.js";
import { areIdentifiers, isIdentifier } from "../look-up.js";
import { repeatedWhile } from "../repeated-while.js";

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
   * `set` throws a redirect, as Next does. Another error leaves it. Their proven addresses are asked for first. No login of this
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

/** What a framework is like. */
interface Port<Context, Answer, Handler> {
  /** What functions of the app get in one object, where the framework's own handlers get it one by one. */
  readonly together?: string;
  readonly handler: (run: (context: Context) => Promise<Answer>) => Handler;
  /** What a body says; undefined for one that can't be read. */
  readonly body: (context: Context) => unknown;
  /** Whether the body claims to be something other than JSON. */
  readonly isOther?: (context: Context) => boolean;
  /** For a function that reads the body before another does. */
  readonly copy: (context: Context) => Context;
  /** Aborts when the connection is gone. */
  readonly signal: (context: Context) => AbortSignal | undefined;
  readonly answer: (context: Context, status: number, body: object) => Answer;
  readonly hasFailed: (context: Context, answer: Answer) => boolean;
}

/** Not what a form of another site, or a script there without leave, can send: it would log its visitor in as its own user. */
export const JSON_TYPE = /^application\/(?:[^\s;]+\+)?json\s*(?:;|$)/i;

/** A request whose body a framework has parsed. */
export interface ParsedRequest {
  readonly body?: unknown;
  readonly headers?: {
    readonly [Name in "content-type" | "content-length" | "transfer-encoding"]?: string | undefined;
  };
}

/** The same for frameworks on Node's servers, which parse the body and send what a handler gives back. */
export function nodePort<Context extends { readonly request: ParsedRequest }, Handler>(
  together: string,
  handler: Port<Context, unknown, Handler>["handler"],
  replyOf: (context: Context) => { statusCode: number },
  socketOf: (context: Context) => { readonly once: (event: "close", listener: () => void) => unknown },
): Port<Context, unknown, Handler> {
  return {
    together,
    handler,
    body: ({ request }) => request.body,
    isOther: ({ request: { headers } }) => !JSON_TYPE.test(headers?.["content-type"] ?? "application/json"),
    copy: (context) => context,
    signal: (context) => {
      const gone = new AbortController();
      socketOf(context).once("close", () => gone.abort());
      return gone.signal;
    },
    answer: (context, status, body) => {
      replyOf(context).statusCode = status;
      return body;
    },
    hasFailed: (context) => replyOf(context).statusCode >= 400,
  };
}

/** Another try would not help. */
class NoOwnLink extends TypeError {
  constructor() {
    super("there is no sendOwnLink and no importWithoutPassword");
  }
}

/** Where no link was sent. */
const CHOOSE_PASSWORD = "Please choose a new password.";
const TAKEN = { status: 409, text: "There is an account with this address already." };
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
  requireNamesBeside("doors", options, ["fields", "taken", "onProblems", "onError"]);
  const { fields = {}, taken = TAKEN, onProblems, onError } = options;
  requireNames("fields", fields, ["identifier", "password"]);
  requireNames("taken", taken, ["status", "text"]);
  const { identifier: identifierField = "email", password: passwordField = "password" } = fields;
  /** A handler as the framework has it would fail at the first right password, once the user is in the service. */
  const requireOwn = (what: string, own: Readonly<Record<string, unknown>>, most = 1) => {
    requireFunctions(what, own, Object.keys(own));
    const name = Object.keys(own).find((one) => (own[one] as { readonly length: number }).length > most);
    if (port.together === undefined || name === undefined) return;
    const given = most > 1 ? `(${port.together}, { account })` : `(${port.together})`;
    throw new TypeError(`${name} of ${what} gets ${given}: the first is one object`);
  };
  const refuse = (context: Context, status: number, error: string | null, more: object = {}) =>
    port.answer(context, status, { error, ...more });
  const handler = (run: (context: Context) => Promise<Answer>) =>
    port.handler(async (context) => {
      if (port.isOther?.(context) !== true) return run(context);
      return refuse(context, 415, "the content type must be application/json");
    });
  const later = (context: Context) => refuse(context, LOGIN_ANSWERS.busy.status ?? 503, LOGIN_ANSWERS.busy.text);
  const told = (outcome: object) => {
    const { problems = [], user } = outcome as { problems?: readonly Problem[]; user?: LegacyUser };
    if (problems.length > 0) logged(() => onProblems?.(problems, user));
  };

  const untyped = (context: Context, names: readonly string[]) =>
    refuse(context, 400, `${names.join(" and ")} must be text`);
  /** What a function of the app gave, and not the visitor, whom alone the answer would reach. */
  const unidentified = (context: Context, what: string) => {
    told({ problems: [problem("login/identifier-unusable", `${what} gave no address that can be looked up`)] });
    return untyped(context, [identifierField]);
  };
  const misgiven = (what: string, form: string) => {
    const message = `${what} must give ${form}`;
    told({ problems: [problem("login/identifier-unusable", message)] });
    return new TypeError(message);
  };
  const listFrom = async (identifiersOf: (context: Context) => unknown, context: Context, door: string) => {
    const identifiers = await identifiersOf(port.copy(context));
    if (Array.isArray(identifiers)) return identifiers;
    throw misgiven(`identifiersOf of ${door}`, "a list of addresses");
  };

  /** Runs with a field's text; a body without it is refused. */
  const withText = async (context: Context, names: readonly string[], run: (...texts: string[]) => Promise<Answer>) => {
    const body = await port.body(context);
    const values = names.map((name) => (body as Readonly<Record<string, unknown>> | null | undefined)?.[name]);
    const isTyped = values.every((value) => typeof value === "string") && isIdentifier(values[0]);
    return isTyped ? run(...(values as string[])) : untyped(context, names);
  };

  /** Repeats a call for as long as its answer says so, a few times; undefined where that did not help. */
  const next = async <Outcome extends { readonly kind: string }>(
    call: () => Promise<Outcome>,
    answers: EntryPointAnswers<Outcome>,
  ): Promise<{
    readonly outcome: Outcome;
    readonly next: "continue" | "send-own-link" | "nothing" | "refuse";
  } | null> => {
    const nextAfter = ({ kind }: Outcome) => answers[kind as Outcome["kind"]].next;
    const outcome = await repeatedWhile((one) => nextAfter(one) === "repeat", call);
    const nextStep = nextAfter(outcome);
    if (nextStep !== "repeat") return { outcome, next: nextStep };
    told(outcome);
    return null;
  };

  const sendAll = async (addresses: readonly string[], without: User | undefined, links: ResetLinks<User>) => {
    for (const address of addresses) await links.sendLink(address);
    if (without === undefined) return;
    if (links.sendOwnLink === undefined) throw new NoOwnLink();
    await links.sendOwnLink(without);
  };

  /**
   * Rejects with what kept the link from being sent; false where the old side could not be asked. Both were told. Null where
   * none is to be sent.
   */
  const isSent = async (identifier: string, links: ResetLinks<User>) => {
    const found = await next(() => fallback.onPasswordReset(identifier), ENTRY_POINT_ANSWERS.onPasswordReset);
    if (found === null) return false;
    const user = "user" in found.outcome ? found.outcome.user : undefined;
    const { addresses = [] } = found.outcome as { readonly addresses?: readonly string[] };
    const isOwn = found.next === "send-own-link";
    const step = isOwn ? "sendOwnLink" : "sendLink";
    if (!isOwn && addresses.length === 0) return null;
    try {
      await sendAll(addresses, isOwn ? user : undefined, links);
      return true;
    } catch (error) {
      logged(() => onError?.(error, step));
      const message = error instanceof NoOwnLink ? error.message : `${step} did not send a link`;
      told({ problems: [problem("login/link-not-sent", message)], user });
      throw error;
    }
  };

  /** The answer speaks of a link where one was sent. */
  const mustReset = async (context: Context, identifier: string, user: User, links: ResetLinks<User> | undefined) => {
    const { status, text } = LOGIN_ANSWERS["must-reset"];
    const answer = (sentence: string | null) => refuse(context, status ?? 403, sentence, { reset: true });
    if (links === undefined) return answer(CHOOSE_PASSWORD);
    const sent = await isSent(identifier, links).catch((error: unknown) => error);
    if (sent === null)
      told({
        problems: [problem("login/link-not-sent", "no link was sent: the record has noReset or disabled")],
        user,
      });
    if (sent === null || sent instanceof NoOwnLink) return answer(CHOOSE_PASSWORD);
    return sent === true ? answer(text) : later(context);
  };

  return {
    logIn: (open, links) => {
      requireOwn("logIn", { open }, 2);
      if (links !== undefined) requireFunctions("links", links, ["sendLink"]);
      return handler((context) =>
        withText(context, [identifierField, passwordField], async (identifier = "", password = "") => {
          const signal = port.signal(context);
          const outcome = await fallback.logIn(identifier, password, signal === undefined ? {} : { signal });
          if (LOGGED.includes(outcome.kind) || isAccountThere(outcome)) told(outcome);
          if (outcome.loggedIn) return open(context, outcome as LoggedIn<User, Account>);
          if (outcome.kind === "must-reset") return mustReset(context, identifier, outcome.user, links);
          const { status, text } = LOGIN_ANSWERS[outcome.kind];
          const common = LOGIN_ANSWERS["wrong-password"];
          return refuse(context, status ?? common.status ?? 401, text ?? common.text, { reset: false });
        }),
      );
    },
    signUp: (signUp) => {
      requireOwn("signUp", { signUp });
      return handler((context) =>
        withText(context, [identifierField], async (identifier = "") => {
          const found = await next(() => fallback.onSignUp(identifier), ENTRY_POINT_ANSWERS.onSignUp);
          if (found === null) return later(context);
          return found.next === "refuse" ? refuse(context, taken.status, taken.text) : signUp(context);
        }),
      );
    },
    passwordReset: (links) => {
      requireFunctions("links", links, ["sendLink"]);
      return handler((context) =>
        withText(context, [identifierField], async (identifier = "") => {
          // Begun after the answer was made, so that time tells nothing; what fails is sent again when it is asked for again.
          const ended = new Promise((resolve) => setTimeout(resolve, 0)).then(async () => {
            await isSent(identifier, links);
          });
          // Told already: where nothing waits for it, it must not end the process.
          ended.catch(() => undefined);
          links.waitUntil?.(ended);
          const { status, text } = ENTRY_POINT_ANSWERS.onPasswordReset["no-legacy-user"];
          return port.answer(context, status ?? 202, { message: text });
        }),
      );
    },
    passwordSet: (set, identifiersOf) => {
      requireOwn("passwordSet", { set, identifiersOf });
      return handler(async (context) => {
        // First: where it fails, the old password would be left beside the new one.
        const identifiers = await listFrom(identifiersOf, context, "passwordSet");
        if (!areIdentifiers(identifiers)) return unidentified(context, "identifiersOf of passwordSet");
        const ends: Ended<Answer>[] = [];
        const setOnce = async () => {
          const ended = await endOf(async () => set(context));
          ends.push(ended);
          return "error" in ended ? isRedirect(ended.error) : !port.hasFailed(context, ended.answer);
        };
        const outcome = await repeatedWhile(
          ({ kind }) => kind === "busy" && ends.length === 0,
          () => fallback.onPasswordSet(identifiers, setOnce),
        );
        const [ended] = ends;
        if (ended === undefined || outcome.kind === "busy" || outcome.kind === "migrated-meanwhile") {
          told(outcome);
          return later(context);
        }
        if ("error" in ended) throw ended.error;
        return ended.answer;
      });
    },
    emailChange: (change, addressesOf) => {
      requireOwn("emailChange", { change, addressesOf });
      return handler(async (context) => {
        const addresses: unknown = await addressesOf(port.copy(context));
        if (!isEmailChange(addresses)) throw misgiven("addressesOf of emailChange", "{ from, to }");
        const { from, to } = addresses;
        if (!areIdentifiers([from, to])) return unidentified(context, "addressesOf of emailChange");
        const found = await next(() => fallback.onEmailChange(from, to), ENTRY_POINT_ANSWERS.onEmailChange);
        if (found === null) return later(context);
        return found.next === "refuse" ? refuse(context, taken.status, taken.text) : change(context);
      });
    },
    deletion: (remove, identifiersOf) => {
      requireOwn("deletion", { remove, identifiersOf });
      return handler(async (context) => {
        const identifiers = await listFrom(identifiersOf, context, "deletion");
        if (!areIdentifiers(identifiers)) return unidentified(context, "identifiersOf of deletion");
        const found = await next(() => fallback.onDelete(identifiers), ENTRY_POINT_ANSWERS.onDelete);
        return found === null ? later(context) : remove(context);
      });
    },
  };
}
