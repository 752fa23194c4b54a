import type { Dispatcher } from "./dispatch.js";

const MAX_BODY_BYTES = 1 << 20;
const MAX_BULK_BYTES = 1 << 26;

/** Bytes of a request body that are read; ten thousand users need more than one. */
export const mostBodyBytes = (pathname: string): number =>
  /\/bulk-import\/users\/?(?:\?|$)/i.test(pathname) ? MAX_BULK_BYTES : MAX_BODY_BYTES;

const UTF_8 = /;\s*charset\s*=\s*"?utf-?8"?\s*(?:;|$)/i;

/** The text of a body: without a charset it is ISO-8859-1, whatever JSON's own standard says, as at the core's server. */
export function bodyText(bytes: Uint8Array, contentType: string | null | undefined): string {
  const isUtf8 = UTF_8.test(contentType ?? "");
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(isUtf8 ? "utf8" : "latin1");
}

/** The Fetch standard over function calls: whatever takes a `fetch` can talk to the service without a socket. */
export function inProcessFetch(dispatcher: Dispatcher): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const bytes = new Uint8Array(await request.arrayBuffer());
    const { pathname, search } = new URL(request.url);
    const answer = await dispatcher.answer({
      method: request.method,
      target: pathname + search,
      headers: request.headers,
      body: bytes.length > mostBodyBytes(pathname) ? undefined : bodyText(bytes, request.headers.get("content-type")),
    });
    if (answer.breaksOff === true) throw new TypeError("fetch failed", { cause: CONNECTION_RESET });
    return new Response(answer.body, {
      status: answer.httpStatus,
      headers: { ...answer.headers, "content-type": answer.contentType },
    });
  };
}

/** What Node's own `fetch` gives as the cause. */
const CONNECTION_RESET = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
