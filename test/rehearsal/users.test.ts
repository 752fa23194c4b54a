import { describe, expect, it } from "vitest";
import { createRehearsalService, type RehearsalService } from "../../src/rehearsal/index.js";
import { talk } from "./talk.js";

/** A service with a clock that goes on by a second with each user, and a user for each address. */
async function withUsers(emails: readonly string[], tenant = "") {
  let seconds = 0;
  const rehearsal = createRehearsalService({ service: "supertokens", now: () => seconds * 1000 });
  const ids: string[] = [];
  for (const email of emails) {
    seconds++;
    const body = {
      thirdPartyId: "g",
      thirdPartyUserId: String(ids.length),
      email: { id: email, isVerified: true },
    };
    const { json } = await talk(rehearsal, "POST", `${tenant}/recipe/signinup`, body);
    ids.push(json?.recipeUserId);
  }
  return { rehearsal, ids };
}

const emailsOf = (json: Record<string, unknown> | undefined) =>
  ((json?.users ?? []) as { emails: string[] }[]).map(({ emails: [first] }) => first);

describe("listing users", () => {
  it("gives pages by the time they joined", async () => {
    const { rehearsal } = await withUsers(["a@x", "b@x", "c@x", "d@x", "e@x"]);
    const seen: (string | undefined)[] = [];
    let token = "";
    for (let page = 0; page < 3; page++) {
      const { json } = await talk(rehearsal, "GET", `/users?limit=2${token}`);
      seen.push(...emailsOf(json));
      token = `&paginationToken=${encodeURIComponent(json?.nextPaginationToken ?? "")}`;
    }
    expect(seen).toEqual(["a@x", "b@x", "c@x", "d@x", "e@x"]);
    expect(token).toBe("&paginationToken=");
    const { json } = await talk(rehearsal, "GET", "/users?timeJoinedOrder=DESC&limit=2");
    expect(emailsOf(json)).toEqual(["e@x", "d@x"]);
  });

  it("has the token of the core: ID and time, in base64", async () => {
    const { rehearsal, ids } = await withUsers(["a@x", "b@x"]);
    const { json } = await talk(rehearsal, "GET", "/users?limit=1");
    expect(Buffer.from(json?.nextPaginationToken, "base64").toString()).toBe(`${ids[1]};2000`);
  });

  it("shows one login method before version 4.0", async () => {
    const { rehearsal } = await withUsers(["a@x"]);
    const { json } = await talk(rehearsal, "GET", "/users", undefined, { "cdi-version": "3.1" });
    expect(json?.users).toMatchObject([{ recipeId: "thirdparty", user: { email: "a@x" } }]);
  });

  it.each([
    ["limit=0", "limit must a positive integer with min value 1"],
    ["limit=501", "max limit allowed is 500"],
    ["limit=x", "Field name 'limit' must be an int in the GET request"],
    ["timeJoinedOrder=asc", "timeJoinedOrder can be either ASC OR DESC"],
    ["paginationToken=x", "invalid pagination token"],
    ["includeRecipeIds=x", "Unknown recipe ID: x"],
  ])("refuses ?%s", async (query, text) => {
    const { rehearsal } = await withUsers([]);
    const answer = await talk(rehearsal, "GET", `/users?${query}`);
    expect([answer.status, answer.text]).toEqual([400, `${text}\n`]);
  });
});

describe("counting users", () => {
  const count = async (rehearsal: RehearsalService, path: string) => (await talk(rehearsal, "GET", path)).json?.count;

  it("counts by tenant and by recipe", async () => {
    const { rehearsal } = await withUsers(["a@x", "b@x"]);
    const social = { thirdPartyId: "g", thirdPartyUserId: "9", email: { id: "c@x", isVerified: true } };
    await talk(rehearsal, "POST", "/t1/recipe/signinup", social);
    await talk(rehearsal, "POST", "/recipe/signup", { email: "d@x", password: "p" });
    expect(await count(rehearsal, "/users/count")).toBe(3);
    expect(await count(rehearsal, "/t1/users/count")).toBe(1);
    expect(await count(rehearsal, "/users/count?includeAllTenants=true")).toBe(4);
    expect(await count(rehearsal, "/users/count?includeRecipeIds=emailpassword,passwordless")).toBe(1);
    expect(await count(rehearsal, "/users/count?includeRecipeIds=webauthn")).toBe(0);
  });

  it("says from version 5.6 on that the number is exact", async () => {
    const { rehearsal } = await withUsers(["a@x"]);
    const path = "/users/count?allowApproximate=true";
    expect((await talk(rehearsal, "GET", path)).json).toEqual({
      status: "OK",
      count: 1,
      approximate: false,
      asOf: 1000,
    });
    const older = await talk(rehearsal, "GET", path, undefined, { "cdi-version": "5.5" });
    expect(older.json).toEqual({ status: "OK", count: 1 });
  });
});

