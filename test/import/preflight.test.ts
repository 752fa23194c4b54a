import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { createAdministrationClient } from "../../src/client/index.js";
import { type PreflightNeeds, preflightService } from "../../src/import/index.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";

const NOBODY: PreflightNeeds = { passwords: 0, providerScrypt: 0, totp: 0, linking: 0 };
const KEY = "test-key-0123456789abcdef";

/** Answers of the public core (facts of supertokens-core 12.1.1) that a test may replace one by one. */
const CORE: Readonly<Record<string, Answer>> = {
  "GET /apiversion": [200, { versions: ["2.21", "3.0", "5.0", "5.1", "5.3"] }],
  "GET /ee/featureflag": [200, { status: "OK", features: ["mfa", "account_linking"], usageStats: {} }],
  "POST /recipe/user/passwordhash/import": [400, "Password hash is in invalid Firebase SCrypt format\n"],
};

type Answer = readonly [status: number, body: unknown, headers?: Record<string, string>];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function serveAnswers(answers: Readonly<Record<string, Answer>>): Promise<string> {
  return serve((request, response) => {
    request.resume();
    const [path] = (request.url ?? "").split("?");
    const [status, body, headers = {}] = answers[`${request.method} ${path}`] ?? [404, "Not found\n"];
    const isText = typeof body === "string";
    response.writeHead(status, { "content-type": isText ? "text/html" : "application/json", ...headers });
    response.end(isText ? body : JSON.stringify(body));
  });
}

async function look(
  baseUrl: string,
  needs?: Partial<PreflightNeeds>,
  service: "default" | "supertokens" = "supertokens",
  timeoutMs = 20_000,
) {
  const client = createAdministrationClient({
    baseUrl,
    apiKey: KEY,
    service,
    timeoutMs,
    retry: { attempts: 1 },
  });
  return preflightService(client, {
    ...(needs === undefined ? {} : { needs: async () => ({ ...NOBODY, ...needs }) }),
  });
}

const codes = (found: readonly { readonly code: string }[]) => found.map(({ code }) => code);

describe("a service that is as it should be", () => {
  test("has no findings, and shows versions and features", async () => {
    const report = await look(await serveAnswers(CORE), { passwords: 3, totp: 1, linking: 2 });
    expect(report).toMatchObject({
      problems: [],
      warnings: [],
      versions: expect.arrayContaining(["5.1"]),
      features: ["mfa", "account_linking"],
      clockOffsetMs: 0,
    });
  });

  test("is the rehearsal too, in both profiles", async () => {
    for (const service of ["default", "supertokens"] as const) {
      const signerKey = Buffer.alloc(64).toString("base64");
      const rehearsal = createRehearsalService({ service, apiKeys: [KEY], signerKey });
      const { url, close } = await rehearsal.listen();
      onTestFinished(close);
      const { problems } = await look(url, {}, service);
      expect(problems).toEqual([]);
      expect(rehearsal.state().counts.users).toBe(0);
    }
  });
});

