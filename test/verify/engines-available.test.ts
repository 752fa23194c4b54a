import { afterEach, describe, expect, it } from "vitest";
import { type EnginePolicy, setEnginePolicy } from "../../src/verify/engines/choose-engine.js";
import { type EngineScheme, enginesAvailable, requireEngines } from "../../src/verify/index.js";

afterEach(() => setEnginePolicy({ native: true }));

async function kinds(policy: EnginePolicy): Promise<Readonly<Record<string, string>>> {
  setEnginePolicy(policy);
  const available = await enginesAvailable();
  return Object.fromEntries(available.map(({ scheme, kind, engines }) => [scheme, `${kind} ${engines[0]}`]));
}

describe("enginesAvailable", () => {
  it("names native engines, and advises nothing", async () => {
    expect(await kinds({ native: true })).toEqual({
      bcrypt: "native @node-rs/bcrypt",
      argon2: "native @node-rs/argon2",
      scrypt: "native node:crypto",
      "provider-scrypt": "native node:crypto",
      pbkdf2: "native node:crypto",
      digest: "native node:crypto",
    });
    expect((await enginesAvailable()).map(({ advice }) => advice)).toEqual(Array(6).fill(undefined));
  });

  it("names WebAssembly and JavaScript where no native engine loads", async () => {
    expect(await kinds({ native: false })).toMatchObject({
      bcrypt: "wasm hash-wasm",
      argon2: "wasm hash-wasm",
      scrypt: "portable scrypt-js",
      pbkdf2: "native Web Crypto",
    });
    expect(await kinds({ native: false, without: ["hash-wasm", "@noble/hashes"] })).toMatchObject({
      bcrypt: "portable bcryptjs",
      argon2: "none undefined",
    });
  });

  it("says what to install for a faster engine, or for one at all", async () => {
    setEnginePolicy({ native: false, without: ["hash-wasm", "@noble/hashes"] });
    const [bcrypt, argon2] = await enginesAvailable();
    expect(bcrypt?.advice).toContain("@node-rs/bcrypt");
    expect(argon2).toMatchObject({ engines: [], advice: expect.stringContaining("@node-rs/argon2") });
  });
});

describe("requireEngines", () => {
  it("passes where every scheme has an engine, of whatever kind", async () => {
    setEnginePolicy({ native: false, without: ["hash-wasm", "@noble/hashes"] });
    await expect(requireEngines(["bcrypt", "scrypt", "pbkdf2", "digest"])).resolves.toBeUndefined();
  });

  it("names each scheme that has none, once", async () => {
    setEnginePolicy({ native: false, without: ["hash-wasm", "@noble/hashes"] });
    const failure = requireEngines(["argon2", "bcrypt", "argon2"]);
    await expect(failure).rejects.toMatchObject({
      code: "verify/engine-missing",
      message: "no engine for argon2: install @node-rs/argon2, or hash-wasm where native code does not run",
    });
  });

  it("takes a name that is not a scheme's for a bug of the caller", async () => {
    await expect(requireEngines(["toString" as EngineScheme])).rejects.toThrow("toString is not one of bcrypt,");
    await expect(requireEngines([1 as never])).rejects.toThrow("scheme must be a string");
  });
});
