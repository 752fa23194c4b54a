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
    const { nextTurn, turnIsOver } = await import("../../../src/verify/run/turns.js");
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
