import { jsonObject } from "../../lib/json-text.js";
import { counted } from "../../lib/plural.js";
import { type ClientProblemCode, problem } from "../../problems/client.js";
import type { Place, Problem, ServiceText } from "../../result.js";
import type { ReplyBody } from "./reply.js";
import type { Sent } from "./sent.js";

/**
 * The one place where words of the service become text that may be shown or written down. A service
 * that fails, or that is another program, can quote what it was sent.
 */
export class ServiceAnswer {
  readonly #text: string;
  readonly #instead: string | undefined;
  readonly #sent: Sent;

  /** @param bytes Undefined where there were more than `maxReplyBytes`. */
  constructor(bytes: Uint8Array | undefined, maxReplyBytes: number, sent: Sent) {
    const text = bytes === undefined ? undefined : decode(bytes);
    this.#text = text ?? "";
    this.#instead = insteadOf(bytes, text, maxReplyBytes);
    this.#sent = sent;
  }

  /** For a person. */
  excerpt(): ServiceText {
    return this.#instead === undefined ? this.#screen(this.#text, LONGEST_EXCERPT, markKeys) : ours(this.#instead);
  }

  /** Whether a word of ours is in it. */
  mentions(word: string): boolean {
    return this.#text.includes(word);
  }

  json(): ReplyBody | undefined {
    return jsonObject(this.#text);
  }

  /** A short text out of the body. */
  word(value: string): ServiceText {
    return this.#screen(value, LONGEST_WORD, markKeys);
  }

  /** The name of something on the service, unchanged; undefined where the text is not such a name. */
  id(value: unknown): ServiceText | undefined {
    if (typeof value !== "string" || value === "" || value.length > LONGEST_ID) return undefined;
    return UNPRINTABLE.test(value) || this.#sent.isQuotedIn(value) ? undefined : (value as ServiceText);
  }

  /** A value out of the body for `console.log`; IDs of the service stay readable, however long they are. */
  describe(value: unknown, depth = 0): unknown {
    if (typeof value === "string") return this.#screen(value, LONGEST_EXCERPT);
    if (typeof value !== "object" || value === null) return value;
    if (depth === DEEPEST) return "…";
    const entries = Object.entries(value).slice(0, MOST_ENTRIES);
    const described = entries.map(
      ([name, inner]) => [this.#screen(name, LONGEST_WORD), this.describe(inner, depth + 1)] as const,
    );
    return Array.isArray(value) ? described.map(([, inner]) => inner) : Object.fromEntries(described);
  }

  /** @param markMore Marks what is to be taken out beside what was sent. */
  #screen(text: string, longest: number, markMore?: typeof markKeys): ServiceText {
    const plain = decodeEscapes(text.slice(0, MOST_READ)).replace(NOT_PLAIN, " ").trim();
    const marks = this.#sent.marks(plain);
    markMore?.(marks, plain);
    const shown = withoutMarked(plain, marks);
    const isCut = shown.length > longest || text.length > MOST_READ;
    return (isCut ? `${shown.slice(0, longest)}…` : shown) as ServiceText;
  }
}

/** The core stores 128 characters. Whatever is far longer is not an ID. */
export const LONGEST_ID = 1024;
const LONGEST_EXCERPT = 200;
const LONGEST_WORD = 100;
/** Characters that are looked at; what comes later is not shown. */
const MOST_READ = 2048;
const DEEPEST = 8;
const MOST_ENTRIES = 100;

const NOT_PLAIN = /[^\u0020-\u007e]+/g;
/** What moves a terminal's cursor, ends a line or turns the direction of writing. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;
/** Whatever looks like a key or a hash, also where this call did not send it. */
const RUN = /[A-Za-z0-9+/=_$-]{16,}/g;

function markKeys(marks: Uint8Array, text: string): void {
  for (const { 0: run, index } of text.matchAll(RUN)) {
    // Names of settings and of classes are long too, but have no digits in them.
    if (/[0-9]/.test(run)) marks.fill(1, index, index + run.length);
  }
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Where the text itself says nothing to a person. */
function insteadOf(bytes: Uint8Array | undefined, text: string | undefined, maxReplyBytes: number): string | undefined {
  if (bytes === undefined) return `a body of more than ${counted(maxReplyBytes, "byte")}`;
  if (text === undefined) return `${counted(bytes.length, "byte")} that are not UTF-8`;
  const start = text.trimStart();
  if (start === "") return "an empty body";
  return start.startsWith("<") ? `a web page of ${counted(text.length, "character")}` : undefined;
}

const ESCAPE = /\\u([0-9a-f]{4})|%([0-9a-f]{2})|&#x([0-9a-f]{1,5});|&#([0-9]{1,6});|\\(\/)/gi;

/** Takes the escapes of JSON, URLs and HTML off, two layers of them: under them a secret looks different. */
function decodeEscapes(text: string): string {
  const decodeOnce = (escaped: string): string =>
    escaped.replace(ESCAPE, (_all, json, url, hex, decimal, slash) => {
      if (slash !== undefined) return slash;
      const code = decimal === undefined ? Number.parseInt(json ?? url ?? hex, 16) : Number(decimal);
      return code < 0x80 ? String.fromCharCode(code) : " ";
    });
  return decodeOnce(decodeOnce(text));
}

/** Stands for what was taken out. Shorter than any piece, and no piece can have its middle. */
const TAKEN_OUT = "<…>";

function withoutMarked(text: string, marks: Uint8Array): string {
  let shown = "";
  for (let at = 0; at < text.length; at++) {
    if (marks[at] === 0) shown += text[at];
    else if (at === 0 || marks[at - 1] === 0) shown += TAKEN_OUT;
  }
  return shown;
}

/** A text that is written in this program. */
function ours(text: string): ServiceText {
  return text as ServiceText;
}

/** A sentence of ours around words of the service; raw text does not fit in. */
export function told(texts: TemplateStringsArray, ...values: readonly (ServiceText | number)[]): ServiceText {
  return ours(String.raw({ raw: texts }, ...values));
}

/** A word of the service that is in a list of ours. */
export function listed(word: string, list: ReadonlyMap<string, unknown>): ServiceText | undefined {
  return list.has(word) ? ours(word) : undefined;
}

/** A problem of which the service has said something. */
export function toldProblem(code: ClientProblemCode, message: ServiceText, place: Omit<Place, "offset">): Problem {
  return problem(code, message, place);
}
