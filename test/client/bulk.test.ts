import { describe, expect, test } from "vitest";
import { type BulkUser, createBulkClient } from "../../src/client/index.js";
import type { BulkDevice } from "../../src/client/internal.js";
import { checkBulkUser } from "../../src/client/internal.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { millisecondsSince } from "../cpu-time.js";

const HASH = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const FRAME = { tenantIds: ["public"], isVerified: true, isPrimary: false } as const;

const userOf = (at: number): BulkUser => ({
  externalUserId: `old-${at}`,
  totpDevices: [{ secretKey: SECRET, period: 30, skew: 1, deviceName: "phone" }],
  loginMethods: [
    {
      ...{ ...FRAME, recipeId: "emailpassword", email: `user-${at}@example.com` },
      ...{ passwordHash: HASH, hashingAlgorithm: "bcrypt" },
    },
  ],
});

function clientFor(fetch: typeof globalThis.fetch, service: "default" | "supertokens" = "supertokens") {
  return createBulkClient({ baseUrl: "http://localhost", apiKey: "key-of-the-service", service, fetch });
}

/** Answers every call alike, and notes what was asked. */
function answering(status: number, body: unknown) {
  const requests: string[] = [];
  const fetch: typeof globalThis.fetch = async (url) => {
    requests.push(String(url));
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
  };
  return { ...{ client: clientFor(fetch) }, requests };
}

describe("what is refused before it is sent", () => {
  const cases: [string, readonly BulkUser[], readonly (readonly [string, string | undefined])[]][] = [
    ["no users", [], [["request/field-invalid", "users"]]],
    [
      "more users than the service takes",
      Array.from({ length: 10_001 }, (_, at) => userOf(at)),
      [["request/field-invalid", "users"]],
    ],
    [
      "an external ID that comes twice",
      [userOf(1), userOf(2), userOf(1)],
      [["request/field-invalid", "users[2].externalUserId"]],
    ],
    [
      "an external ID that the service would take for another one",
      [userOf(1), { ...userOf(2), externalUserId: " old-1" }, { ...userOf(3), externalUserId: "old-1\u00a0" }],
      [
        ["request/field-invalid", "users[1].externalUserId"],
        ["request/field-invalid", "users[2].externalUserId"],
      ],
    ],
    [
      "a login and a role without a tenant",
      [
        {
          ...{ externalUserId: "a", userRoles: [{ role: "admin", tenantIds: [] }] },
          loginMethods: [{ ...FRAME, recipeId: "passwordless", phoneNumber: "+15555550100", tenantIds: [] }],
        },
      ],
      [
        ["request/field-missing", "users[0].userRoles[0].tenantIds"],
        ["request/field-missing", "users[0].loginMethods[0].tenantIds"],
      ],
    ],
  ];

  test.each(cases)("%s", async (_, users, problems) => {
    const { client, requests } = answering(200, { status: "OK" });
    const added = await client.add(users);
    expect(added.ok ? [] : added.problems.map(({ code, field }) => [code, field])).toEqual(problems);
    expect(requests).toEqual([]);
  });

  test("a user whom the calls of the interface would refuse as well, with the place", () => {
    const [login] = userOf(1).loginMethods;
    const broken = {
      externalUserId: "x".repeat(129),
      totpDevices: [{ ...(userOf(1).totpDevices?.[0] as BulkDevice), skew: -1 }],
      loginMethods: [
        { ...(login as object), passwordHash: HASH.slice(0, -1) },
        {
          ...FRAME,
          recipeId: "thirdparty",
          thirdPartyId: "t".repeat(29),
          thirdPartyUserId: "1",
          email: "a@b.c",
        },
        { ...FRAME, recipeId: "passwordless" },
        { ...FRAME, recipeId: "passwordless", email: `${"x".repeat(244)}@example.com` },
      ],
    } as BulkUser;
    expect(checkBulkUser(broken).map(({ code, field }) => [code, field])).toEqual([
      ["request/field-too-long", "externalUserId"],
      ["request/number-out-of-range", "totpDevices[0].skew"],
      ["request/hash-not-canonical", "loginMethods[0].passwordHash"],
      ["request/field-too-long", "loginMethods[1].thirdPartyId"],
      ["request/field-missing", "loginMethods[2].phoneNumber"],
      ["request/field-too-long", "loginMethods[3].email"],
    ]);
    expect(checkBulkUser({ ...userOf(1), loginMethods: [] })).toMatchObject([
      { code: "request/field-missing", field: "loginMethods" },
    ]);
  });
});

