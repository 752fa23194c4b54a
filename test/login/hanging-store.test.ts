import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { webDoors } from "../../src/login/doors/web.js";
import { createLoginFallback } from "../../src/login/index.js";

const never = () => new Promise<never>(() => undefined);
const found = async () => ({ id: "1", passwordHash: null, email: "a@example.com" });
const fine = () => Response.json({});
const one = () => ["a@example.com"];
const two = () => ["a@example.com", "b@example.com"];
const change = () => ({ from: "a@example.com", to: "b@example.com" });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The status of a door's answer, and after how many seconds it came. */
async function answered(door: (request: Request) => Promise<Response>) {
  const request = new Request("http://localhost", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "a@example.com", password: "x" }),
  });
  const start = performance.now();
  let end: number | undefined;
  const answer = door(request).finally(() => {
    end = performance.now();
  });
  while (end === undefined) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(100);
  }
  return { status: (await answer).status, seconds: Math.round((end - start) / 1000) };
}

function doorsOver(store: { findLegacyUser?: () => Promise<never>; forgetUser?: () => Promise<never> }) {
  const service = { signIn: async () => null, importWithHash: async () => true };
  return webDoors(
    createLoginFallback({ store: { findLegacyUser: found, forgetUser: async () => true, ...store }, service }),
  );
}

it.each([
  ["sign-up", (doors: ReturnType<typeof doorsOver>) => doors.signUp(fine)],
  ["deletion", (doors: ReturnType<typeof doorsOver>) => doors.deletion(fine, two)],
  ["change of address", (doors: ReturnType<typeof doorsOver>) => doors.emailChange(fine, change)],
  ["new password", (doors: ReturnType<typeof doorsOver>) => doors.passwordSet(fine, one)],
])("a look-up that never answers holds a %s no longer than timeoutMs", async (_, door) => {
  expect(await answered(door(doorsOver({ findLegacyUser: never })))).toEqual({ status: 503, seconds: 10 });
});

it.each([
  ["deletion", (doors: ReturnType<typeof doorsOver>) => doors.deletion(fine, one)],
  ["new password", (doors: ReturnType<typeof doorsOver>) => doors.passwordSet(fine, one)],
])("nor does a forgetUser that never answers hold a %s", async (_, door) => {
  expect(await answered(door(doorsOver({ forgetUser: never })))).toEqual({ status: 503, seconds: 10 });
});