describe("removing users", () => {
  async function withLinked() {
    const { rehearsal, ids } = await withUsers(["a@x", "b@x"]);
    const [primary, other] = ids as [string, string];
    await talk(rehearsal, "POST", "/recipe/accountlinking/user/primary", { recipeUserId: primary });
    await talk(rehearsal, "POST", "/recipe/accountlinking/user/link", {
      recipeUserId: other,
      primaryUserId: primary,
    });
    return { rehearsal, primary, other };
  }

  const remove = async (rehearsal: RehearsalService, userId: string, all?: boolean) =>
    (await talk(rehearsal, "POST", "/user/remove", { userId, removeAllLinkedAccounts: all })).json;

  const find = async (rehearsal: RehearsalService, userId: string) =>
    (await talk(rehearsal, "GET", `/user/id?userId=${userId}`)).json;

  it("takes every login of the user, by any of their IDs, with mapping and devices", async () => {
    const { rehearsal, primary, other } = await withLinked();
    await talk(rehearsal, "POST", "/recipe/userid/map", {
      superTokensUserId: primary,
      externalUserId: "old-1",
    });
    await talk(rehearsal, "POST", "/recipe/totp/device/import", {
      userId: "old-1",
      secretKey: "GEZDGNBVGY3TQOJQ",
      skew: 1,
      period: 30,
    });
    expect(await remove(rehearsal, other)).toEqual({ status: "OK" });
    expect(rehearsal.state().counts).toMatchObject({ users: 0, devices: 0 });
    expect((await find(rehearsal, "old-1"))?.status).toBe("UNKNOWN_USER_ID_ERROR");
    const freed = await talk(rehearsal, "GET", "/users/by-accountinfo?doUnionOfAccountInfo=true&email=a@x");
    expect(freed.json?.users).toEqual([]);
  });

  it("takes one login and keeps the user under their ID", async () => {
    const { rehearsal, primary, other } = await withLinked();
    await remove(rehearsal, primary, false);
    const left = await find(rehearsal, primary);
    expect(left?.user).toMatchObject({ id: primary, emails: ["b@x"], isPrimaryUser: true });
    expect((await find(rehearsal, other))?.user.id).toBe(primary);
    await remove(rehearsal, primary);
    expect(rehearsal.state().counts.users).toBe(0);
    expect((await find(rehearsal, primary))?.status).toBe("UNKNOWN_USER_ID_ERROR");
  });

  it("is OK for an ID that nobody has", async () => {
    const { rehearsal } = await withUsers([]);
    expect(await remove(rehearsal, "nobody")).toEqual({ status: "OK" });
  });
});

describe("external IDs", () => {
  it("are found by either ID, and can be taken back", async () => {
    const { rehearsal, ids } = await withUsers(["a@x"]);
    const pair = { superTokensUserId: ids[0], externalUserId: "old-1" };
    const map = (userId: string, type = "ANY") =>
      talk(rehearsal, "GET", `/recipe/userid/map?userId=${userId}&userIdType=${type}`);
    expect((await map("old-1")).json).toEqual({ status: "UNKNOWN_MAPPING_ERROR" });
    await talk(rehearsal, "POST", "/recipe/userid/map", pair);
    for (const id of [ids[0] as string, "old-1"]) expect((await map(id)).json).toEqual({ status: "OK", ...pair });
    expect((await map("old-1", "SUPERTOKENS")).json?.status).toBe("UNKNOWN_MAPPING_ERROR");
    expect((await map("old-1", "OTHER")).status).toBe(400);
    const removed = await talk(rehearsal, "POST", "/recipe/userid/map/remove", { userId: "old-1" });
    expect(removed.json).toEqual({ status: "OK", didMappingExist: true });
    expect((await map(ids[0] as string)).json?.status).toBe("UNKNOWN_MAPPING_ERROR");
  });

  it("can't be another user's own ID", async () => {
    const { rehearsal, ids } = await withUsers(["a@x", "b@x"]);
    const answer = await talk(rehearsal, "POST", "/recipe/userid/map", {
      superTokensUserId: ids[0],
      externalUserId: ids[1],
    });
    expect([answer.status, answer.text]).toEqual([
      400,
      "Cannot create a userId mapping where the externalId is also a SuperTokens userID\n",
    ]);
  });
});

describe("metadata", () => {
  it("is replaced field by field, and goes with the user", async () => {
    const { rehearsal, ids } = await withUsers(["a@x"]);
    const userId = ids[0] as string;
    const path = "/recipe/user/metadata";
    const read = async () => (await talk(rehearsal, "GET", `${path}?userId=${userId}`)).json;
    expect(await read()).toEqual({ status: "OK", metadata: {} });
    await talk(rehearsal, "PUT", path, { userId, metadataUpdate: { a: 1, b: { c: 2 } } });
    const updated = await talk(rehearsal, "PUT", path, { userId, metadataUpdate: { a: null, b: [3] } });
    expect(updated.json).toEqual({ status: "OK", metadata: { b: [3] } });
    await talk(rehearsal, "POST", `${path}/remove`, { userId });
    expect((await read())?.metadata).toEqual({});
    await talk(rehearsal, "PUT", path, { userId, metadataUpdate: { a: 1 } });
    await talk(rehearsal, "POST", "/user/remove", { userId });
    expect((await read())?.metadata).toEqual({});
  });
});

describe("what the licence switches on", () => {
  it.each([
    [true, ["account_linking", "mfa"]],
    [false, []],
  ])("is listed: %j", async (licensed, features) => {
    const rehearsal = createRehearsalService({ service: "supertokens", licensed });
    const { json } = await talk(rehearsal, "GET", "/ee/featureflag");
    expect(json).toEqual({ status: "OK", features, usageStats: {} });
  });
});
