/**
 * What a function of the caller's may answer once it has done its work, or failed to. `undefined`, `true`, `ok: true`
 * and a `status` that is `"OK"` or from 200 to 299 but 202 say that it succeeded. Nothing else does: a record, a list or
 * `{ data, error }` does not compile, and neither does a `Response`, whose body may say that it failed: read it first. Give
 * back `true` where the service's own answer does not say it.
 */
export type CallerAnswer =
  // biome-ignore lint/suspicious/noConfusingVoidType: an async function that gives nothing back has succeeded.
  | void
  | boolean
  | (NoResponse & { readonly ok: boolean })
  | (NoResponse & { readonly status: number | Uppercase<string> });

/** What is not a `Response`. */
interface NoResponse {
  readonly bodyUsed?: never;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Whether an answer says that the work was done. What was not understood is a failure: a password hash is deleted
 * after a success, and an answer that says nothing must not do that.
 */
export function namesSuccess(answer: unknown): boolean {
  if (answer === undefined || answer === true) return true;
  try {
    return isObject(answer) && isNamed(answer) && !isUnread(answer) && !layersOf(answer).some(tellsFailure);
  } catch {
    // A getter that throws.
    return false;
  }
}

/** Whether what an app answers its visitor says that the work was not done. What is in it is the visitor's own. */
export function namesFailure(answer: unknown): boolean {
  if (answer === false || answer === null) return true;
  try {
    return isObject(answer) && tellsFailure(answer);
  } catch {
    // A getter that throws.
    return true;
  }
}

/** Where clients and services have what they were sent: axios, got, superagent, results, envelopes of JSON. */
const ENVELOPES = ["data", "body", "result", "response", "value"] as const;
/** Further in, a user has fields with these names. */
const OUTER_ENVELOPES = [...ENVELOPES, "text", "json", "payload", "_data", "obj", "parsedBody", "content"] as const;
/** An envelope in an envelope, in a client's answer; deeper is a user's data. */
const MOST_LAYERS = 4;

/** The answer, and what the service has sent in it, each item of a list by itself. Text is read as the JSON that it is. */
export function layersOf(answer: unknown, depth = MOST_LAYERS): readonly Fields[] {
  if (depth === 0 || !isObject(answer)) return [];
  if (Array.isArray(answer)) return answer.flatMap((item) => layersOf(item, depth));
  const envelopes = depth === MOST_LAYERS ? OUTER_ENVELOPES : ENVELOPES;
  const sent = envelopes.filter((name) => !(name === "value" && isAccountId(answer[name])));
  return [answer, ...sent.flatMap((name) => layersOf(sentIn(answer[name]), depth - 1))];
}

/** One word with a digit or an `@` in it, or a long one: no sentence, page or JSON, and none of these words. */
const ID =
  /^(?=.*[\d@]|.{16})(?!.*(?:[wW]rong|[iI]n(?:valid|correct)|[mM]ismatch|[fF]ail(?:ed|ure)|[eE]rror|[dD]enied|[rR]e(?:fused|jected|quired)|[uU]nauth|[eE]xpired|[lL]ocked|[pP]ending|[qQ]ueued|[sS]kipped|[eE]xists|[aA]lready|[dD]uplicate|[cC]onflict|[fF]ound|[vV]erified|[cC]redential))[\w.:|@+=~-]+$/;

/** Whether a text can only be the ID of an account: `value: "Unauthorized"` and `"duplicate"` are texts too. */
export function isAccountId(value: unknown): boolean {
  return typeof value === "string" && ID.test(value) && !SDKS_WORD.test(value);
}

/** A word such as `Created`; empty texts are what 204 has. Any other text that is not JSON may be a page of a proxy. */
const WORD_OF_SUCCESS = /^(?:ok|created|accepted|success|true|null|\d+)?$/i;

function sentIn(sent: unknown): unknown {
  const decoded = sent instanceof Uint8Array ? new TextDecoder().decode(sent) : sent;
  if (typeof decoded !== "string") return decoded;
  const text = decoded.trim();
  if (WORD_OF_SUCCESS.test(text)) return text;
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "string" ? sentIn(read) : read;
  } catch {
    return { status: text, error: "not JSON" };
  }
}

