import node from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** As in a browser: the modules are loaded again in a process that hands out none of Node's own. */
beforeEach(() => {
  vi.resetModules();
  vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
});

describe("bytes are compared without node:crypto", () => {
  it.each([
    [[], [], true],
    [[1, 2, 3], [1, 2, 3], true],
    [[1, 2, 3], [1, 2, 4], false],
    [[1, 2, 3], [9, 2, 3], false],
    [[1, 2, 3], [1, 2], false],
    [[3, 0], [0, 3], false],
    [[0x80], [0], false],
  ])("%j and %j: %s", async (one, other, isEqual) => {
    const { equalBytes } = await import("../../../src/verify/run/constant-time.js");
    expect(equalBytes(Uint8Array.from(one), Uint8Array.from(other))).toBe(isEqual);
  });
});

describe("the event loop gets its turn", () => {
  const turn = async () => {
    const { nextTurn, turnIsOver } = await import("../../../src/verify/steps/turns.js");
    await nextTurn();
    return turnIsOver;
  };

  it("by a message where there is no setImmediate, and without a timer", async () => {
    vi.stubGlobal("setImmediate", undefined);
    const timer = vi.spyOn(globalThis, "setTimeout");
    await turn();
    expect(timer).not.toHaveBeenCalled();
  });

  it("by a timer where there are no messages either", async () => {
    vi.stubGlobal("setImmediate", undefined);
    vi.stubGlobal("MessageChannel", undefined);
    const timer = vi.spyOn(globalThis, "setTimeout");
    await turn();
    expect(timer).toHaveBeenCalledOnce();
  });

  it("by a timer where both are there and throw, as at Next's edge", async () => {
    const forbidden = vi.fn(() => {
      throw new Error("not supported in the Edge Runtime");
    });
    vi.stubGlobal("setImmediate", forbidden);
    vi.stubGlobal("MessageChannel", forbidden);
    const timer = vi.spyOn(globalThis, "setTimeout");
    await turn();
    expect([forbidden.mock.calls.length, timer.mock.calls.length]).toEqual([2, 1]);
  });
});

describe("the engines of digests without Node's modules", () => {
  const PORTABLE = "../../../src/verify/engines/portable-digests.js";
  const IN_BROWSERS = "../../../src/verify/engines/portable-digests-in-browsers.js";

  async function engines(isBundled: boolean, hasWebCrypto: boolean) {
    if (!hasWebCrypto) vi.stubGlobal("crypto", undefined);
    if (isBundled) vi.doMock(PORTABLE, () => import(IN_BROWSERS));
    const { enginesAvailable, requireEngines } = await import("../../../src/verify/engines-available.js");
    const needed = requireEngines(["digest"]).then(
      () => "enough",
      ({ code }) => code,
    );
    const found = (await enginesAvailable()).find(({ scheme }) => scheme === "digest");
    vi.doUnmock(PORTABLE);
    return [found?.kind, found?.engines, found?.advice === undefined ? "no advice" : "advice", await needed];
  }

  it.each([
    ["a bundle for browsers", true, true, ["portable", ["@noble/hashes", "Web Crypto"], "advice", "enough"]],
    ["the same on an insecure page", true, false, ["portable", ["@noble/hashes"], "advice", "enough"]],
    ["Web Crypto alone", false, true, ["native", ["Web Crypto"], "advice", "verify/engine-missing"]],
    ["nothing at all", false, false, ["none", [], "advice", "verify/engine-missing"]],
  ])("%s", async (_what, isBundled, hasWebCrypto, found) => {
    expect(await engines(isBundled, hasWebCrypto)).toEqual(found);
  });
});

describe("digests without Node's modules", () => {
  const PORTABLE = "../../../src/verify/engines/portable-digests.js";
  const IN_BROWSERS = "../../../src/verify/engines/portable-digests-in-browsers.js";
  const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
  const [key, text] = [Buffer.from("key"), Buffer.from("text")];

  async function digests(isBundled: boolean) {
    if (isBundled) vi.doMock(PORTABLE, () => import(IN_BROWSERS));
    const module = await import("../../../src/verify/engines/digests.js");
    vi.doUnmock(PORTABLE);
    return module;
  }

  it.each(["md5", "sha1", "sha224", "sha256", "sha384", "sha512"] as const)("%s", async (name) => {
    const { createHash, createHmac, digestBytes, hash, hmacBytes } = await digests(true);
    const digest = node.createHash(name).update(text).digest("hex");
    const hmac = node.createHmac(name, key).update(text).digest("hex");
    expect(hexOf(hash(name, text))).toBe(digest);
    expect(hexOf(createHash(name).update(text).digest())).toBe(digest);
    expect(hexOf(createHmac(name, key).update(text).digest())).toBe(hmac);
    const isWeb = name !== "md5" && name !== "sha224";
    expect(digestBytes(name, text) instanceof Promise).toBe(isWeb);
    expect(hmacBytes(name, key, text) instanceof Promise).toBe(isWeb);
    expect(hexOf(await digestBytes(name, text))).toBe(digest);
    expect(hexOf(await hmacBytes(name, key, text))).toBe(hmac);
  });

  it("are missing where nothing computes them, and the missing one is named", async () => {
    const { createHash, createHmac, digestBytes, hash } = await digests(false);
    expect(() => hash("md5", text)).toThrow(expect.objectContaining({ primitive: "digest", isForbidden: false }));
    expect(() => createHash("md5")).toThrow(expect.objectContaining({ primitive: "digest" }));
    expect(() => createHmac("md5", key)).toThrow(expect.objectContaining({ primitive: "HMAC" }));
    expect(() => digestBytes("md5", text)).toThrow(expect.objectContaining({ primitive: "digest" }));
    expect(await digestBytes("sha1", text)).toHaveLength(20);
  });

  it("are Node's, at once, where Node is", async () => {
    vi.restoreAllMocks();
    const { digestBytes, hash, hmacBytes } = await digests(false);
    expect(digestBytes("sha256", text)).toBeInstanceOf(Uint8Array);
    expect(hmacBytes("sha256", key, text)).toBeInstanceOf(Uint8Array);
    expect(hash("sha256", text)).toBeInstanceOf(Uint8Array);
  });
});
