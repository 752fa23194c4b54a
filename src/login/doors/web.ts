import { namesFailure } from "../../lib/named-success.js";
import type { LoginServer } from "../create-login-fallback.js";
import type { LegacyUser } from "../login-fallback-options.js";
import { createDoors, type DoorOptions, type Doors } from "./create-doors.js";
import { JSON_TYPE } from "./port.js";

/** Longer than any address and password. */
const MOST_BYTES = 10_240;
const HEADERS = { "cache-control": "no-store" };

/** A handler of Next, Hono, Remix, a Worker, Deno or Bun. */
export type WebHandler = (request: Request) => Promise<Response>;

/**
 * The doors of a login server for frameworks that answer a `Request` with a `Response`. Bodies are JSON of 10 KiB at most,
 * with its content type: any other is answered 415, so that no form of another site logs its visitor in. Your functions
 * get the request with its body unread.
 *
 * @param fallback What `createLoginFallback({ store, service })` gives.
 * @param options Names of the fields, the answer for an address that is taken, and your log.
 *
 * @example
 * ```ts
 * import { createLoginFallback } from "credport/login";
 * import { webDoors } from "credport/login/web";
 *
 * const fallback = createLoginFallback({
 *   store: { findLegacyUser: async () => null, forgetUser: async () => true },
 *   service: { signIn: async () => ({ ok: true, value: { userId: "u1" } }), importWithHash: async () => true },
 * });
 * const doors = webDoors(fallback);
 * const POST = doors.logIn((_, { account }) => Response.json({ account }));
 * const body = JSON.stringify({ email: "ann@example.com", password: "U*U" });
 * const headers = { "content-type": "application/json" };
 * (await POST(new Request("https://app.example/login", { method: "POST", headers, body }))).status; // => 200
 * ```
 */
export function webDoors<User extends LegacyUser, Account>(
  fallback: LoginServer<User, Account>,
  options?: DoorOptions,
): Doors<Request, Response, WebHandler, User, Account> {
  const port = {
    handler: (run: WebHandler): WebHandler => run,
    body: (request: Request) => jsonIn(unread(request).clone()),
    isOther: ({ body, headers }: Request) => body !== null && !JSON_TYPE.test(headers.get("content-type") ?? ""),
    copy: (request: Request) => (request.bodyUsed ? request : request.clone()),
    signal: (request: Request) => request.signal,
    answer: (_: Request, status: number, body: object) => Response.json(body, { status, headers: HEADERS }),
    hasFailed: async (_: Request, answer: Response) =>
      answer.status >= 400 || (isJson(answer) && namesFailure(await jsonIn(answer.clone()))),
  };
  return createDoors(fallback, port, options);
}

function isJson({ headers, bodyUsed }: Response): boolean {
  return !bodyUsed && JSON_TYPE.test(headers.get("content-type") ?? "");
}

function unread(request: Request): Request {
  if (!request.bodyUsed) return request;
  throw new TypeError("a middleware has read the request's body before webDoors: have it read request.clone()");
}

async function jsonIn({ body }: Pick<Request, "body">): Promise<unknown> {
  const reader = body?.getReader();
  if (reader === undefined) return undefined;
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
    if (bytes > MOST_BYTES) {
      // Not awaited: the app's half of the body is never read to its end.
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
  try {
    return JSON.parse(text + decoder.decode());
  } catch {
    return undefined;
  }
}
