import { isAccountId, layersOf, namesSuccess } from "../lib/named-success.js";
import { problem } from "../problems/login.js";
import type { Problem } from "../result.js";
import type { Verification } from "../verify/index.js";
import { asError, called, report, timedOutMessage } from "./call-outside.js";
import { spellingsOfAddress } from "./identifier-spellings.js";
import type { LegacyUser, LoginService, LoginStore, Settings } from "./login-fallback-options.js";
import type { LogInOutcome, LoginOutcome } from "./login-outcome.js";
import { isIdentifier, isLeft, isTooMany, lookUp } from "./look-up.js";
import { TOO_MANY } from "./most-sharing.js";
import { importedSpellings } from "./plan-migration.js";

/** What a whole login needs beside the fallback. */
export interface SigningIn extends Pick<LoginService, "signIn">, Pick<LoginStore, "addressesOf"> {
  readonly options: Settings;
}

/** The service is asked first, the fallback for those whom it does not let in. */
export async function logIn(
  parts: SigningIn,
  identifier: string,
  password: unknown,
  attempt: () => Promise<LoginOutcome>,
): Promise<LogInOutcome> {
  if (!isIdentifier(identifier) || typeof password !== "string") return attempt();
  // Before the service is asked: another login may bring the user over after that.
  const [before, led] = await Promise.all([lookUp(parts.options, identifier), addressesLedTo(parts, identifier)]);
  if ("code" in led) {
    // A store that can't be asked has said nothing of an address, whose person may be in the service by now.
    const addresses = spellingsOfAddress(identifier).filter((one) => led.code !== TOO_MANY && one.includes("@"));
    return (await signedIn(parts, addresses, password)) ?? busy(led);
  }
  const first = await signedIn(parts, led, password);
  if (first !== null) return first;
  const outcome = await attempt();
  const left = before.kind === "users" ? before.users.filter(({ migrated }) => migrated !== true) : [];
  const wasLeft = left.length > 0;
  const isGone = outcome.kind === "wrong-password" && left.length > 1 && (await areFewer(parts, identifier, left));
  const isMoved = isGone || outcome.kind === "already-migrated" || (outcome.kind === "unknown-user" && wasLeft);
  if (!isMoved) return outcome;
  const again = wasLeft ? await signedInAgain(parts, identifier, password) : null;
  if (again !== null || outcome.kind !== "already-migrated") return again ?? outcome;
  return { ...outcome, kind: "wrong-password" };
}

/** Whether another login has brought one of several over since, whose password this may be. */
async function areFewer({ options }: SigningIn, identifier: string, before: readonly LegacyUser[]): Promise<boolean> {
  const left = await Promise.all(before.map((user) => isLeft(options, identifier, user)));
  return left.includes(false);
}

/**
 * By each address that what was typed may lead to, and each spelling of the password that the fallback may have imported
 * for it; null where the service lets them in by none.
 */
async function signedIn(
  { options, signIn }: SigningIn,
  addresses: readonly string[],
  password: string,
): Promise<LogInOutcome | null> {
  // An account without a password may have a hash of the empty text in the service, too.
  const texts = importedSpellings(password, options).filter((text) => text !== "");
  for (const [address, text] of addresses.flatMap((one) => texts.map((text) => [one, text] as const))) {
    const asked = await called(() => signIn(address, text), options, "signIn");
    if (asked.kind === "timed-out") return busy(problem("login/timed-out", timedOutMessage("signIn")));
    const answered = asked.kind === "error" ? failed() : answerOf(options, asked.value);
    if (answered !== null) return answered;
  }
  return null;
}

async function signedInAgain(parts: SigningIn, identifier: string, password: string): Promise<LogInOutcome | null> {
  const addresses = await addressesLedTo(parts, identifier);
  return "code" in addresses ? busy(addresses) : signedIn(parts, addresses, password);
}

/** The addresses of the accounts that what was typed may lead to, or why they are not known. */
export async function addressesLedTo(
  { options, addressesOf }: Omit<SigningIn, "signIn">,
  identifier: string,
): Promise<readonly string[] | Problem> {
  const spellings = spellingsOfAddress(identifier);
  if (addressesOf === undefined) return spellings;
  const ask = async () => {
    const lists: (readonly string[])[] = [];
    for (const spelling of spellings) {
      const list: unknown = await addressesOf(spelling);
      if (!Array.isArray(list) || !list.every((one) => typeof one === "string" && one !== "")) return null;
      lists.push(list);
    }
    return [...new Set(lists.flat())];
  };
  const led = await called(ask, options, "addressesOf");
  // A user whom the old side does not know has an address of the service alone.
  if (led.kind === "value" && led.value !== null) return led.value.length > 0 ? led.value : spellings;
  if (led.kind === "timed-out") return problem("login/timed-out", timedOutMessage("addressesOf"));
  if (led.kind !== "error") return problem("login/function-failed", "addressesOf did not give a list of addresses");
  return problem(isTooMany(led.error) ? TOO_MANY : "login/function-failed", "addressesOf failed");
}

