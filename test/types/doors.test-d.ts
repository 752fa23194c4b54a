import type { FastifyReply, FastifyRequest } from "fastify";
import { expectTypeOf, it } from "vitest";
import { expressDoors } from "../../src/login/doors/express.js";
import { fastifyDoors } from "../../src/login/doors/fastify.js";
import { webDoors } from "../../src/login/doors/web.js";
import { createLoginFallback } from "../../src/login/index.js";

const fallback = createLoginFallback({
  store: { findLegacyUser: async () => null, forgetUser: async () => true },
  service: {
    signIn: async () => ({ ok: true as const, value: { userId: "u1" } }),
    importWithHash: async () => true,
  },
});
type Account = { userId: string } | undefined;

it("the doors of a framework give its own types, and the account, without an annotation", () => {
  expressDoors(fallback).logIn(({ request, response }, { account }) => {
    expectTypeOf(request.ip).toEqualTypeOf<string | undefined>();
    expectTypeOf(response.cookie("session", "1").locals).toEqualTypeOf<"of the installed types">();
    expectTypeOf(account).toEqualTypeOf<Account>();
  });
  fastifyDoors(fallback).logIn(({ request, reply }, { account }) => {
    expectTypeOf(request).toEqualTypeOf<FastifyRequest>();
    expectTypeOf(reply).toEqualTypeOf<FastifyReply>();
    expectTypeOf(account).toEqualTypeOf<Account>();
  });
  webDoors(fallback).logIn((request, { account }) => {
    expectTypeOf(request).toEqualTypeOf<Request>();
    expectTypeOf(account).toEqualTypeOf<Account>();
    return Response.json({ account });
  });
});
