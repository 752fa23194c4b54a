import type { JsonObject } from "../../lib/json-text.js";
import { counted } from "../../lib/plural.js";
import { requireArgument } from "../../lib/require-argument.js";
import type { LegacyUser } from "../../login/index.js";
import { problem, refuse, type ServeProblemCode } from "../../problems/serve.js";
import { type Problem, type Result, success } from "../../result.js";
import { callerCheck, type IsKnownCaller } from "../caller-check.js";
import { jweDecryption } from "../decrypt-jwe.js";
import { type Finding, type Found, findAnswer, tell } from "../find-answer.js";
import { oldPasswordCheck } from "../old-password-check.js";
import { readBody } from "../read-body.js";
import { requireSecondFactors } from "../second-factors.js";
import type { Call, Question, Reply, Shape, ShapeSettings } from "../shapes/shape.js";
import { SHAPES, VERIFY_SHAPES } from "../shapes/shapes.js";
import type { VerifyHandlerOptions, VerifyReport } from "../verify-handler-options.js";
import { within } from "../within.js";

/**
 * Makes the endpoint that a new service calls at login while its users still have the old system's hashes: it checks
 * the password against the old hash and answers in the service's own form. The service then makes a hash of its own
 * of what was typed, so a password counts as right only where the check saw all of it. docs/serving.md says what each
 * service sends and takes, and what to guard against.
 *
 * @param options The service, its secret, and how users are found. Throws a `TypeError` where a secret is too short,
 * a key is not one, a number is out of its range, or an option is one of `createLoginFallback` that brings users over.
 * @returns A function from `Request` to `Response`, for any runtime that has both. It never rejects: what is wrong
 * with a call is a reply with `error.code` and `error.message`, `serve/…`, which hold nothing of the call. A wrong
 * password, an unknown user and a hash that can't be verified cost the same work and get the same reply.
 *
 * @see https://developer.mozilla.org/en-US/docs/Web/API/Fetch_API
 *
 * @example
 * ```ts
 * import { createVerifyHandler } from "credport/serve";
 *
 * const hash = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
 * const handler = createVerifyHandler({
 *   shape: "ory",
 *   caller: { bearer: "a-secret-that-both-sides-know" },
 *   findLegacyUser: async (email) => (email === "ann@example.com" ? { id: "1", passwordHash: hash } : null),
 * });
 * const request = new Request("http://127.0.0.1/", {
 *   method: "POST",
 *   headers: { authorization: "Bearer a-secret-that-both-sides-know", "content-type": "application/json" },
 *   body: JSON.stringify({ identifier: "ann@example.com", password: "U*U" }),
 * });
 * const response = await handler(request);
 * response.status; // => 200
 * await response.json(); // => { status: "password_match" }
 * ```
 */
export function createVerifyHandler<User extends LegacyUser>(
  options: VerifyHandlerOptions<User>,
): (request: Request) => Promise<Response> {
  const setup = setupOf(options);
  let running = 0;
  return async (request) => {
    const start = performance.now();
    if (running >= setup.calls) {
      const tooMany = problem("serve/too-many-calls", `the limit is ${counted(setup.calls, "call")} at a time`);
      return told(setup, start, { problems: [tooMany] });
    }
    running++;
    try {
      return told(setup, start, await answered(setup, request));
    } finally {
      running--;
    }
  };
}

/** The options, each in the form in which it is used. */
interface Setup<User extends LegacyUser> extends Finding<User> {
  readonly isKnown: IsKnownCaller;
  readonly settings: ShapeSettings;
  readonly bodyBytes: number;
  readonly calls: number;
}

/** For services that wait longer than a person at a login form does. */
const MOST_WAITED_MS = 10_000;
/** Beyond it timers fire at once. */
const MOST_MILLISECONDS = 2_147_483_647;