describe("what the service says", () => {
  test("is read with the IDs of logins, and only what can be one", async () => {
    const id = "0b6f2d3e-98d2-4ee3-a8d6-74c0a0a0a0a0";
    const logins = [{ recipeId: "emailpassword", userId: id }];
    const users = [
      { userId: "old-1", loginMethods: logins },
      { userId: "old-2", loginMethods: [{ userId: HASH }] },
      { userId: "stranger", loginMethods: logins },
    ];
    const added = await answering(200, { status: "OK", users }).client.add([userOf(1), userOf(2)]);
    const loginIds = new Map([["old-1", [id]]]);
    expect(added.ok && added.value).toEqual({ kind: "added", loginIds, notListed: new Set() });
  });

  test("about single users is told by their place, without what was sent", async () => {
    const body = JSON.stringify({
      error: "Data has missing or invalid fields.",
      users: [
        { index: 1, errors: [`passwordHash ${HASH} of user-1@example.com with ${SECRET} is bad`, "twice"] },
        { index: 9, errors: ["nobody"] },
        { index: 0, errors: [] },
        null,
      ],
    });
    const refused = await answering(400, `${body}\n`).client.add([userOf(0), userOf(1)]);
    expect(refused.ok && refused.value.kind).toBe("refused");
    const { users } = (refused.ok ? refused.value : {}) as {
      users: { index: number; problems: unknown[] }[];
    };
    expect(users).toHaveLength(1);
    expect(users[0]).toMatchObject({
      index: 1,
      problems: [{ code: "client/bad-request" }, { message: expect.stringMatching(/twice$/) }],
    });
    expect(JSON.stringify(users)).not.toMatch(/N9qo8|GEZDGN|user-1@/);
    expect(JSON.stringify(users)).toContain("is bad");
  });

  test("about all of them is a refusal of the call", async () => {
    const text = "This API is not supported in the in-memory database.\n";
    const refused = await answering(400, text).client.add([userOf(0)]);
    expect(refused.ok || refused.problems[0]).toMatchObject({
      code: "client/bad-request",
      message: "the service answered HTTP 400: This API is not supported in the in-memory database.",
    });
  });

  test("of a batch that quotes a hash of ten thousand users is screened in time", async () => {
    const users = Array.from({ length: 10_000 }, (_, at) => userOf(at));
    const startedAt = process.cpuUsage();
    const refused = await answering(500, `could not store ${HASH} for user-9999@example.com`).client.add(users);
    expect(millisecondsSince(startedAt)).toBeLessThan(30_000);
    expect(refused.ok ? "" : refused.problems[0].message).not.toMatch(/N9qo8|user-9999@/);
  });

  test("of those who wait leaves hashes and secrets behind, and screens each sentence by its user", async () => {
    const entry = {
      ...{ id: "e-1", externalUserId: "old-1", status: "FAILED", loginMethods: userOf(1).loginMethods },
      errorMessage: `E003: A user with email user-1@example.com and ${HASH} already exists`,
    };
    const listed = await answering(200, {
      status: "OK",
      users: [entry],
      nextPaginationToken: "t",
    }).client.list({
      status: "FAILED",
    });
    expect(listed.ok && listed.value).toMatchObject({
      nextToken: "t",
      entries: [{ id: "e-1", externalUserId: "old-1", status: "FAILED", code: "E003" }],
    });
    expect(JSON.stringify(listed)).not.toMatch(/N9qo8|user-1@/);
    expect(JSON.stringify(listed)).toContain("already exists");
  });

  test.each([
    ["list", { status: "OK" }],
    ["list", { status: "OK", users: [7] }],
    ["count", { status: "OK", count: "1" }],
    ["remove", { status: "OK" }],
  ] as const)("%s of something else is client/reply-unexpected", async (call, body) => {
    const { client } = answering(200, body);
    const answer = await {
      list: () => client.list({}),
      count: () => client.count(),
      remove: () => client.remove(["a"]),
    }[call]();
    expect(answer.ok || answer.problems[0].code).toBe("client/reply-unexpected");
  });

  test("a service without these calls is not asked", async () => {
    const { fetch } = createRehearsalService();
    const client = clientFor(fetch, "default");
    expect(client.isOffered).toBe(false);
    const answer = await client.add([userOf(0)]);
    expect(answer.ok || answer.problems[0].code).toBe("client/call-not-offered");
  });
});
