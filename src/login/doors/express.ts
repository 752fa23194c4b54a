import type { LoginServer } from "../create-login-fallback.js";
import type { LegacyUser } from "../login-fallback-options.js";
import { createDoors, type DoorOptions, type Doors } from "./create-doors.js";
import { nodePort, type ParsedRequest } from "./port.js";

/** What a handler of Express gets, as far as the doors use it. `express.json()` has parsed the body. */
export interface ExpressRequest extends ParsedRequest {}

/** What a handler of Express answers with. */
export interface ExpressResponse {
  statusCode: number;
  readonly headersSent: boolean;
  readonly once: (event: "close", listener: () => void) => unknown;
  readonly status: (code: number) => ExpressResponse;
  readonly json: (body: unknown) => unknown;
}

/** Both at once, as your functions get them. What they give back is sent as JSON; after nothing they answer themselves. */
export interface ExpressContext<Req = ExpressRequest, Res = ExpressResponse> {
  readonly request: Req;
  readonly response: Res;
}

// biome-ignore-start lint/suspicious/noTsIgnore: whether it is an error depends on what the program has installed.
/** @ts-ignore Express's own types where a program has them, else `any`: the package depends on neither. */
type InstalledExpressRequest = import("express").Request;
/** @ts-ignore */
type InstalledExpressResponse = import("express").Response;
// biome-ignore-end lint/suspicious/noTsIgnore: as above

/** A handler of Express 4 and 5. */
export type ExpressHandler<Req, Res> = (request: Req, response: Res, next: (error?: unknown) => void) => Promise<void>;

/**
 * The doors of a login server for Express, after `express.json({ limit: "10kb" })`. Your functions give back what is sent
 * as JSON, or answer by `response` and give back nothing; one that has set `response.statusCode` to 400 or more has failed.
 * They get the types of `@types/express` where that is installed.
 *
 * @param fallback What `createLoginFallback({ store, service })` gives.
 * @param options Names of the fields, the answer for an address that is taken, and your log.
 *
 * @example
 * ```ts compile-only
 * import type { LoginServer } from "credport/login";
 * import { expressDoors } from "credport/login/express";
 *
 * declare const server: { post(path: string, handler: unknown): void };
 * declare const fallback: LoginServer;
 * const doors = expressDoors(fallback);
 * server.post("/login", doors.logIn(({ request }, { account }) => ({ loggedIn: true })));
 * ```
 */
export function expressDoors<
  User extends LegacyUser,
  Account,
  Req extends ExpressRequest = InstalledExpressRequest,
  Res extends ExpressResponse = InstalledExpressResponse,
>(
  fallback: LoginServer<User, Account>,
  options?: DoorOptions,
): Doors<ExpressContext<Req, Res>, unknown, ExpressHandler<Req, Res>, User, Account> {
  type Context = ExpressContext<Req, Res>;
  const handler =
    (run: (context: Context) => Promise<unknown>): ExpressHandler<Req, Res> =>
    async (request, response, next) => {
      try {
        const body = await run({ request, response });
        if (body !== undefined && !response.headersSent) response.json(body);
      } catch (error) {
        next(error);
      }
    };
  const replyOf = ({ response }: Context) => response;
  const port = nodePort("{ request, response }", handler, replyOf, replyOf);
  const body = ({ request }: Context) => parsed(request);
  return createDoors(fallback, { ...port, body }, options);
}

/** What a parser would have read is a fault of the program; the visitor's own are a body of another type, or none. */
function parsed({ body, headers = {} }: ExpressRequest): unknown {
  const { "content-type": type = "", "content-length": length = "0", "transfer-encoding": coding } = headers;
  const hasBody = length !== "0" || coding !== undefined;
  if (body !== undefined || !hasBody || !/^application\/json\s*(?:;|$)/i.test(type)) return body;
  throw new TypeError("expressDoors: request.body is undefined: put app.use(express.json()) before the doors");
}
