import { availableParallelism } from "node:os";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.resetModules();
});

const environment = () => import("../../../src/verify/engines/environment.js");

describe("a setting of the process", () => {
  it("is read when it is asked for", async () => {
    const { environmentVariable } = await environment();
    vi.stubEnv("CREDPORT_ENGINES", "portable");
    expect(environmentVariable("CREDPORT_ENGINES")).toBe("portable");
  });

  it("is none where the runtime has none, or does not let it be read", async () => {
    const { environmentVariable } = await environment();
    vi.stubGlobal("process", undefined);
    expect(environmentVariable("CREDPORT_ENGINES")).toBeUndefined();
    const forbidden = () => {
      throw new Error("run again with --allow-env");
    };
    vi.stubGlobal("process", { env: new Proxy({}, { get: forbidden }) });
    expect(environmentVariable("CREDPORT_ENGINES")).toBeUndefined();
  });
});

describe("the cores that this process may use", () => {
  it("are Node's count", async () => {
    const { processors } = await environment();
    expect(processors()).toBe(availableParallelism());
  });

  it.each([
    ["the browser's count", { hardwareConcurrency: 12 }, 12],
    ["one where a browser says nothing", {}, 1],
    ["one where there is no navigator", undefined, 1],
  ])("are %s", async (_, navigator, cores) => {
    vi.stubGlobal("process", {});
    vi.stubGlobal("navigator", navigator);
    const { processors } = await environment();
    expect(processors()).toBe(cores);
  });
});

describe("a module of Node's", () => {
  it("is looked up once", async () => {
    const lookUp = vi.spyOn(process, "getBuiltinModule");
    const { nodeModule } = await import("../../../src/verify/engines/node-module.js");
    expect(nodeModule("node:os")?.availableParallelism()).toBe(availableParallelism());
    expect(nodeModule("node:os")).toBe(nodeModule("node:os"));
    expect(lookUp).toHaveBeenCalledOnce();
  });

  it("is none where the process gives none, or throws", async () => {
    vi.spyOn(process, "getBuiltinModule").mockImplementation((() => {
      throw new Error("access denied");
    }) as never);
    const { nodeModule } = await import("../../../src/verify/engines/node-module.js");
    expect(nodeModule("node:os")).toBeUndefined();
    vi.stubGlobal("process", undefined);
    expect(nodeModule("node:crypto")).toBeUndefined();
  });
});
