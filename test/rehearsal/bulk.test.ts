import bcrypt from "bcryptjs";
import { describe, expect, it } from "vitest";
import { createRehearsalService, type RehearsalOptions } from "../../src/rehearsal/index.js";
import type { BulkFault } from "../../src/rehearsal/internal.js";
import { talk } from "./talk.js";

const USERS = "/bulk-import/users";
const HASH = bcrypt.hashSync("correct horse", 4);
const PASSWORD = {
  recipeId: "emailpassword",
  email: "ada@example.com",
  passwordHash: HASH,
  hashingAlgorithm: "bcrypt",
};
const SOCIAL = { recipeId: "thirdparty", email: "Ada@example.com", thirdPartyId: "g", thirdPartyUserId: "1" };
const CODE = { recipeId: "passwordless", phoneNumber: "+15555550100" };

function service(options: RehearsalOptions = {}) {
  const rehearsal = createRehearsalService({ service: "supertokens", ...options });
  const post = (path: string, body: unknown) => talk(rehearsal, "POST", path, body);
  const read = async (path: string) => (await talk(rehearsal, "GET", path)).json;
  return { rehearsal, post, read, add: (...users: unknown[]) => post(USERS, { users }) };
}

describe("the bulk import", () => {
  it("makes a user with everything that belongs to them", async () => {
    const { rehearsal, post, read, add } = service({ now: () => 10_000 });
    await talk(rehearsal, "PUT", "/recipe/role", { role: "admin", permissions: [] });
    const added = await add({
      externalUserId: "old-1",
      userMetadata: { plan: "x" },
      userRoles: [{ role: "admin", tenantIds: ["public"] }],
      totpDevices: [{ secretKey: "GEZDGNBVGY3TQOJQ" }],
      loginMethods: [
        { ...PASSWORD, isVerified: true, timeJoinedInMSSinceEpoch: 7 },
        { ...SOCIAL, timeJoinedInMSSinceEpoch: 5, tenantIds: ["public", "t1"] },
        { ...CODE, isPrimary: true },
      ],
    });
    expect(added.json).toMatchObject({ status: "OK", users: [{ userId: "old-1" }] });
    expect((await read(`${USERS}/count`))?.count).toBe(0);
    expect((await read("/user/id?userId=old-1"))?.user).toMatchObject({
      id: "old-1",
      isPrimaryUser: true,
      tenantIds: ["public", "t1"],
      timeJoined: 5,
      emails: ["ada@example.com"],
      phoneNumbers: ["+15555550100"],
    });
    const methods = rehearsal.state().users[0]?.loginMethods;
    expect(methods?.map(({ recipeId, verified }) => [recipeId, verified]).toSorted()).toEqual([
      ["emailpassword", true],
      ["passwordless", true],
      ["thirdparty", false],
    ]);
    const signedIn = await post("/recipe/signin", { email: "ada@example.com", password: "correct horse" });
    expect(signedIn.json?.status).toBe("OK");
    expect((await read("/recipe/user/metadata?userId=old-1"))?.metadata).toEqual({ plan: "x" });
    expect((await read("/recipe/user/roles?userId=old-1"))?.roles).toEqual(["admin"]);
    expect((await read("/recipe/totp/device/list?userId=old-1"))?.devices).toEqual([
      { name: "TOTP Device 0", period: 30, skew: 1, verified: true },
    ]);
    expect((await read("/t1/users/count"))?.count).toBe(1);
  });

  it("takes one user at once, with a password in clear", async () => {
    const { post } = service();
    const login = { recipeId: "emailpassword", email: "a@b.c", plainTextPassword: "p" };
    const made = await post("/bulk-import/import", { loginMethods: [login] });
    expect(made.json).toMatchObject({ status: "OK", user: { emails: ["a@b.c"], isPrimaryUser: false } });
    expect((await post("/recipe/signin", { email: "a@b.c", password: "p" })).json?.status).toBe("OK");
    const again = await post("/bulk-import/import", { loginMethods: [login] });
    expect([again.status, JSON.parse(again.text)]).toEqual([
      400,
      { errors: ["E003: A user with email a@b.c already exists in emailpassword loginMethod."] },
    ]);
  });

  it("refuses all users for one, and says what is wrong with which", async () => {
    const { rehearsal, add } = service({ tenants: [] });
    const answer = await add(
      { loginMethods: [PASSWORD] },
      {
        totpDevices: [{ period: 0, skew: -1 }],
        userRoles: [{ role: "nobody", tenantIds: ["public"] }],
        loginMethods: [
          { recipeId: "emailpassword", email: 7, passwordHash: "x", isPrimary: true },
          { ...PASSWORD, hashingAlgorithm: "md5", tenantIds: ["t9"], isPrimary: true },
          { ...PASSWORD, passwordHash: "$1$x", timeJoinedInMSSinceEpoch: 1e15 },
          { recipeId: "saml" },
        ],
      },
      { externalUserId: "x".repeat(129) },
    );
    expect([answer.status, answer.type]).toEqual([400, "text/html; charset=UTF-8"]);
    const { error, users } = JSON.parse(answer.text);
    expect(error).toBe("Data has missing or invalid fields. Please check the users field for more details.");
    expect(users.map(({ index }: { index: number }) => index)).toEqual([1, 2]);
    expect(users[0].errors).toEqual([
      "Role nobody does not exist.",
      "secretKey is required for a totp device.",
      "period should be > 0 for a totp device.",
      "skew should be >= 0 for a totp device.",
      "No two loginMethods can have isPrimary as true.",
      "email should be of type string for an emailpassword recipe.",
      "Either (passwordHash, hashingAlgorithm) or plainTextPassword is required for an emailpassword recipe.",
      "Invalid tenantId: t9 for emailpassword recipe.",
      "Invalid hashingAlgorithm for emailpassword recipe. Pass one of bcrypt, argon2 or, firebase_scrypt!",
      "timeJoined cannot be in future for a loginMethod.",
      "Password hash is in invalid BCrypt format",
      "Invalid recipeId for loginMethod. Pass one of emailpassword, thirdparty or, passwordless!",
      "LoginMethod 'emailpassword' has no tenantId",
    ]);
    expect(users[1].errors).toEqual([
      "loginMethods is required.",
      `externalUserId ${"x".repeat(129)} is too long. Max length is 128.`,
    ]);
    expect(rehearsal.state().counts.users).toBe(0);
  });

  it("asks for the licence that the users need", async () => {
    const { add } = service({ licensed: false });
    const answer = await add({ totpDevices: [{ secretKey: "A" }], loginMethods: [PASSWORD, CODE] });
    expect(JSON.parse(answer.text).users[0].errors).toEqual([
      "MFA must be enabled to import totp devices.",
      "Account linking must be enabled to import multiple loginMethods.",
    ]);
    expect((await add({ loginMethods: [PASSWORD] })).status).toBe(200);
  });

  it("keeps users whom it can't make, in pages, until they are taken away", async () => {
    const { add, read, post } = service({ now: () => 9 });
    await add({ externalUserId: "old-1", loginMethods: [PASSWORD] });
    await read(`${USERS}/count`);
    await add({ loginMethods: [PASSWORD] }, { externalUserId: "old-1", loginMethods: [SOCIAL] });
    expect((await read(`${USERS}/count?status=FAILED`))?.count).toBe(2);
    const first = await read(`${USERS}?status=FAILED&limit=1`);
    const second = await read(`${USERS}?limit=1&paginationToken=${first?.nextPaginationToken}`);
    const failed = [...(first?.users ?? []), ...(second?.users ?? [])];
    expect(failed.map(({ errorMessage }) => errorMessage).toSorted()).toEqual([
      "E003: A user with email ada@example.com already exists in emailpassword loginMethod.",
      "E031: A user with externalId old-1 already exists",
    ]);
    expect(second).not.toHaveProperty("nextPaginationToken");
    const ids = failed.map(({ id }) => id as string);
    const removed = await post(`${USERS}/remove`, { ids: [...ids, "other"] });
    expect(removed.json).toEqual({ deletedIds: ids, invalidIds: ["other"] });
    expect((await read(`${USERS}/count`))?.count).toBe(0);
  });

  it("waits for the job where it is told to", async () => {
    const clock = { ms: 0 };
    const { add, read } = service({ now: () => clock.ms, bulk: { delayMs: 60_000 } });
    await add({ loginMethods: [PASSWORD] });
    expect(await read(`${USERS}/count?status=NEW`)).toEqual({ status: "OK", count: 1 });
    clock.ms = 60_000;
    expect((await read("/users/count"))?.count).toBe(1);
    expect((await read(`${USERS}/count`))?.count).toBe(0);
  });

  it("takes ten thousand users in one call, and no more", async () => {
    const { rehearsal, add } = service();
    const users = Array.from({ length: 10_000 }, (_, index) => ({
      loginMethods: [{ ...PASSWORD, email: `user-${index}@example.com` }],
    }));
    expect((await add(...users)).status).toBe(200);
    await talk(rehearsal, "GET", "/users/count");
    expect(rehearsal.state().counts.users).toBe(10_000);
    const answer = await add(...users, users[0]);
    expect([answer.status, answer.text]).toEqual([400, '{"error":"You can only add 10000 users at a time."}\n']);
  });

  it.each([
    [`${USERS}?limit=501`, "Max limit allowed is 500"],
    [`${USERS}?status=DONE`, "Invalid value for status. Pass one of NEW, PROCESSING, or FAILED!"],
    [`${USERS}/count?status=new`, "Invalid value for status. Pass one of NEW, PROCESSING, or FAILED!"],
    [`${USERS}?paginationToken=x`, "invalid pagination token"],
  ])("refuses GET %s", async (path, text) => {
    const answer = await talk(service().rehearsal, "GET", path);
    expect([answer.status, answer.text]).toEqual([400, `${text}\n`]);
  });
});

