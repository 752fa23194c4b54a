/**
 * What a function of the caller's may answer once it has done its work, or failed to. `undefined`, `true`, `ok: true`
 * and a `status` that is `"OK"` or from 200 to 399 say that it succeeded. Nothing else does: a record, a list or
 * `{ data, error }` does not compile. Give back `true` where the service's own answer does not say it.
 */
export type CallerAnswer =
  // biome-ignore lint/suspicious/noConfusingVoidType: an async function that gives nothing back has succeeded.
  void | boolean | { readonly ok: boolean } | { readonly status: number | Uppercase<string> };

type Fields = Readonly<Record<string, unknown>>;

/**
 * Whether an answer says that the work was done. What was not understood is a failure: a password hash is deleted
 * after a success, and an answer that says nothing must not do that.
 */
export function namesSuccess(answer: unknown): boolean {
  if (answer === undefined || answer === true) return true;
  try {
    return isObject(answer) && isNamed(answer) && !layersOf(answer).some(tellsFailure);
  } catch {
    // A getter that throws.
    return false;
  }
}

/** The answer, and what the service has sent in it: axios has that in `data`, got and superagent have it in `body`. */
export function layersOf(answer: unknown): readonly Fields[] {
  return isObject(answer) ? [answer, answer.data, answer.body].filter(isObject) : [];
}

/** Each mark of a success that is there has to be one, and one has to be there. */
function isNamed({ ok, status, statusCode }: Fields): boolean {
  const marks = [ok, status, statusCode].filter((mark) => mark !== undefined);
  return marks.length > 0 && (ok === undefined || ok === true) && [status, statusCode].every(isGoodStatus);
}

function isGoodStatus(status: unknown): boolean {
  if (typeof status === "number") return status >= 200 && status <= 399;
  return status === undefined || status === "OK";
}

/** The word of an SDK for a failure, such as `EMAIL_ALREADY_EXISTS_ERROR`. */
const STATUS_OF_FAILURE = /^(?:[Ee]rror|ERROR|[Ff]ail(?:ed|ure)?|FAIL(?:ED|URE)?|[A-Z0-9]+(?:_[A-Z0-9]+)+)$/;

/** Services answer 200 to what they refuse, and say so in the body. */
function tellsFailure(answer: Fields): boolean {
  const { ok = true, success = true, status, error, errors, problems } = answer;
  if (answer instanceof Error || "refused" in answer || ok !== true || success !== true) return true;
  if (typeof status === "number" && status >= 400) return true;
  if (typeof status === "string" && STATUS_OF_FAILURE.test(status)) return true;
  return [error, errors, problems].some(isError);
}

/** superagent's `false` and an empty list say that there is no error. */
function isError(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== false;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