const NOT_ASKED = {
  remedy:
    "Look at why signIn failed (onError has its error); it gives { ok: true, value: { userId } } for an account, and null for a wrong password.",
};

/** With the code of a `Result`, such as that of a service which is down. */
function failed(answer?: unknown): LogInOutcome {
  const { problems } = Object(answer) as { readonly problems?: readonly Partial<Problem>[] };
  const code = Array.isArray(problems) ? problems[0]?.code : undefined;
  const why = typeof code === "string" ? ` (${code})` : "";
  return busy(
    problem("login/service-unavailable", `the service could not be asked about the password${why}`, NOT_ASKED),
  );
}

const GAVE_NEITHER = "signIn gave neither { ok: true, value } with an account nor null";
const GAVE_TEXT = "signIn gave a value that is a text and may be no ID: give { userId } as the value";

/** Null where the service says that the password is wrong. */
function answerOf(options: Settings, answer: unknown): LogInOutcome | null {
  if (answer === true) return { kind: "signed-in", loggedIn: true, account: undefined };
  const account = answer !== undefined && namesSuccess(answer) ? accountOf(answer as object) : undefined;
  const { matches } = Object(account) as Partial<Verification>;
  if (account === null || saysNo(matches)) return null;
  if (matches === true) return { kind: "signed-in", loggedIn: true, account: undefined };
  if (isAccount(account)) return { kind: "signed-in", loggedIn: true, account };
  if (tellsWrongPassword(answer)) return null;
  // What names a failure says why itself.
  const { ok, value } = Object(answer) as { readonly ok?: unknown; readonly value?: unknown };
  const isNamed = typeof answer === "object" && ok !== true && FAILURE_NAMES.some((name) => name in (answer as object));
  const error = new TypeError(ok === true && typeof value === "string" ? GAVE_TEXT : GAVE_NEITHER, { cause: answer });
  report(options, isNamed || answer instanceof Error ? asError(answer, "signIn") : error, "signIn");
  return failed(answer);
}

/**
 * The value of a `Result`, or all of what an SDK gave with its own word and a user. A status of HTTP alone says nothing of
 * the password: the core of SuperTokens answers 200 to a wrong one. Nor does a bare word, which many services have.
 */
function accountOf(answer: object): unknown {
  if ("value" in answer) return typeof answer.value !== "string" || isAccountId(answer.value) ? answer.value : "";
  return layersOf(answer).some(({ status, user }) => status === "OK" && isAccount(user)) ? answer : undefined;
}

/** An ID, or a record that says whose it is: not a verdict on the password, nor what a search gives that found no user. */
function isAccount(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return ID_TYPES.includes(typeof value) && !isNothing(value);
  const fields = Object.entries(value);
  // Also of a user in the record.
  const verdicts = [...fields, ...fieldsOf(value, "user")].filter(([name]) => IS_VERDICT.test(name));
  if (Array.isArray(value) || "rows" in value || verdicts.some(([, field]) => saysNo(field))) return false;
  return fields.some(([name, field]) => SAYS_WHOSE.test(name) && !isNothing(field));
}

function fieldsOf(value: object, name: string): readonly (readonly [string, unknown])[] {
  const inner: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
  return typeof inner === "object" && inner !== null ? Object.entries(inner) : [];
}

/** A field that says whether a password is right. */
const IS_VERDICT =
  /^(?:is_?|has_?)?(?:.*password_?)?(?:match(?:e[sd])?|same|equals?|valid|correct|right|check(?:ed|_?result)?|logged_?in|signed_?in|authenticated|authorized|allowed|ok|success(?:ful)?)$/i;

/** As databases write it: MySQL and SQLite have no false of their own. */
function saysNo(verdict: unknown): boolean {
  if (verdict === undefined) return false;
  return !verdict || (typeof verdict === "string" && /^(?:0|f|false|n|no)$/i.test(verdict.trim()));
}

/** Fields that say whose an account or a session is. */
const SAYS_WHOSE =
  /^(?:_?id|ID|pk|sub|uid|uuid|guid|user|account|profile|session|jwt|login|phone|.*(?:Id|ID|_id|[Uu]ser|[Mm]ail|[Pp]honeNumber|phone_number)|(?:user|nick|display|full|first|last|given|family)?_?[Nn]ame|(?:access|refresh|session|id)?_?[Tt]oken)$/;

const FAILURE_NAMES = ["ok", "status", "statusCode", "error", "errors", "problems"];

const ID_TYPES: readonly string[] = ["string", "number", "bigint"];

function isNothing(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : !value;
}

/** SuperTokens' word, and the status of HTTP. */
const WRONG_PASSWORD: readonly unknown[] = ["WRONG_CREDENTIALS_ERROR", 401];

function tellsWrongPassword(answer: unknown): boolean {
  if (answer === null || answer === false) return true;
  return layersOf(answer).some(({ status }) => WRONG_PASSWORD.includes(status));
}

function busy(reason: Problem): LogInOutcome {
  return { kind: "busy", loggedIn: false, problems: [reason] };
}
