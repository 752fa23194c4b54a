import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { handlerFor, SECRET } from "./call.js";

const FOLDER = new URL("../../docs/examples/serving/", import.meta.url);
const URL_OF_HANDLER = "https://verify.example.com/";

/** `fetch` that reaches a handler, as the script's would over the network. */
function fetchOf(handler: (request: Request) => Promise<Response>): typeof fetch {
  return (url, init) => handler(new Request(url as string, init));
}

/** What is between the script and the endpoint may answer in its place, and the endpoint may have another secret. */
const OTHER_ANSWERS: readonly (typeof fetch)[] = [
  ...[401, 403, 404, 200].map((status) => async () => new Response("<html>nginx</html>", { status })),
  ...["{}", "null", "[]", '{"error":"gateway"}'].map((text) => async () => new Response(text)),
  (url, init) => {
    const { handler } = handlerFor({ shape: "auth0" });
    const headers = { "content-type": "application/json", authorization: "Bearer another" };
    return handler(new Request(url as string, { ...init, headers }));
  },
];

describe("the scripts for Auth0", () => {
  class WrongUsernameOrPasswordError extends Error {}

  /** What a script hands to its callback: `[error]` or `[null, profile]`. */
  async function run(file: string, call: string, fetchLike: typeof fetch): Promise<readonly unknown[]> {
    const context = createContext({
      configuration: { VERIFY_URL: URL_OF_HANDLER, VERIFY_SECRET: SECRET },
      fetch: fetchLike,
      WrongUsernameOrPasswordError,
      seen: [],
    });
    runInContext(readFileSync(new URL(file, FOLDER), "utf8"), context);
    await runInContext(`${call}`, context);
    return (context as unknown as { seen: unknown[] }).seen;
  }
  const fetchLike = fetchOf(handlerFor({ shape: "auth0" }).handler);
  const login = (name: string, password: string, network = fetchLike) =>
    run(
      "auth0-login.js",
      `login(${JSON.stringify(name)}, ${JSON.stringify(password)}, (...given) => seen.push(...given))`,
      network,
    );
  const getUser = (name: string, network = fetchLike) =>
    run("auth0-get-user.js", `getByEmail(${JSON.stringify(name)}, (...given) => seen.push(...given))`, network);
  const ANN = { user_id: "1", email: "ann@example.com", email_verified: true };

  it("log in whose password is right, and nobody else", async () => {
    expect(await login("ann@example.com", "U*U")).toEqual([null, ANN]);
    for (const [name, password] of [
      ["ann@example.com", "U*V"],
      ["nobody@example.com", "U*U"],
      ["disabled@example.com", "U*U"],
    ] as const) {
      expect(await login(name, password)).toEqual([expect.any(WrongUsernameOrPasswordError)]);
    }
  });

  it("find who is there", async () => {
    expect(await getUser("ann@example.com")).toEqual([null, ANN]);
    expect(await getUser("nobody@example.com")).toEqual([null]);
  });

  it("say that something is wrong where the endpoint is down, busy, or has another secret", async () => {
    const networks: (typeof fetch)[] = [
      () => Promise.reject(new Error("no network")),
      fetchOf(handlerFor({ shape: "auth0", findLegacyUser: () => Promise.reject(new Error("disk")) }).handler),
      ...OTHER_ANSWERS,
    ];
    for (const network of networks) {
      for (const [error] of [
        await login("ann@example.com", "U*U", network),
        await getUser("ann@example.com", network),
      ]) {
        expect((error as Error).message).toBe("the old system can't be asked now");
        expect(error).not.toBeInstanceOf(WrongUsernameOrPasswordError);
      }
    }
  });
});

describe("the function for Cognito", () => {
  beforeEach(() => {
    vi.stubGlobal("fetch", fetchOf(handlerFor({ shape: "cognito" }).handler));
    vi.stubEnv("VERIFY_URL", URL_OF_HANDLER);
    vi.stubEnv("VERIFY_SECRET", SECRET);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  });
  const event = (triggerSource: string, userName: string, password?: string) => ({
    version: "1",
    triggerSource,
    userName,
    request: { password },
    response: { userAttributes: null, finalUserStatus: null },
  });

  it("hands the event back with an answer, or throws", async () => {
    const { handler } = (await import(new URL("cognito-lambda.mjs", FOLDER).href)) as {
      handler: (event: object) => Promise<unknown>;
    };
    const right = event("UserMigration_Authentication", "ann@example.com", "U*U");
    expect(await handler(right)).toEqual({
      ...right,
      response: {
        userAttributes: { email: "ann@example.com", email_verified: "true" },
        finalUserStatus: "CONFIRMED",
        messageAction: "SUPPRESS",
      },
    });
    const forgotten = event("UserMigration_ForgotPassword", "ann@example.com");
    expect(await handler(forgotten)).toMatchObject({ response: { messageAction: "SUPPRESS" } });
    for (const refused of [
      event("UserMigration_Authentication", "ann@example.com", "U*V"),
      event("UserMigration_Authentication", "nobody@example.com", "U*U"),
      event("UserMigration_ForgotPassword", "nobody@example.com"),
    ]) {
      await expect(handler(refused)).rejects.toThrow("Incorrect username or password.");
    }
    for (const network of OTHER_ANSWERS) {
      vi.stubGlobal("fetch", network);
      await expect(handler(right)).rejects.toThrow("The old system can't be asked now.");
    }
  });
});