describe("what is not the service ends the look with one named problem", () => {
  test.each<[string, Answer]>([
    ["404", [404, "<html>404 Not Found</html>"]],
    ["501", [501, "<html>Unsupported method ('POST')</html>"]],
    ["a web page", [200, "<!doctype html><title>Welcome to nginx!</title>"]],
    ["another product's JSON", [200, { greeting: "hello" }]],
    ["another product's refusal", [418, { error: "teapot" }]],
  ])("%s", async (_, answer) => {
    const url = await serve((request, response) => {
      request.resume();
      const [status, body] = answer;
      response.writeHead(status);
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
    for (const service of ["default", "supertokens"] as const) {
      const { problems } = await look(url, {}, service);
      expect(codes(problems)).toEqual(["preflight/not-the-service"]);
      expect(problems[0]?.message).toContain("not the service");
    }
  });

  test("nobody there, and nobody who answers", async () => {
    expect(codes((await look("http://127.0.0.1:9")).problems)).toEqual(["client/unreachable"]);
    const silent = await serve((request) => void request.resume());
    expect(codes((await look(silent, {}, "supertokens", 100)).problems)).toEqual(["client/reply-lost"]);
  });

  test("a double that says OK to everything", async () => {
    const url = await serve((request, response) => {
      request.resume();
      response.end('{"status":"OK","versions":["5.1"],"features":[]}');
    });
    const { problems } = await look(url);
    expect(codes(problems)).toEqual(["preflight/takes-anything"]);
    expect(problems[0]?.message).toContain("preflight@credport.invalid");
  });
});

describe("wrong settings", () => {
  const refusing = (status: number, text: string) =>
    serveAnswers({ ...CORE, "POST /recipe/user/passwordhash/import": [status, text] });

  test.each([
    ["preflight/tenant-unknown", 400, "AppId or tenantId not found => appId: public, tenantId: t9\n"],
    ["preflight/not-the-service", 400, "Unsupported password hashing algorithm\n"],
    ["preflight/version-not-spoken", 400, "cdi-version 5.1 not supported\n"],
    ["client/api-key-refused", 401, "Invalid API key\n"],
  ])("%s", async (code, status, text) => {
    expect(codes((await look(await refusing(status, text), {})).problems)).toEqual([code]);
  });

  test("a version that is not listed, with those that are", async () => {
    const url = await serveAnswers({ ...CORE, "GET /apiversion": [200, { versions: ["2.7", "3.0"] }] });
    const { problems } = await look(url);
    expect(codes(problems)).toEqual(["preflight/version-not-spoken"]);
    expect(problems[0]?.message).toContain("2.7, 3.0");
  });

  test("the profile of another service is told by the algorithm's name, at a real double of each", async () => {
    for (const [service, wrong] of [
      ["default", "supertokens"],
      ["supertokens", "default"],
    ] as const) {
      const { url, close } = await createRehearsalService({ service }).listen();
      onTestFinished(close);
      expect(codes((await look(url, {}, wrong)).problems)).toEqual(["preflight/not-the-service"]);
    }
  });

  test("a missing signer key and a way to log in that is off count for those who need them", async () => {
    const noKey = await refusing(500, "'firebase_password_hashing_signer_key' cannot be null\n");
    expect(codes((await look(noKey, { providerScrypt: 0 })).problems)).toEqual([]);
    const { problems } = await look(noKey, { providerScrypt: 2, providerScryptLines: [3, 8] });
    expect(codes(problems)).toEqual(["client/signer-key-missing"]);
    expect(problems[0]?.message).toContain("2 users of the export need it, first on lines 3, 8");
    expect(codes((await look(noKey)).warnings)).toEqual(["client/signer-key-missing"]);
    const off = await refusing(403, "Email password login not enabled for tenant\n");
    expect(codes((await look(off, { passwords: 2 })).problems)).toEqual(["client/forbidden"]);
    expect(codes((await look(off, { passwords: 0 })).problems)).toEqual([]);
  });
});

describe("paid features", () => {
  const without = () => serveAnswers({ ...CORE, "GET /ee/featureflag": [200, { status: "OK", features: [] }] });

  test("that users need are named with how many, and others are not", async () => {
    const { problems } = await look(await without(), { totp: 7 });
    expect(problems).toMatchObject([{ code: "client/feature-not-licensed", field: "mfa" }]);
    expect(problems[0]?.message).toContain("7 users of the export need it");
  });

  test("are warnings where the users are not known, and the export is read only where one is missing", async () => {
    expect(codes((await look(await without())).warnings)).toEqual([
      "client/feature-not-licensed",
      "client/feature-not-licensed",
    ]);
    const client = createAdministrationClient({
      baseUrl: await serveAnswers(CORE),
      apiKey: KEY,
      service: "supertokens",
    });
    const needs = () => Promise.reject(new Error("not to be asked"));
    expect((await preflightService(client, { needs })).problems).toEqual([]);
  });
});

test("a clock that is off is a warning with its direction; a second or two are not", async () => {
  const at = (offset: number) =>
    serveAnswers({
      ...CORE,
      "GET /ee/featureflag": [
        200,
        { status: "OK", features: ["mfa", "account_linking"] },
        { date: new Date(Date.now() + offset).toUTCString() },
      ],
    });
  const behind = await look(await at(-90_000));
  expect(behind.warnings).toMatchObject([{ code: "preflight/clock-off" }]);
  expect(behind.warnings[0]?.message).toMatch(/(89|90|91) seconds slow/);
  expect((await look(await at(40_000))).warnings[0]?.message).toMatch(/fast/);
  expect((await look(await at(2_000))).warnings).toEqual([]);
});

test("what the service quotes of the key is not shown", async () => {
  const url = await serve((request, response) => {
    request.resume();
    response.writeHead(401);
    response.end(`Invalid API key: ${request.headers["api-key"]}`);
  });
  expect(JSON.stringify(await look(url))).not.toContain(KEY.slice(3, 12));
});