function setupOf<User extends LegacyUser>(options: VerifyHandlerOptions<User>): Setup<User> {
  requireArgument("options", options, "object");
  const { shape, privateKey, limits = {} } = options;
  if (!Object.hasOwn(SHAPES, shape)) throw new TypeError(`shape must be one of ${VERIFY_SHAPES.join(", ")}`);
  const { bodyBytes = 65_536, calls = 512 } = limits;
  const { answerWithinMs = SHAPES[shape].waitsMs ?? MOST_WAITED_MS } = limits;
  const keys = privateKey === undefined ? [] : [privateKey].flat();
  if ((shape === "entra") !== keys.length > 0) {
    throw new TypeError(`privateKey is ${shape === "entra" ? "missing" : "for the shape entra only"}`);
  }
  requireSecondFactors(options.secondFactors ?? "keep", SHAPES[shape]);
  return {
    options,
    shape: SHAPES[shape],
    isKnown: callerCheck(options.caller),
    settings: { decrypt: jweDecryption(keys) },
    check: oldPasswordCheck(options, SHAPES[shape], answerWithinMs),
    bodyBytes: wholeNumber("bodyBytes", bodyBytes),
    calls: wholeNumber("calls", calls),
    answerWithinMs: wholeNumber("answerWithinMs", answerWithinMs),
  };
}

function wholeNumber(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= MOST_MILLISECONDS) return value;
  throw new TypeError(`${name} must be a whole number from 1 to ${MOST_MILLISECONDS}`);
}

/** What is known at the end of a call: an answer to its question, or what was wrong with it. */
type Ending = Refusal | (Found & { readonly question: Question });
type Refusal = { readonly problems: readonly [Problem, ...Problem[]] };

async function answered<User extends LegacyUser>(setup: Setup<User>, request: Request): Promise<Ending> {
  const isKnown = await within(setup.answerWithinMs, setup.isKnown(request), false).catch(() => false);
  if (!isKnown) return refuse("serve/caller-refused", "the call does not show the secret that was agreed on");
  const question = await questionOf(setup, request);
  if (!question.ok) return question;
  return { question: question.value, ...(await findAnswer(setup, question.value, request.signal)) };
}

async function questionOf<User extends LegacyUser>(
  { shape, settings, bodyBytes, answerWithinMs }: Setup<User>,
  request: Request,
): Promise<Result<Question>> {
  const { method } = request;
  if (!shape.methods.includes(method)) {
    return refuse("serve/method-not-allowed", `the method is not ${shape.methods.join(" or ")}`);
  }
  const body: Result<JsonObject> =
    method === "GET" ? success({}) : await readBody(request, { bodyBytes, timeoutMs: answerWithinMs });
  if (!body.ok) return body;
  const call: Call = { method, url: new URL(request.url), body: body.value };
  return shape.parse(call, settings);
}

/** The status of each reply to a call that is not one to answer. */
const STATUS: Readonly<Record<ServeProblemCode, number>> = {
  "serve/caller-refused": 401,
  "serve/method-not-allowed": 405,
  "serve/content-type": 415,
  "serve/body-too-large": 413,
  "serve/body-incomplete": 408,
  "serve/body-malformed": 400,
  "serve/not-decrypted": 400,
  "serve/profile-unusable": 503,
  "serve/second-factor-lost": 503,
  "serve/match-not-noted": 200,
  "serve/too-many-calls": 503,
};

function told<User extends LegacyUser>(setup: Setup<User>, start: number, ending: Ending): Response {
  const reply = "answer" in ending ? setup.shape.reply(ending.answer, ending.question) : problemReply(ending);
  const { answer, userId } = "answer" in ending ? ending : { answer: null, userId: null };
  const summary: VerifyReport = {
    status: reply.status,
    answer: answer?.kind ?? null,
    problems: ending.problems,
    userId,
    milliseconds: performance.now() - start,
  };
  tell(() => setup.options.onReply?.(summary));
  return responseOf(reply, setup.shape);
}

function problemReply({ problems: [{ code, message }] }: Refusal): Reply {
  return { status: STATUS[code as ServeProblemCode], body: { error: { code, message } } };
}

/** No reply is to be kept by anything on its way. */
function responseOf({ status, body = {} }: Reply, { methods }: Shape): Response {
  const headers: Record<string, string> = {
    "cache-control": "no-store",
    "content-type": "application/json",
    "x-content-type-options": "nosniff",
    ...(status === 405 ? { allow: methods.join(", ") } : {}),
    ...(status === 503 ? { "retry-after": "1" } : {}),
  };
  return new Response(JSON.stringify(body), { status, headers });
}
