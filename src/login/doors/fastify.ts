import type { LoginServer } from "../create-login-fallback.js";
import type { LegacyUser } from "../login-fallback-options.js";
import { createDoors, type DoorOptions, type Doors } from "./create-doors.js";
import { nodePort, type ParsedRequest } from "./port.js";

/** What a handler of Fastify gets, as far as the doors use it. */
export interface FastifyRequest extends ParsedRequest {}

/** What a handler of Fastify answers with. */
export interface FastifyReply {
  statusCode: number;
  readonly code: (status: number) => unknown;
  readonly raw: { readonly once: (event: "close", listener: () => void) => unknown };
}

/** Both at once, as your functions get them. */
export interface FastifyContext<Req = FastifyRequest, Rep = FastifyReply> {
  readonly request: Req;
  readonly reply: Rep;
}

// biome-ignore-start lint/suspicious/noTsIgnore: whether it is an error depends on what the program has installed.
/** @ts-ignore Fastify's own types where a program has them, else `any`: the package does not depend on it. */
type InstalledFastifyRequest = import("fastify").FastifyRequest;
/** @ts-ignore */
type InstalledFastifyReply = import("fastify").FastifyReply;
// biome-ignore-end lint/suspicious/noTsIgnore: as above

/** A handler of Fastify. */
export type FastifyHandler<Req, Rep> = (request: Req, reply: Rep) => Promise<unknown>;

/**
 * The doors of a login server for Fastify. Your functions give back the payload; one that has set the reply's code to 400
 * or more has failed.
 *
 * @param fallback What `createLoginFallback({ store, service })` gives.
 * @param options Names of the fields, the answer for an address that is taken, and your log.
 *
 * @example
 * ```ts compile-only
 * import type { LoginServer } from "credport/login";
 * import { fastifyDoors } from "credport/login/fastify";
 *
 * declare const server: { post(path: string, handler: unknown): void };
 * declare const fallback: LoginServer;
 * const doors = fastifyDoors(fallback);
 * server.post("/login", doors.logIn(({ request }, { account }) => ({ loggedIn: true })));
 * ```
 */
export function fastifyDoors<
  User extends LegacyUser,
  Account,
  Req extends FastifyRequest = InstalledFastifyRequest,
  Rep extends FastifyReply = InstalledFastifyReply,
>(
  fallback: LoginServer<User, Account>,
  options?: DoorOptions,
): Doors<FastifyContext<Req, Rep>, unknown, FastifyHandler<Req, Rep>, User, Account> {
  type Context = FastifyContext<Req, Rep>;
  const handler =
    (run: (context: Context) => Promise<unknown>): FastifyHandler<Req, Rep> =>
    (request, reply) =>
      run({ request, reply });
  const port = nodePort(
    "{ request, reply }",
    handler,
    ({ reply }) => reply,
    ({ reply }) => reply.raw,
  );
  return createDoors(fallback, port, options);
}
