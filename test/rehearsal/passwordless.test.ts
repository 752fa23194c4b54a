import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRehearsalService, type RehearsalService } from "../../src/rehearsal/index.js";
import { talk } from "./talk.js";

const CODE = "/recipe/signinup/code";
const CONSUME = "/recipe/signinup/code/consume";
const RID = { rid: "passwordless" };

const create = async (service: RehearsalService, body: object) => (await talk(service, "POST", CODE, body)).json!;
const consume = (service: RehearsalService, { preAuthSessionId, linkCode }: Record<string, unknown>) =>
  talk(service, "POST", CONSUME, { preAuthSessionId, linkCode });

async function signUp(service: RehearsalService, contact: object): Promise<string> {
  return (await consume(service, await create(service, contact))).json?.recipeUserId;
}

describe("one-time codes", () => {
  it("have the fields of specification 2.3", async () => {
    const rehearsal = createRehearsalService({ now: () => 1_700_000_000_000 });
    const code = await create(rehearsal, { email: "a@example.com" });
    expect(Object.keys(code)).toEqual([
      "status",
      "preAuthSessionId",
      "codeId",
      "deviceId",
      "userInputCode",
      "linkCode",
      "timeCreated",
      "codeLifetime",
    ]);
    expect(code.codeId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(code.userInputCode).toMatch(/^[0-9]{6}$/);
    expect([code.timeCreated, code.codeLifetime]).toEqual([1_700_000_000_000, 900_000]);
  });

  it("are for exactly one address", async () => {
    const text = "Please provide exactly one of email, phoneNumber or deviceId\n";
    const rehearsal = createRehearsalService();
    expect((await talk(rehearsal, "POST", CODE, {})).text).toBe(text);
    expect((await talk(rehearsal, "POST", CODE, { email: "a@b.c", phoneNumber: "+15555550100" })).text).toBe(text);
  });

  it("make a user once, and find it the second time", async () => {
    const rehearsal = createRehearsalService();
    const first = await consume(rehearsal, await create(rehearsal, { email: " A@Example.com " }));
    expect(first.json).toMatchObject({
      status: "OK",
      createdNewUser: true,
      user: { emails: ["a@example.com"] },
    });
    const second = await consume(rehearsal, await create(rehearsal, { email: "a@example.com" }));
    expect(second.json).toMatchObject({ createdNewUser: false, recipeUserId: first.json?.recipeUserId });
    expect(second.json?.consumedDevice).toMatchObject({
      email: "a@example.com",
      failedCodeInputAttemptCount: 0,
    });
  });

  it("are used up by consumption, and so are the others for the address", async () => {
    const rehearsal = createRehearsalService();
    const [one, two] = [await create(rehearsal, { email: "a@b.c" }), await create(rehearsal, { email: "a@b.c" })];
    expect((await consume(rehearsal, one)).json?.status).toBe("OK");
    expect((await consume(rehearsal, one)).json).toEqual({ status: "RESTART_FLOW_ERROR" });
    expect((await consume(rehearsal, two)).json).toEqual({ status: "RESTART_FLOW_ERROR" });
  });

  it("expire", async () => {
    let now = 0;
    const rehearsal = createRehearsalService({ now: () => now, codeLifetimeMs: 1_000 });
    const code = await create(rehearsal, { phoneNumber: "+15555550100" });
    now = 1_001;
    expect((await consume(rehearsal, code)).json).toEqual({ status: "RESTART_FLOW_ERROR" });
    now = 1_000;
    expect((await consume(rehearsal, code)).json?.status).toBe("OK");
  });

  it("belong to their session, whose padding does not matter", async () => {
    const rehearsal = createRehearsalService();
    const code = await create(rehearsal, { email: "a@b.c" });
    const other = await consume(rehearsal, { ...code, preAuthSessionId: "other" });
    expect([other.status, other.text]).toEqual([400, "preAuthSessionId and deviceId doesn't match\n"]);
    expect((await consume(rehearsal, { ...code, preAuthSessionId: `${code.preAuthSessionId}=` })).json?.status).toBe(
      "OK",
    );
  });

  it("are refused in the wrong alphabet", async () => {
    const answer = await consume(createRehearsalService(), { preAuthSessionId: "x", linkCode: "a+/b" });
    expect([answer.status, answer.text]).toEqual([400, "Input encoding error in linkCode\n"]);
  });

  it.each(["b", "YWJjZ", "YQ=", "YWI==", "%%%%"])("are refused where base64 can't end so: %s", async (linkCode) => {
    const answer = await consume(createRehearsalService(), { preAuthSessionId: "x", linkCode });
    expect([answer.status, answer.text]).toEqual([400, "Input encoding error in linkCode\n"]);
  });

  it("say which field is null before they count the fields", async () => {
    const body = { email: null, phoneNumber: "+15555550100" };
    const answer = await talk(createRehearsalService(), "POST", "/recipe/signinup/code", body);
    expect([answer.status, answer.text]).toEqual([400, "Field name 'email' is invalid in JSON input\n"]);
  });

  it("can be typed, five times wrongly at most", async () => {
    let now = 0;
    const rehearsal = createRehearsalService({ now: () => now, codeLifetimeMs: 1_000 });
    const { preAuthSessionId, deviceId, userInputCode } = await create(rehearsal, { email: "a@b.c" });
    const type = async (text: string) =>
      (await talk(rehearsal, "POST", CONSUME, { preAuthSessionId, deviceId, userInputCode: text })).json;
    expect(await type("wrong")).toEqual({
      status: "INCORRECT_USER_INPUT_CODE_ERROR",
      failedCodeInputAttemptCount: 1,
      maximumCodeInputAttempts: 5,
    });
    now = 2_000;
    expect(await type(userInputCode)).toMatchObject({ status: "EXPIRED_USER_INPUT_CODE_ERROR" });
    now = 0;
    await type("wrong");
    await type("wrong");
    expect(await type("wrong")).toEqual({ status: "RESTART_FLOW_ERROR" });
    expect(await type(userInputCode)).toEqual({ status: "RESTART_FLOW_ERROR" });
  });

  it("can be added to a session, but not the same one twice", async () => {
    const rehearsal = createRehearsalService();
    const { deviceId } = await create(rehearsal, { email: "a@b.c", userInputCode: "first" });
    const again = await create(rehearsal, { deviceId, userInputCode: "first" });
    expect(again).toEqual({ status: "USER_INPUT_CODE_ALREADY_USED_ERROR" });
    const second = await create(rehearsal, { deviceId });
    expect((await consume(rehearsal, second)).json?.status).toBe("OK");
    expect(await create(rehearsal, { deviceId })).toEqual({ status: "RESTART_FLOW_ERROR" });
  });

  it("are refused where this way to log in is switched off", async () => {
    const rehearsal = createRehearsalService({ disabledRecipes: ["passwordless"] });
    const answer = await talk(rehearsal, "POST", CODE, { email: "a@b.c" });
    expect([answer.status, answer.text]).toEqual([403, "Passwordless login not enabled for tenant\n"]);
  });
});

describe("updating a passwordless user", () => {
  const put = (service: RehearsalService, body: object, headers: Record<string, string> = RID) =>
    talk(service, "PUT", "/recipe/user", body, headers);

  it("keeps what is absent, deletes what is null, and never both", async () => {
    const rehearsal = createRehearsalService();
    const userId = await signUp(rehearsal, { email: "a@b.c" });
    expect((await put(rehearsal, { userId, phoneNumber: "+1 (555) 555-0100" })).json).toEqual({
      status: "OK",
    });
    expect((await put(rehearsal, { userId, phoneNumber: "+15555550100" })).json).toEqual({ status: "OK" });
    expect((await put(rehearsal, { userId, email: null })).json).toEqual({ status: "OK" });
    const none = await put(rehearsal, { userId, phoneNumber: null });
    expect([none.status, none.text]).toEqual([400, "You cannot clear both email and phone number of a user\n"]);
    expect(rehearsal.state().users[0]?.loginMethods[0]).not.toHaveProperty("email");
    expect(rehearsal.state().users[0]?.loginMethods[0]?.phoneNumber).toBe("+15555550100");
  });

  it("refuses addresses of other users", async () => {
    const rehearsal = createRehearsalService();
    const userId = await signUp(rehearsal, { email: "a@b.c" });
    await signUp(rehearsal, { email: "taken@b.c" });
    await signUp(rehearsal, { phoneNumber: "+15555550100" });
    expect((await put(rehearsal, { userId, email: "taken@b.c" })).json?.status).toBe("EMAIL_ALREADY_EXISTS_ERROR");
    expect((await put(rehearsal, { userId, phoneNumber: "+15555550100" })).json?.status).toBe(
      "PHONE_NUMBER_ALREADY_EXISTS_ERROR",
    );
    expect((await put(rehearsal, { userId: "nobody", email: "x@b.c" })).json?.status).toBe("UNKNOWN_USER_ID_ERROR");
  });

  it("refuses a primary user an address of another primary user", async () => {
    const rehearsal = createRehearsalService();
    for (const contact of [{ email: "a@b.c" }, { email: "taken@b.c" }, { phoneNumber: "+15555550100" }]) {
      const recipeUserId = await signUp(rehearsal, contact);
      await talk(rehearsal, "POST", "/recipe/accountlinking/user/primary", { recipeUserId });
    }
    const userId = rehearsal.state().users[0]?.id;
    expect((await put(rehearsal, { userId, email: "taken@b.c" })).json).toMatchObject({
      status: "EMAIL_CHANGE_NOT_ALLOWED_ERROR",
      reason: expect.any(String),
    });
    expect((await put(rehearsal, { userId, phoneNumber: "+15555550100" })).json?.status).toBe(
      "PHONE_NUMBER_CHANGE_NOT_ALLOWED_ERROR",
    );
  });

  it("goes to the e-mail and password login without its header", async () => {
    const rehearsal = createRehearsalService();
    const userId = await signUp(rehearsal, { email: "a@b.c" });
    expect((await put(rehearsal, { userId, email: "x@b.c" }, {})).json).toEqual({
      status: "UNKNOWN_USER_ID_ERROR",
    });
  });

  it("asks for recipeUserId from version 4.0 on, in the core's profile", async () => {
    const rehearsal = createRehearsalService({ service: "supertokens" });
    const userId = await signUp(rehearsal, { email: "a@b.c" });
    const body = { email: "x@b.c" };
    expect((await put(rehearsal, { ...body, userId })).text).toBe(
      "Field name 'recipeUserId' is invalid in JSON input\n",
    );
    expect((await put(rehearsal, { ...body, userId }, { ...RID, "cdi-version": "3.1" })).json?.status).toBe("OK");
    expect((await put(rehearsal, { ...body, recipeUserId: userId })).json?.status).toBe("OK");
  });

  it("ends the logins in progress at the old and the new address", async () => {
    const rehearsal = createRehearsalService();
    const userId = await signUp(rehearsal, { email: "a@b.c" });
    const codes = [await create(rehearsal, { email: "a@b.c" }), await create(rehearsal, { email: "x@b.c" })];
    await put(rehearsal, { userId, email: "x@b.c" });
    for (const code of codes) expect((await consume(rehearsal, code)).json?.status).toBe("RESTART_FLOW_ERROR");
  });
});

describe("whatever is created and consumed", () => {
  it("there is one user for each address", async () => {
    const address = fc.oneof(
      fc.constantFrom("a@b.c", "A@B.C ", "b@b.c").map((email) => ({ email })),
      fc.constantFrom("+15555550100", "+1 555 555 0100", "555").map((phoneNumber) => ({ phoneNumber })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ address, uses: fc.nat(2) }), { maxLength: 15 }), async (plan) => {
        const rehearsal = createRehearsalService();
        const seen = new Set<string>();
        for (const { address: contact, uses } of plan) {
          const code = await create(rehearsal, contact);
          const key = JSON.stringify(contact)
            .toLowerCase()
            .replace(/ (?=")|(?<=[0-9]) /g, "");
          for (let use = 0; use < uses; use++) {
            const { json } = await consume(rehearsal, code);
            expect(json?.status).toBe(use === 0 ? "OK" : "RESTART_FLOW_ERROR");
            if (use === 0) expect(json?.createdNewUser).toBe(!seen.has(key));
            seen.add(key);
          }
        }
        expect(rehearsal.state().counts.users).toBe(seen.size);
      }),
      { numRuns: 50 },
    );
  });
});
