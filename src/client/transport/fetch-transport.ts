import type { Answer, Transport } from "./transport.js";

/** The part of the Fetch standard that the client uses; every implementation of it fits. */
export type FetchLike = (url: string, init: FetchRequest) => Promise<FetchResponse>;

/** What the client hands to a `fetch` function. */
export interface FetchRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  /** Absent from a request that only reads. */
  readonly body?: string;
  readonly redirect: "manual";
  readonly signal: AbortSignal;
}

/** What the client reads of the response that a `fetch` function gives. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: {
    getReader(): {
      read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
      cancel(): Promise<void>;
    };
  } | null;
}

/** Sends over an implementation of the Fetch standard, following no redirect. */
export function fetchTransport(fetch: FetchLike): Transport {
  return async ({ url, method, headers, body, maxReplyBytes }, ending): Promise<Answer> => {
    const { signal } = ending;
    const content = body === undefined ? {} : { body };
    const request = { method, headers: { ...headers }, ...content, redirect: "manual" as const, signal };
    const response = await fetch(url, request);
    return {
      httpStatus: response.status,
      retryAfter: response.headers.get("retry-after"),
      date: response.headers.get("date"),
      bytes: await readBounded(response, maxReplyBytes),
    };
  };
}

/** The body, or undefined as soon as it is known to be longer than `limit`. */
async function readBounded(response: FetchResponse, limit: number): Promise<Uint8Array | undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done || value === undefined) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(value);
  }
  return concatenate(chunks, length);
}

function concatenate(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
