import { namesFailure } from "../../lib/named-success.js";

/** What a framework is like. */
export interface Port<Context, Answer, Handler> {
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
  /** By its status, or by what it says: SDKs answer 200 to a password that their rules refuse. */
  readonly hasFailed: (context: Context, answer: Answer) => boolean | Promise<boolean>;
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
    hasFailed: (context, answer) => replyOf(context).statusCode >= 400 || namesFailure(answer),
  };
}