/** Each mark of a success that is there has to be one, and one has to be there. */
function isNamed({ ok, status, statusCode }: Fields): boolean {
  const marks = [ok, status, statusCode].filter((mark) => mark !== undefined);
  return marks.length > 0 && (ok === undefined || ok === true) && [status, statusCode].every(isGoodStatus);
}

/** These say what was done, and need no body. */
const SAYS_IT_ALL: ReadonlySet<unknown> = new Set([201, 204, 205]);

/** Whether it has a body that was not read: services answer 200 to what they refuse, and say so in it. */
function isUnread(answer: Fields): boolean {
  const { bodyUsed, body, data, status, statusCode } = answer;
  if (SAYS_IT_ALL.has(status ?? statusCode)) return false;
  return (bodyUsed === false && body !== null) || [answer, body, data].some(isUnreadStream);
}

/** Of the web, or of Node. */
function isUnreadStream(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { getReader, locked, pipe, readableEnded } = value;
  return (
    (typeof getReader === "function" && locked === false) || (typeof pipe === "function" && readableEnded === false)
  );
}

/** A part of an answer, or answers of several kinds; 202 promises what is not done yet. */
const NOT_DONE: ReadonlySet<number> = new Set([202, 206, 207, 226]);

/** A redirect leads to a page that was not opened. */
function isGoodStatus(status: unknown): boolean {
  if (typeof status === "number") return status >= 200 && status <= 299 && !NOT_DONE.has(status);
  return status === undefined || status === "OK";
}

const WORD_OF_FAILURE =
  /^(?:error|fail(?:ed|ure)?|rejected|refused|denied|invalid|conflict|forbidden|unauthorized|aborted|timeout|ko|nok|not[ _]?found|false|[45]\d\d)$/i;
/** The word of an SDK for a failure, such as `EMAIL_ALREADY_EXISTS_ERROR`. */
const SDKS_WORD = /^[A-Z0-9]+(?:_[A-Z0-9]+)+$/;
/** A field that has a failure in it, where it has anything. */
const NAME_OF_FAILURE =
  /^(?:is_?|has_?)?(?:err|errno|errors?|exceptions?|faults?|problems?|failures?|failed|rejected|refused|conflicts?)(?:_?(?:code|message|description|details|count|type))?$/i;
/** One that says `false` of a failure. */
const NAME_OF_SUCCESS =
  /^(?:is_?|was_?)?(?:ok|status|data|success(?:ful)?|succeeded|acknowledged|created|imported|updated|saved|stored|accepted|valid)$/i;

/** Services answer 200 to what they refuse, and say so in the body. */
function tellsFailure(answer: Fields): boolean {
  const { ok = true, success = true, status, statusCode, code, type, error, errors, problems } = answer;
  const { outcome, state, result, redirected } = answer;
  if (answer instanceof Error || "refused" in answer || redirected === true || ok !== true || success !== true)
    return true;
  const saysNo = (name: string) => answer[name] === false && NAME_OF_SUCCESS.test(name);
  if (Object.keys(answer).some((name) => saysNo(name) && !isStatusOfSuperagent(name, answer))) return true;
  if (
    [status, statusCode, type].some(isBad) ||
    [outcome, state, result].some(isWordOfFailure) ||
    SDKS_WORD.test(String(status)) ||
    !isGoodCode(code)
  )
    return true;
  const named = Object.keys(answer).filter((name) => NAME_OF_FAILURE.test(name));
  return [error, errors, problems, ...named.map((name) => answer[name])].some(isError);
}

/** superagent says of each status whether it is this one: `created`, `accepted`. */
function isStatusOfSuperagent(name: string, answer: Fields): boolean {
  return "statusType" in answer && "clientError" in answer && (name === "created" || name === "accepted");
}

function isBad(status: unknown): boolean {
  return typeof status === "number" ? status >= 300 : WORD_OF_FAILURE.test(String(status));
}

function isWordOfFailure(word: unknown): boolean {
  return typeof word === "string" && WORD_OF_FAILURE.test(word);
}

/** Beside an error it names the error; of a success it is 0, or repeats the status. */
function isGoodCode(code: unknown): boolean {
  if (typeof code === "string") return /^(?:0|2\d\d|ok|success)?$/i.test(code);
  return code === undefined || code === null || code === 0 || isGoodStatus(code);
}

/** superagent's `false`, an empty list, a count or a code of 0 and an empty message say that there is no error. */
function isError(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
