import { describe, expect, it } from "vitest";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { talk } from "./talk.js";

const DAY_MS = 86_400_000;

async function withUser() {
  const clock = { ms: 0 };
  const rehearsal = createRehearsalService({ service: "supertokens", now: () => clock.ms });
  const ada = { email: "ada@example.com", password: "p" };
  const { json } = await talk(rehearsal, "POST", "/recipe/signup", ada);
  const who = { userId: json?.recipeUserId as string, email: ada.email };
  const post = async (path: string, body: unknown) => (await talk(rehearsal, "POST", path, body)).json;
  const isVerified = async ({ userId, email }: typeof who) =>
    (await talk(rehearsal, "GET", `/recipe/user/email/verify?userId=${userId}&email=${email}`)).json?.isVerified;
  const makeToken = async (): Promise<string> => (await post("/recipe/user/email/verify/token", who))?.token;
  const use = (token: string) => post("/recipe/user/email/verify", { method: "token", token });
  return { rehearsal, clock, who, post, isVerified, makeToken, use };
}

describe("verifying an address", () => {
  it("takes a token, once, and marks the login", async () => {
    const { rehearsal, who, post, isVerified, makeToken, use } = await withUser();
    expect(await isVerified(who)).toBe(false);
    const other = await makeToken();
    const token = await makeToken();
    expect(await use(token)).toEqual({ status: "OK", ...who });
    for (const used of [token, other])
      expect(await use(used)).toEqual({ status: "EMAIL_VERIFICATION_INVALID_TOKEN_ERROR" });
    expect(await isVerified(who)).toBe(true);
    expect(rehearsal.state().users[0]?.loginMethods[0]?.verified).toBe(true);
    expect(await post("/recipe/user/email/verify/token", who)).toEqual({
      status: "EMAIL_ALREADY_VERIFIED_ERROR",
    });
    expect(await post("/recipe/user/email/verify/remove", who)).toEqual({ status: "OK" });
    expect(await isVerified(who)).toBe(false);
  });

  it("refuses tokens that are a day old, revoked, or of another tenant", async () => {
    const { rehearsal, clock, who, post, makeToken, use, isVerified } = await withUser();
    const invalid = { status: "EMAIL_VERIFICATION_INVALID_TOKEN_ERROR" };
    const elsewhere = await makeToken();
    const body = { method: "token", token: elsewhere };
    expect((await talk(rehearsal, "POST", "/t1/recipe/user/email/verify", body)).json).toEqual(invalid);
    expect(await post("/recipe/user/email/verify/token/remove", who)).toEqual({ status: "OK" });
    expect(await use(elsewhere)).toEqual(invalid);
    const old = await makeToken();
    clock.ms += DAY_MS + 1;
    expect(await use(old)).toEqual(invalid);
    expect(await isVerified(who)).toBe(false);
  });

  it("keeps marks of users whom the service doesn't know", async () => {
    const { post, isVerified } = await withUser();
    const stranger = { userId: "stranger", email: "s@example.com" };
    const made = await post("/recipe/user/email/verify/token", stranger);
    await post("/recipe/user/email/verify", { method: "token", token: made?.token });
    expect(await isVerified(stranger)).toBe(true);
  });

  it("knows only tokens", async () => {
    const { rehearsal } = await withUser();
    const answer = await talk(rehearsal, "POST", "/recipe/user/email/verify", { method: "x", token: "y" });
    expect([answer.status, answer.text]).toEqual([400, "Unsupported method for email verification\n"]);
  });
});
