import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createLoginFallback } from "../../src/login/index.js";
import { success } from "../../src/result.js";

/** An old system that gives no hashes, and says whether a password is right. */
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { username, password } = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>;
  asked.push(username as string);
  response.statusCode = isDown ? 500 : username === "ann" && password === "hunter2 and more" ? 200 : 401;
  response.end();
});
const asked: string[] = [];
let isDown = false;
beforeAll(() => new Promise<void>((done) => void server.listen(0, "127.0.0.1", done)));
afterAll(() => new Promise((done) => server.close(done)));

function fallback() {
  const signUp = vi.fn(async (_user: { id: string }, _password: string): Promise<void> => undefined);
  const importUser = vi.fn(async () => undefined);
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const users = [{ id: "1", email: "ann@example.com", passwordHash: "ann" }];
  const login = createLoginFallback({
    // The name by which the old system knows the user, in the place of a hash.
    findLegacyUser: async (identifier) => users.find(({ email }) => email === identifier) ?? null,
    commonHash: "nobody",
    verify: async (password, username, { signal } = {}) => {
      const body = JSON.stringify({ username, password });
      const { status } = await fetch(address(), { method: "POST", body, ...(signal ? { signal } : {}) });
      if (status !== 200 && status !== 401) {
        const message = "the old system does not answer";
        return { ok: false, problems: [{ code: "verify/engine-failed", message }] };
      }
      return success({ matches: status === 200, scheme: "bcrypt", needsRehash: true, coverage: "whole" });
    },
    importUser,
    signUp,
  });
  return { login, signUp, importUser };
}

it("makes the account with the password that the old system has confirmed", async () => {
  const { login, signUp, importUser } = fallback();
  expect(await login.attempt("ann@example.com", "wrong")).toMatchObject({ kind: "wrong-password" });
  expect(signUp).not.toHaveBeenCalled();
  expect(await login.attempt("ann@example.com", "hunter2 and more")).toMatchObject({
    kind: "migrated",
    by: "password",
  });
  expect(signUp.mock.calls.map(([user, password]) => [user.id, password])).toEqual([["1", "hunter2 and more"]]);
  expect(importUser).not.toHaveBeenCalled();
});

it("asks for an unknown user as well, and lets nobody in while the old system is down", async () => {
  const { login, signUp } = fallback();
  asked.length = 0;
  expect(await login.attempt("bob@example.com", "hunter2 and more")).toMatchObject({ kind: "unknown-user" });
  expect(asked).toEqual(["nobody"]);
  isDown = true;
  expect(await login.attempt("ann@example.com", "hunter2 and more")).toMatchObject({ kind: "busy" });
  expect(signUp).not.toHaveBeenCalled();
});
