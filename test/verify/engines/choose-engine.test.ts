import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EnginePolicy } from "../../../src/verify/engines/choose-engine.js";
import type { Primitive, Requests } from "../../../src/verify/engines/engine.js";

const password = new Uint8Array(1).fill(0x6b);
const salt = new Uint8Array(16);
const REQUESTS: Requests = {
  bcrypt: { password, salt, cost: 4 },
  argon2: {
    password,
    salt,
    variant: "argon2id",
    version: 19,
    memoryCost: 8,
    timeCost: 1,
    parallelism: 1,
    length: 16,
  },
  scrypt: { password, salt, n: 16, r: 1, p: 1, length: 16 },
  pbkdf2: { password, salt, iterations: 1, digest: "sha1", length: 16 },
};
const NATIVE = "../../../src/verify/engines/native-engines.js";
const PORTABLE = "../../../src/verify/engines/portable-engines.js";

/** The modules anew, with some loaders that fail. */
async function engines(failing: Readonly<Record<string, () => Promise<never>>> = {}) {
  for (const path of [NATIVE, PORTABLE]) {
    const real = await vi.importActual<Record<string, unknown>>(path);
    const own = Object.fromEntries(Object.entries(failing).filter(([name]) => name in real));
    vi.doMock(path, () => ({ ...real, ...own }));
  }
  return import("../../../src/verify/engines/choose-engine.js");
}

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.doUnmock(NATIVE);
  vi.doUnmock(PORTABLE);
  vi.resetModules();
});

async function chosen(primitive: Primitive, failing = {}): Promise<string> {
  const { chooseEngine } = await engines(failing);
  const engine = await chooseEngine(primitive, REQUESTS[primitive]);
  return typeof engine === "string" ? engine : engine.name;
}

describe("the engine of a request", () => {
  it.each<[Primitive, string, string]>([
    ["bcrypt", "@node-rs/bcrypt", "hash-wasm"],
    ["argon2", "@node-rs/argon2", "hash-wasm"],
    ["scrypt", "node:crypto", "scrypt-js"],
    ["pbkdf2", "node:crypto", "Web Crypto"],
  ])("for %s is %s, and without native code %s", async (primitive, native, portable) => {
    expect(await chosen(primitive)).toBe(native);
    vi.resetModules();
    vi.stubEnv("CREDPORT_ENGINES", "portable");
    expect(await chosen(primitive)).toBe(portable);
    vi.resetModules();
    vi.stubEnv("CREDPORT_ENGINES", "native");
    expect(await chosen(primitive)).toBe(native);
  });

  it.each<[EnginePolicy, Partial<Requests["argon2"]>, string]>([
    [{ native: true, without: ["@node-rs/argon2"] }, {}, "argon2"],
    [{ native: true, without: ["@node-rs/argon2", "argon2"] }, {}, "hash-wasm"],
    [{ native: false }, { version: 16 }, "@noble/hashes"],
    [{ native: false, without: ["hash-wasm"] }, {}, "@noble/hashes"],
    [{ native: false, without: ["hash-wasm", "@noble/hashes"] }, {}, "missing"],
    [{ native: false, without: ["@noble/hashes"] }, { version: 16 }, "missing"],
  ])("for argon2 under %j and %j is %s", async (policy, differs, name) => {
    const { chooseEngine, setEnginePolicy } = await engines();
    setEnginePolicy(policy);
    const engine = await chooseEngine("argon2", { ...REQUESTS.argon2, ...differs });
    expect(typeof engine === "string" ? engine : engine.name).toBe(name);
  });

  it("is loaded once, until the policy changes", async () => {
    const { enginesFor, setEnginePolicy } = await engines();
    const first = enginesFor("scrypt");
    expect(enginesFor("scrypt")).toBe(first);
    setEnginePolicy({ native: false });
    expect(enginesFor("scrypt")).not.toBe(first);
    expect((await enginesFor("scrypt")).engines.map(({ name }) => name)).toEqual([
      "scrypt-js",
      "hash-wasm",
      "scrypt-js",
    ]);
    expect(await enginesFor("bcrypt")).toMatchObject({ wasForbidden: false });
  });
});

