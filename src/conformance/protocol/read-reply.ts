import { defined } from "../../lib/defined.js";
import { isJsonObject, parsedJson } from "../../lib/json-text.js";
import type { Answer, HelloReply, ImplementationName, Spoken } from "./messages.js";
import { shownText } from "./shown-text.js";

/** Lists and objects inside each other; no output has more than six. */
const DEEPEST = 64;
const LONGEST_NAME = 200;

/** A line that has been understood, or what is wrong with it in a few words. */
export type Reading<T> = { readonly value: T } | { readonly fault: string; readonly isWrongSequenceNumber?: true };

/** What a program wrote, as an object; never one that is too deep to be compared and reported. */
export function parseObject(text: string, what = "a line"): Reading<Record<string, unknown>> {
  if (isTooDeep(text)) return { fault: `${what} with more than ${DEEPEST} lists and objects inside each other` };
  const value = parsedJson(text);
  if (value === undefined) return { fault: `${what} that is not JSON` };
  return isJsonObject(value) ? { value } : { fault: `${what} that is not a JSON object` };
}

/** Counts brackets outside of strings, in one pass. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isInString) {
      if (character === "\\") at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "[" || character === "{") {
      if (++depth > DEEPEST) return true;
    } else if (character === "]" || character === "}") depth--;
  }
  return false;
}

export function readHelloReply(line: string): Reading<HelloReply> {
  const parsed = parseObject(line);
  if ("fault" in parsed) return parsed;
  const { protocol, implementation, operations } = parsed.value;
  const spoken = defined({ notations: parsed.value.notations ?? undefined, owners: parsed.value.owners ?? undefined });
  if (typeof protocol !== "number") return { fault: "a hello without protocol" };
  if (!isJsonObject(implementation)) return { fault: "a hello without implementation" };
  const { name, version, language } = implementation;
  const reproduce = implementation.reproduce ?? undefined;
  if (typeof name !== "string" || typeof version !== "string" || typeof language !== "string") {
    return { fault: "an implementation without name, version or language" };
  }
  if (!isTextByName(reproduce)) return { fault: "an implementation whose reproduce is not text by operation" };
  if (!isTextList(operations)) return { fault: "a hello without operations" };
  if (!Object.values(spoken).every(isTextList))
    return { fault: "a hello whose notations or owners are not a list of names" };
  const shown = (text: string) => shownText(text, LONGEST_NAME);
  return {
    value: {
      protocol,
      implementation: {
        name: shown(name),
        version: shown(version),
        language: shown(language),
        ...templatesOf(reproduce),
      },
      operations,
      ...(spoken as Spoken),
    },
  };
}

export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isTextByName(value: unknown): value is Record<string, string> | undefined {
  return value === undefined || (isJsonObject(value) && Object.values(value).every((one) => typeof one === "string"));
}

function templatesOf(reproduce: Record<string, string> | undefined): Pick<ImplementationName, "reproduce"> {
  if (reproduce === undefined) return {};
  const shown = Object.entries(reproduce).map(([operation, line]) => [operation, shownText(line)] as const);
  return { reproduce: Object.fromEntries(shown) };
}

/** The answer in a line, once its sequence number has been checked. */
export function readRunReply(line: string, expectedSeq: number): Reading<Answer> {
  const parsed = parseObject(line);
  if ("fault" in parsed) return parsed;
  const { seq, ...answer } = parsed.value;
  if (seq !== expectedSeq) {
    const given = typeof seq === "number" ? String(seq) : "none";
    return { fault: `the sequence number ${given} instead of ${expectedSeq}`, isWrongSequenceNumber: true };
  }
  return readAnswer(answer);
}

/** Exactly one of the four kinds of answer, with what each must hold; null stands for absent. */
export function readAnswer(answer: Record<string, unknown>): Reading<Answer> {
  const kinds = ["ok", "error", "skipped", "errored"].filter((kind) => (answer[kind] ?? null) !== null);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    return { fault: "an answer that is not exactly one of ok, error, skipped and errored" };
  }
  const value = answer[kind];
  if (!isJsonObject(value)) return { fault: `an answer whose ${kind} is not an object` };
  const { offset, context } = value;
  switch (kind) {
    case "ok":
      return { value: { ok: value } };
    case "error":
      return { value: { error: { ...text(value, "code"), ...(typeof offset === "number" ? { offset } : {}) } } };
    case "skipped":
      return typeof value.reason === "string"
        ? { value: { skipped: { reason: shownText(value.reason), ...text(value, "issueUrl") } } }
        : { fault: "a skipped case without a reason" };
    default:
      return { value: { errored: { context: typeof context === "string" ? shownText(context) : "" } } };
  }
}

function text(value: Record<string, unknown>, name: string): Record<string, string> {
  const found = value[name];
  return typeof found === "string" ? { [name]: shownText(found) } : {};
}
