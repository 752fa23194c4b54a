import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRehearsalService, type RehearsalService } from "../../src/rehearsal/index.js";
import { talk } from "./talk.js";

const PRIMARY = "/recipe/accountlinking/user/primary";
const LINK = "/recipe/accountlinking/user/link";

async function social(service: RehearsalService, thirdPartyUserId: string, email: string): Promise<string> {
  const body = { thirdPartyId: "google", thirdPartyUserId, email: { id: email, isVerified: true } };
  return (await talk(service, "POST", "/recipe/signinup", body)).json?.recipeUserId;
}

const makePrimary = async (service: RehearsalService, recipeUserId: string) =>
  (await talk(service, "POST", PRIMARY, { recipeUserId })).json!;
const link = async (service: RehearsalService, primaryUserId: string, recipeUserId: string) =>
  (await talk(service, "POST", LINK, { primaryUserId, recipeUserId })).json!;

describe("primary users", () => {
  it("are made once", async () => {
    const rehearsal = createRehearsalService();
    const id = await social(rehearsal, "1", "a@b.c");
    expect(await makePrimary(rehearsal, id)).toMatchObject({
      status: "OK",
      wasAlreadyAPrimaryUser: false,
      user: { id, isPrimaryUser: true },
    });
    expect(await makePrimary(rehearsal, id)).toMatchObject({ status: "OK", wasAlreadyAPrimaryUser: true });
  });

  it("do not share an address", async () => {
    const rehearsal = createRehearsalService();
    const first = await social(rehearsal, "1", "a@b.c");
    await makePrimary(rehearsal, first);
    expect(await makePrimary(rehearsal, await social(rehearsal, "2", "a@b.c"))).toEqual({
      status: "ACCOUNT_INFO_ALREADY_ASSOCIATED_WITH_ANOTHER_PRIMARY_USER_ID_ERROR",
      primaryUserId: first,
      description: "This user's email is already associated with another user ID",
    });
  });

  it("are not made of a user that is linked to one", async () => {
    const rehearsal = createRehearsalService();
    const [one, two] = [await social(rehearsal, "1", "a@b.c"), await social(rehearsal, "2", "b@b.c")];
    await makePrimary(rehearsal, one);
    await link(rehearsal, one, two);
    expect(await makePrimary(rehearsal, two)).toMatchObject({
      status: "RECIPE_USER_ID_ALREADY_LINKED_WITH_PRIMARY_USER_ID_ERROR",
      primaryUserId: one,
    });
  });

  it("must exist, and need a licence", async () => {
    const unknown = await talk(createRehearsalService(), "POST", PRIMARY, { recipeUserId: "nobody" });
    expect([unknown.status, unknown.text]).toEqual([400, "Unknown user ID provided\n"]);
    const rehearsal = createRehearsalService({ licensed: false });
    const id = await social(rehearsal, "1", "a@b.c");
    for (const [path, body] of [
      [PRIMARY, { recipeUserId: id }],
      [LINK, { recipeUserId: id, primaryUserId: id }],
    ] as const) {
      const answer = await talk(rehearsal, "POST", path, body);
      expect([answer.status, answer.text]).toEqual([
        402,
        "Account linking feature is not enabled for this app. Please contact support to enable it.\n",
      ]);
    }
  });
});

describe("links", () => {
  it("join two users under the primary user's ID", async () => {
    const rehearsal = createRehearsalService();
    const [one, two] = [await social(rehearsal, "1", "a@b.c"), await social(rehearsal, "2", "b@b.c")];
    expect(await link(rehearsal, one, two)).toEqual({ status: "INPUT_USER_IS_NOT_A_PRIMARY_USER" });
    await makePrimary(rehearsal, one);
    expect(await link(rehearsal, one, two)).toMatchObject({
      status: "OK",
      accountsAlreadyLinked: false,
      user: { id: one, emails: ["a@b.c", "b@b.c"] },
    });
    expect(await link(rehearsal, one, two)).toMatchObject({ status: "OK", accountsAlreadyLinked: true });
    const found = await talk(rehearsal, "GET", `/user/id?userId=${two}`);
    expect(found.json?.user.id).toBe(one);
  });

  it("are refused where the user belongs to another primary user", async () => {
    const rehearsal = createRehearsalService();
    const ids = [];
    for (const name of ["1", "2", "3"]) ids.push(await social(rehearsal, name, `${name}@b.c`));
    const [one = "", two = "", three = ""] = ids;
    await makePrimary(rehearsal, one);
    await makePrimary(rehearsal, two);
    await link(rehearsal, two, three);
    for (const other of [two, three]) {
      expect(await link(rehearsal, one, other)).toMatchObject({
        status: "RECIPE_USER_ID_ALREADY_LINKED_WITH_ANOTHER_PRIMARY_USER_ID_ERROR",
        primaryUserId: two,
        user: { id: two },
      });
    }
  });

  it("are refused where another primary user has the address", async () => {
    const rehearsal = createRehearsalService();
    const [one, two] = [await social(rehearsal, "1", "a@b.c"), await social(rehearsal, "2", "b@b.c")];
    const three = await social(rehearsal, "3", "b@b.c");
    await makePrimary(rehearsal, one);
    await makePrimary(rehearsal, two);
    expect(await link(rehearsal, one, three)).toMatchObject({
      status: "ACCOUNT_INFO_ALREADY_ASSOCIATED_WITH_ANOTHER_PRIMARY_USER_ID_ERROR",
      primaryUserId: two,
    });
  });
});