describe("where the process may not load native code", () => {
  const failed = (properties: object) => () => Promise.reject(Object.assign(new Error("no"), properties));
  const nothing = failed({});
  const WITHOUT = {
    loadHashWasmBcrypt: nothing,
    loadBcryptjs: nothing,
    loadScryptJs: nothing,
    loadNodePbkdf2: nothing,
  };
  let deep: Error = Object.assign(new Error("no"), { code: "ERR_DLOPEN_DISABLED" });
  const nested = Array.from({ length: 12 }, () => (deep = new Error("around", { cause: deep })));

  it.each<[string, () => Promise<never>, string]>([
    ["by its code", failed({ code: "ERR_DLOPEN_DISABLED" }), "forbidden"],
    ["by the code of the permission model", failed({ code: "ERR_ACCESS_DENIED" }), "forbidden"],
    ["by its words", () => Promise.reject(new Error("x: loading addons is disabled.")), "forbidden"],
    ["by its cause", failed({ cause: Object.assign(new Error(""), { code: "ERR_ACCESS_DENIED" }) }), "forbidden"],
    ["by a cause nine levels down", () => Promise.reject(nested[8]), "forbidden"],
    ["and not by one ten levels down", () => Promise.reject(nested[9]), "missing"],
    ["and not where it is not installed", failed({ code: "ERR_MODULE_NOT_FOUND" }), "missing"],
    ["and not by what is no error", () => Promise.reject({ code: "ERR_ACCESS_DENIED" }), "missing"],
  ])("it is said %s", async (_, load, answer) => {
    const { chooseEngine, enginesFor, setEnginePolicy } = await engines({
      ...WITHOUT,
      loadNodeRsBcrypt: load,
    });
    setEnginePolicy({ native: true, without: ["bcryptjs", "hash-wasm"] });
    expect(await chooseEngine("bcrypt", REQUESTS.bcrypt)).toBe(answer);
    expect((await enginesFor("bcrypt")).wasForbidden).toBe(answer === "forbidden");
    const { derive } = await import("../../../src/verify/engines/derive.js");
    await expect(derive("bcrypt", REQUESTS.bcrypt)).rejects.toMatchObject({
      primitive: "bcrypt",
      isForbidden: answer === "forbidden",
    });
  });
});

it("nothing is computed after an abort", async () => {
  await engines();
  const { derive } = await import("../../../src/verify/engines/derive.js");
  const reason = new Error("enough");
  await expect(derive("scrypt", REQUESTS.scrypt, AbortSignal.abort(reason))).rejects.toBe(reason);
  await expect(derive("scrypt", REQUESTS.scrypt)).resolves.toHaveLength(16);
});

describe("an engine's answer", () => {
  // passlib's documentation.
  const HASH = "$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E";
  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a text", "0".repeat(32)],
    ["an array of numbers", Array.from({ length: 32 }, () => 0)],
    ["no bytes", new Uint8Array()],
    ["a byte less", new Uint8Array(31)],
    ["a byte more", new Uint8Array(33)],
    ["bytes without a view", new ArrayBuffer(32)],
    ["words of 16 bits", new Uint16Array(32)],
    ["an object around it", { hash: new Uint8Array(32) }],
    ["true", true],
  ])("is a failure of the engine where it is not what was asked: %s", async (_, answer) => {
    const loadNodeScrypt = async () => ({
      name: "x",
      kind: "native",
      supports: () => true,
      derive: async () => answer,
    });
    await engines({ loadNodeScrypt: loadNodeScrypt as never });
    const { derive } = await import("../../../src/verify/engines/derive.js");
    await expect(derive("scrypt", { ...REQUESTS.scrypt, length: 32 })).rejects.toThrow(
      "x gave something other than 32 bytes",
    );
    const { verifyPassword } = await import("../../../src/verify/index.js");
    expect(await verifyPassword("x", HASH)).toMatchObject({ ok: false, problems: [{ code: "verify/engine-failed" }] });
  });
});
