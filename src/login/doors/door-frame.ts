import { requireFunctions, requireNames, requireNamesBeside } from "../../lib/require-names.js";
import { problem } from "../../problems/login.js";
import type { Problem } from "../../result.js";
import { logged } from "../call-outside.js";
import type { EntryPointAnswers } from "../entry-point-answers.js";
import { LOGIN_ANSWERS } from "../login-answers.js";
import type { LegacyUser } from "../login-fallback-options.js";
import { areIdentifiers, isIdentifier } from "../look-up.js";
import { repeatedWhile } from "../repeated-while.js";
import type { DoorOptions } from "./create-doors.js";
import type { Port } from "./port.js";

const TAKEN = { status: 409, text: "There is an account with this address already." };

/** What all doors of a framework have in common: how they read a request, refuse it, and tell the program's log. */
export class DoorFrame<Context, Answer, Handler> {
  readonly port: Port<Context, Answer, Handler>;
  readonly identifierField: string;
  readonly passwordField: string;
  readonly #taken: { readonly status: number; readonly text: string };
  readonly #options: DoorOptions;

  constructor(port: Port<Context, Answer, Handler>, options: DoorOptions) {
    requireNamesBeside("doors", options, ["fields", "taken", "onProblems", "onError"]);
    const { fields = {}, taken = TAKEN } = options;
    requireNames("fields", fields, ["identifier", "password"]);
    requireNames("taken", taken, ["status", "text"]);
    this.port = port;
    this.identifierField = fields.identifier ?? "email";
    this.passwordField = fields.password ?? "password";
    this.#taken = taken;
    this.#options = options;
  }

  /** A handler as the framework has it would fail at the first right password, once the user is in the service. */
  requireOwn(what: string, own: Readonly<Record<string, unknown>>, most = 1): void {
    requireFunctions(what, own, Object.keys(own));
    const { together } = this.port;
    const name = Object.keys(own).find((one) => (own[one] as { readonly length: number }).length > most);
    if (together === undefined || name === undefined) return;
    const given = most > 1 ? `(${together}, { account })` : `(${together})`;
    throw new TypeError(`${name} of ${what} gets ${given}: the first is one object`);
  }

  handler(run: (context: Context) => Promise<Answer>): Handler {
    return this.port.handler(async (context) => {
      if (this.port.isOther?.(context) !== true) return run(context);
      return this.refuse(context, 415, "the content type must be application/json");
    });
  }

  /** A handler that runs with the text of fields; a body without it is refused. */
  handlerOfText(names: readonly string[], run: (context: Context, texts: string[]) => Promise<Answer>): Handler {
    return this.handler(async (context) => {
      const body = await this.port.body(context);
      const values = names.map((name) => (body as Readonly<Record<string, unknown>> | null | undefined)?.[name]);
      const isTyped = values.every((value) => typeof value === "string") && isIdentifier(values[0]);
      return isTyped ? run(context, values as string[]) : this.#untyped(context, names);
    });
  }

  refuse(context: Context, status: number, error: string | null, more: object = {}): Answer {
    return this.port.answer(context, status, { error, ...more });
  }

  refuseTaken(context: Context): Answer {
    return this.refuse(context, this.#taken.status, this.#taken.text);
  }

  later(context: Context): Answer {
    return this.refuse(context, LOGIN_ANSWERS.busy.status ?? 503, LOGIN_ANSWERS.busy.text);
  }

  #untyped(context: Context, names: readonly string[]): Answer {
    return this.refuse(context, 400, `${names.join(" and ")} must be text`);
  }

  /** What a function of the app gave, and not the visitor, whom alone the answer would reach. */
  unidentified(context: Context, what: string): Answer {
    this.tell({ problems: [problem("login/identifier-unusable", `${what} gave no address that can be looked up`)] });
    return this.#untyped(context, [this.identifierField]);
  }

  misgiven(what: string, form: string): TypeError {
    const message = `${what} must give ${form}`;
    this.tell({ problems: [problem("login/identifier-unusable", message)] });
    return new TypeError(message);
  }

  /** A handler that runs with the addresses that the app says, asked for before anything is done. */
  handlerOfList(
    door: string,
    identifiersOf: (context: Context) => unknown,
    run: (context: Context, identifiers: readonly string[]) => Promise<Answer>,
  ): Handler {
    return this.handler(async (context) => {
      const identifiers = await identifiersOf(this.port.copy(context));
      const what = `identifiersOf of ${door}`;
      if (!Array.isArray(identifiers)) throw this.misgiven(what, "a list of addresses");
      return areIdentifiers(identifiers) ? run(context, identifiers) : this.unidentified(context, what);
    });
  }

  /** Tells the log what an outcome says. */
  tell(outcome: object): void {
    const { problems = [], user } = outcome as { problems?: readonly Problem[]; user?: LegacyUser };
    if (problems.length > 0) logged(() => this.#options.onProblems?.(problems, user));
  }

  tellError(error: unknown, step: "sendLink" | "sendOwnLink"): void {
    logged(() => this.#options.onError?.(error, step));
  }

  /** Repeats a call for as long as its answer says so, a few times; null where that did not help. */
  async outcomeOf<Outcome extends { readonly kind: string }>(
    call: () => Promise<Outcome>,
    answers: EntryPointAnswers<Outcome>,
  ) {
    const nextAfter = ({ kind }: Outcome) => answers[kind as Outcome["kind"]].next;
    const outcome = await repeatedWhile((one) => nextAfter(one) === "repeat", call);
    const next = nextAfter(outcome);
    if (next !== "repeat") return { outcome, next };
    this.tell(outcome);
    return null;
  }
}