describe("whatever is made primary and linked", () => {
  it("each login method is in one user, and no two primary users share an address", async () => {
    const action = fc.tuple(fc.boolean(), fc.nat(5), fc.nat(5));
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
        const rehearsal = createRehearsalService();
        const ids: string[] = [];
        for (let index = 0; index < 6; index++) ids.push(await social(rehearsal, `${index}`, `${index % 4}@b.c`));
        for (const [isLink, one, two] of actions) {
          if (isLink) await link(rehearsal, ids[one]!, ids[two]!);
          else await makePrimary(rehearsal, ids[one]!);
        }
        const { users, counts } = rehearsal.state();
        expect(
          users.flatMap(({ loginMethods }) => loginMethods.map(({ recipeUserId }) => recipeUserId)).sort(),
        ).toEqual([...ids].sort());
        expect(counts.links).toBe(6 - users.length);
        const addresses = users
          .filter(({ isPrimary }) => isPrimary)
          .flatMap(({ loginMethods }) => [...new Set(loginMethods.map(({ email }) => email))]);
        expect(new Set(addresses).size).toBe(addresses.length);
        for (const { isPrimary, loginMethods } of users) if (!isPrimary) expect(loginMethods).toHaveLength(1);
      }),
      { numRuns: 100 },
    );
  });
});

describe("third-party users", () => {
  it("are found again; another address changes along, and is not verified until it is said to be", async () => {
    const rehearsal = createRehearsalService();
    const id = await social(rehearsal, "1", "a@b.c");
    const body = {
      thirdPartyId: "google",
      thirdPartyUserId: "1",
      email: { id: "New@b.c", isVerified: false },
    };
    const again = await talk(rehearsal, "POST", "/recipe/signinup", body);
    expect(again.json).toMatchObject({
      createdNewUser: false,
      recipeUserId: id,
      user: { emails: ["new@b.c"] },
    });
    expect(rehearsal.state().users[0]?.loginMethods[0]?.verified).toBe(false);
  });

  it("do not take the address of another primary user", async () => {
    const rehearsal = createRehearsalService();
    const [one, two] = [await social(rehearsal, "1", "a@b.c"), await social(rehearsal, "2", "b@b.c")];
    await makePrimary(rehearsal, one);
    await makePrimary(rehearsal, two);
    const body = { thirdPartyId: "google", thirdPartyUserId: "1", email: { id: "b@b.c", isVerified: true } };
    expect((await talk(rehearsal, "POST", "/recipe/signinup", body)).json).toEqual({
      status: "EMAIL_CHANGE_NOT_ALLOWED_ERROR",
      reason: "Email already associated with another primary user.",
    });
  });

  it("say whether the address is verified from version 4.0 on", async () => {
    const rehearsal = createRehearsalService({ service: "supertokens" });
    const body = { thirdPartyId: "google", thirdPartyUserId: "1", email: { id: "a@b.c" } };
    expect((await talk(rehearsal, "POST", "/recipe/signinup", body)).text).toBe(
      "Field name 'isVerified' is invalid in JSON input\n",
    );
    const old = await talk(rehearsal, "POST", "/recipe/signinup", body, { "cdi-version": "3.0" });
    expect(old.json).toEqual({
      status: "OK",
      createdNewUser: true,
      user: {
        id: expect.any(String),
        timeJoined: expect.any(Number),
        tenantIds: ["public"],
        email: "a@b.c",
        thirdParty: { id: "google", userId: "1" },
      },
    });
  });
});