describe("faults of the bulk import", () => {
  const withFault = (fault: BulkFault) => service({ bulk: { faults: [fault] } });
  const processing = async (read: (path: string) => Promise<Record<string, unknown> | undefined>) =>
    (await read(`${USERS}/count?status=PROCESSING`))?.count;

  it("bulk-stuck: a job that never ends", async () => {
    const { rehearsal, add, read } = withFault("bulk-stuck");
    await add({ loginMethods: [PASSWORD] });
    expect(await processing(read)).toBe(1);
    expect(rehearsal.state().counts.users).toBe(0);
  });

  it("bulk-doubled-ids: taken in, and the second one is never done", async () => {
    const users = [
      { externalUserId: "old-1", loginMethods: [PASSWORD] },
      { externalUserId: "old-1", loginMethods: [SOCIAL] },
    ];
    const { rehearsal, add, read } = withFault("bulk-doubled-ids");
    expect((await add(...users)).status).toBe(200);
    expect(await processing(read)).toBe(1);
    expect(rehearsal.state().counts.users).toBe(1);
    expect((await service().add(...users)).text).toContain("externalUserId old-1 is not unique");
  });

  it("bulk-empty-tenants: taken in, and never done", async () => {
    const user = { loginMethods: [{ ...PASSWORD, tenantIds: [] }] };
    const { add, read } = withFault("bulk-empty-tenants");
    expect((await add(user)).status).toBe(200);
    expect(await processing(read)).toBe(1);
    expect((await service().add(user)).text).toContain("has no tenantId");
  });

  it("bulk-verifies-all: what isVerified says is lost", async () => {
    for (const [{ rehearsal, add, read }, verified] of [
      [withFault("bulk-verifies-all"), true],
      [service(), false],
    ] as const) {
      await add({ loginMethods: [PASSWORD] });
      await read("/users/count");
      expect(rehearsal.state().users[0]?.loginMethods[0]?.verified).toBe(verified);
    }
  });
});
