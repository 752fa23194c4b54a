import { offAbort, onAbort } from "../../lib/abort-listeners.js";

export interface Answer {
  readonly httpStatus: number;
  readonly retryAfter: string | null;
  /** The header `Date`. */
  readonly date: string | null;
  /** Undefined where the body is longer than the limit. */
  readonly bytes: Uint8Array | undefined;
}

/** Sends a request and reads the answer; rejects where none comes. */
export type Transport = (exchange: Exchange, ending: Ending) => Promise<Answer>;

/**
 * Ends one attempt before its time, at most once. A signal is made for callers that need one
 * only: it costs as much as a tenth of the whole attempt.
 */
export class Ending {
  #hasEnded = false;
  #listener: (() => void) | undefined;
  #controller: AbortController | undefined;

  /**
   * Set by a transport that tells when it begins to write, until it does. Others are taken to have
   * sent something at once.
   */
  isUnsent = false;

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** For transports that take a signal. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#hasEnded) this.#controller.abort();
    return this.#controller.signal;
  }

  /** For transports that can do without; one listener at most. */
  onEnd(listener: () => void): void {
    this.#listener = listener;
    if (this.#hasEnded) listener();
  }

  end(): void {
    this.#hasEnded = true;
    this.#listener?.();
    this.#controller?.abort();
  }
}

export interface Exchange {
  readonly url: string;
  readonly method: string;
  /** Of many exchanges. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for a call that only reads. */
  readonly body: string | undefined;
  readonly maxReplyBytes: number;
}

/** For a transport that knows that the service has seen nothing of the request. */
export class NotSentError extends Error {
  readonly code: string;

  /** @param code Names the fault where its cause has no name. */
  constructor(code: string, cause?: unknown) {
    super("the request was not sent", { cause });
    this.name = "NotSentError";
    this.code = code;
  }
}

/** How one attempt to send a request ended. */
export type Attempt =
  | ({ readonly kind: "answered" } & Answer)
  /** The service has seen nothing: no connection came about, or nothing could be sent over it. */
  | { readonly kind: "unreachable"; readonly reason: string; readonly isTls: boolean }
  /** Broken off after the request was on its way: it may have been carried out. */
  | { readonly kind: "lost"; readonly reason: string }
  | { readonly kind: "timed-out" }
  /** The caller ended the call before anything was sent. */
  | { readonly kind: "not-sent" }
  /** Ended by the caller while it was on its way. */
  | { readonly kind: "aborted" };

/** How long one attempt may take, and who may end it. */
export interface Patience {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

const NEVER_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
  // Older releases of Bun
  "ConnectionRefused",
  "FailedToOpenSocket",
]);

const TLS_CODE = /^(?:CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO$|HOSTNAME_MISMATCH$)/;
const CODE = /^[A-Z][A-Za-z0-9_]{0,60}$/;

const NO_CONNECTION: Attempt = { kind: "unreachable", reason: "TIMED_OUT", isTls: false };

/** Sends a request once. Never throws: however it ends is a value. */
export function sendOnce(transport: Transport, exchange: Exchange, { timeoutMs, signal }: Patience): Promise<Attempt> {
  if (signal?.aborted) return Promise.resolve({ kind: "not-sent" });
  const ending = new Ending();
  return new Promise((resolve) => {
    const settle = (attempt: Attempt): void => {
      clearTimeout(timer);
      offAbort(signal, place, endForCaller);
      resolve(attempt);
    };
    // A transport that ignores its signal must not hold the caller up.
    const endEarly = (attempt: Attempt): void => {
      settle(attempt);
      ending.end();
    };
    const timer = setTimeout(() => endEarly(ending.isUnsent ? NO_CONNECTION : { kind: "timed-out" }), timeoutMs);
    const endForCaller = (): void => endEarly({ kind: ending.isUnsent ? "not-sent" : "aborted" });
    const place = onAbort(signal, endForCaller);
    invoke(transport, exchange, ending).then(
      // Field by field: spreading takes several times as long.
      ({ httpStatus, retryAfter, date, bytes }) => settle({ kind: "answered", httpStatus, retryAfter, date, bytes }),
      (error) => settle(describeFailure(error)),
    );
  });
}

/** A transport that throws instead of rejecting is taken at its word too. */
function invoke(transport: Transport, exchange: Exchange, ending: Ending): Promise<Answer> {
  try {
    return transport(exchange, ending);
  } catch (error) {
    return Promise.reject(error);
  }
}

function describeFailure(error: unknown): Attempt {
  const wasNotSent = error instanceof NotSentError;
  const reason = (wasNotSent ? codeIn(error.cause) : undefined) ?? codeIn(error) ?? "UNKNOWN";
  const isTls = TLS_CODE.test(reason);
  if (wasNotSent || isTls || NEVER_CONNECTED.has(reason)) return { kind: "unreachable", reason, isTls };
  return { kind: "lost", reason };
}

/** The system's or the library's name of the error; its message is left out, for it can quote the request. */
function codeIn(error: unknown): string | undefined {
  let current: unknown = error;
  for (let depth = 0; depth < 4 && typeof current === "object" && current !== null; depth++) {
    const { code, cause, errors } = current as { code?: unknown; cause?: unknown; errors?: unknown };
    if (typeof code === "string" && CODE.test(code)) return code;
    current = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return undefined;
}
