import { availableParallelism } from "node:os";
import { afterEach, describe, expect, it } from "vitest";
import {
  DEFAULT_VERIFY_LIMITS,
  estimateVerification,
  hashProviderScrypt,
  verifyPassword,
} from "../../../src/verify/index.js";

const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

describe("a caller's bug in what is mixed into a password", () => {
  it.each<[string, unknown]>([
    ["a number as pepper", { pepper: 5 }],
    ["a list that is empty", { pepper: [] }],
    ["a list with a number", { pepper: ["a", 5] }],
    ["a list with nothing but a number", { pepper: [5] }],
    ["an object as pepper", { pepper: { length: 1, 0: "a" } }],
    ["a text as salt", { salt: "x" }],
    ["a number before it", { salt: { before: 1 } }],
    ["a number after it", { salt: { after: 1 } }],
    ["a number after a text", { salt: { before: "x", after: 1 } }],
  ])("%s is a TypeError", async (_what, options) => {
    expect(() => estimateVerification(BCRYPT, options as object)).toThrow(TypeError);
    await expect(verifyPassword("x", BCRYPT, options as object)).rejects.toThrow(TypeError);
  });

  it.each([5, null, undefined, {}])("a hash that is %j is one too", async (hash) => {
    expect(() => estimateVerification(hash as never)).toThrow(/^hash /);
  });
});

describe("a salt and a pepper that are empty", () => {
  const matches = async (options: object) => {
    const verified = await verifyPassword("U*U", BCRYPT, options);
    return verified.ok ? verified.value.matches : verified.problems[0].code;
  };

  it.each([
    { pepper: "" },
    { pepper: [""] },
    { salt: {} },
    { salt: { before: "", after: "" } },
    { salt: { before: null, after: undefined } },
  ])("%j leave the password as it is", async (options) => {
    expect(await matches(options)).toBe(true);
  });

  it("are not left out where there is something", async () => {
    expect(await matches({ salt: { before: "x" } })).toBe(false);
    expect(await matches({ salt: { after: "x" } })).toBe(false);
    expect(await matches({ pepper: ["x", ""], source: "devise" })).toBe(true);
    expect(await matches({ pepper: "x", source: "devise" })).toBe(false);
  });
});

it("makes no hash of what is not sound", async () => {
  const parts = { memCost: 4, rounds: 8, saltSeparator: "Bw==", salt: "c2FsdA==" };
  const signerKey = Buffer.alloc(64, 7).toString("base64");
  const codeOf = async (changed: object, password = "x") => {
    const made = await hashProviderScrypt(password, { ...parts, signerKey, ...changed });
    return made.ok ? "made" : made.problems[0].code;
  };
  expect(await codeOf({})).toBe("made");
  expect(await codeOf({}, "x".repeat(1025))).toBe("verify/password-too-long");
  expect(await codeOf({ signerKey: "!" })).toMatch(/signer-key/);
  expect(await codeOf({ salt: "!" })).toMatch(/^provider-scrypt\//);
  expect(await codeOf({ memCost: 30 })).toBe("verify/cost-over-limit");
});

describe("verifications at the same time by default", () => {
  const given = process.env.UV_THREADPOOL_SIZE;
  afterEach(() => {
    if (given === undefined) delete process.env.UV_THREADPOOL_SIZE;
    else process.env.UV_THREADPOOL_SIZE = given;
  });
  const withPool = (size: string) => {
    process.env.UV_THREADPOOL_SIZE = size;
    return DEFAULT_VERIFY_LIMITS.concurrency;
  };

  it("are as many as the thread pool has, and one more than there are cores at most", () => {
    expect([withPool("1"), withPool("2")]).toEqual([1, 2]);
    expect(withPool("1000")).toBe(availableParallelism() + 1);
  });

  it.each(["0", "-1", "1.5", "many", ""])("are those of four threads where the pool has %j", (size) => {
    expect(withPool(size)).toBe(Math.min(availableParallelism() + 1, 4));
  });
});
