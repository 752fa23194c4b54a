import bcrypt from "bcryptjs";
import { describe, expect, it } from "vitest";
import { createRehearsalService, type RehearsalService } from "../../src/rehearsal/index.js";
import { talk } from "./talk.js";

const ADA = { email: "ada@example.com", password: "correct horse" };
const SIGN_UP = "/recipe/signup";
const SIGN_IN = "/recipe/signin";

const wild = (options: Parameters<typeof createRehearsalService>[0] = {}): RehearsalService =>
  createRehearsalService({ service: "supertokens", ...options });

describe("signing up and in", () => {
  it("makes a user with a password of this service's own", async () => {
    const rehearsal = wild();
    const made = await talk(rehearsal, "POST", SIGN_UP, { ...ADA, email: " Ada@Example.com" });
    expect(made.json).toMatchObject({ status: "OK", user: { emails: ["ada@example.com"] } });
    const signedIn = await talk(rehearsal, "POST", SIGN_IN, ADA);
    expect(signedIn.json).toEqual(made.json);
    for (const wrong of ["", "Correct horse", "correct horse "]) {
      const answer = await talk(rehearsal, "POST", SIGN_IN, { ...ADA, password: wrong });
      expect(answer.json).toEqual({ status: "WRONG_CREDENTIALS_ERROR" });
    }
  });

  it("says that an address is taken, also to two calls at once", async () => {
    const rehearsal = wild();
    const answers = await Promise.all([1, 2, 3].map(() => talk(rehearsal, "POST", SIGN_UP, ADA)));
    expect(answers.map(({ json }) => json?.status).toSorted()).toEqual([
      "EMAIL_ALREADY_EXISTS_ERROR",
      "EMAIL_ALREADY_EXISTS_ERROR",
      "OK",
    ]);
    expect((await talk(rehearsal, "POST", `/t1${SIGN_UP}`, ADA)).json?.status).toBe("OK");
  });

  it("signs imported users in by the hash that was imported", async () => {
    const rehearsal = wild();
    const passwordHash = bcrypt.hashSync("imported", 4);
    await talk(rehearsal, "POST", "/recipe/user/passwordhash/import", { email: ADA.email, passwordHash });
    const right = await talk(rehearsal, "POST", SIGN_IN, { email: ADA.email, password: "imported" });
    expect(right.json?.status).toBe("OK");
    expect((await talk(rehearsal, "POST", SIGN_IN, ADA)).json?.status).toBe("WRONG_CREDENTIALS_ERROR");
  });

  it("keeps its own passwords in a form that can't be imported", async () => {
    const rehearsal = wild();
    for (const hashingAlgorithm of [undefined, "bcrypt", "argon2"]) {
      const answer = await talk(rehearsal, "POST", "/recipe/user/passwordhash/import", {
        email: ADA.email,
        passwordHash: "$rehearsal$AAAA$AAAA",
        hashingAlgorithm,
      });
      expect(answer.status).toBe(400);
    }
  });

  it.each([
    ["2.21", { id: expect.any(String), email: ADA.email, timeJoined: 5 }],
    ["3.1", { id: expect.any(String), email: ADA.email, timeJoined: 5, tenantIds: ["public"] }],
  ])("shows one login method in version %s", async (version, user) => {
    const rehearsal = wild({ now: () => 5 });
    await talk(rehearsal, "POST", SIGN_UP, ADA);
    const { json } = await talk(rehearsal, "POST", SIGN_IN, ADA, { "cdi-version": version });
    expect(json).toEqual({ status: "OK", user });
  });

  it.each([
    [SIGN_UP, { email: "a@b.c", password: "" }, 400, "Password cannot be an empty string"],
    [SIGN_UP, { email: "a@b.c" }, 400, "Field name 'password' is invalid in JSON input"],
    [SIGN_IN, { password: "x" }, 400, "Field name 'email' is invalid in JSON input"],
  ])("%s refuses %j", async (path, body, status, text) => {
    const answer = await talk(wild(), "POST", path, body);
    expect([answer.status, answer.text]).toEqual([status, `${text}\n`]);
  });

  it("is refused where the login is switched off", async () => {
    const rehearsal = wild({ disabledRecipes: ["emailpassword"] });
    for (const path of [SIGN_UP, SIGN_IN]) expect((await talk(rehearsal, "POST", path, ADA)).status).toBe(403);
  });

  it("counts an address that an application made up as verified", async () => {
    const email = "1.google@stfakeemail.supertokens.com";
    const { json } = await talk(wild(), "POST", SIGN_UP, { ...ADA, email });
    expect(json?.user.loginMethods[0].verified).toBe(true);
  });
});

describe("PUT /recipe/user without rid", () => {
  const put = (rehearsal: RehearsalService, body: unknown, headers = {}) =>
    talk(rehearsal, "PUT", "/recipe/user", body, headers);

  it("changes the password and the address", async () => {
    const rehearsal = wild();
    const { json } = await talk(rehearsal, "POST", SIGN_UP, ADA);
    const recipeUserId = json?.recipeUserId;
    expect((await put(rehearsal, { recipeUserId, password: "new" })).json).toEqual({ status: "OK" });
    expect((await talk(rehearsal, "POST", SIGN_IN, ADA)).json?.status).toBe("WRONG_CREDENTIALS_ERROR");
    await put(rehearsal, { recipeUserId, email: "Eve@example.com" });
    const eve = { email: "eve@example.com", password: "new" };
    expect((await talk(rehearsal, "POST", SIGN_IN, eve)).json?.status).toBe("OK");
    await talk(rehearsal, "POST", SIGN_UP, ADA);
    expect((await put(rehearsal, { recipeUserId, email: ADA.email })).json).toEqual({
      status: "EMAIL_ALREADY_EXISTS_ERROR",
    });
  });

  it("wants one of the two", async () => {
    const answer = await put(wild(), { recipeUserId: "nobody", phoneNumber: "+15555550100" });
    expect([answer.status, answer.text]).toEqual([400, "You have to provide either email or password.\n"]);
    const unknown = await put(wild(), { recipeUserId: "nobody", email: "a@b.c" });
    expect(unknown.json).toEqual({ status: "UNKNOWN_USER_ID_ERROR" });
    expect((await put(wild(), {}, { rid: "thirdparty" })).status).toBe(405);
  });
});

describe("TOTP verification", () => {
  /** RFC 6238, appendix B: SHA1, the last six of eight digits. */
  const DEVICE = {
    userId: "u-1",
    secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
    skew: 0,
    period: 30,
    deviceName: "phone",
  };
  const AT_59 = "287082";
  const VERIFY = "/recipe/totp/verify";

  async function withDevice(seconds: number) {
    const clock = { ms: seconds * 1000 };
    const rehearsal = wild({ now: () => clock.ms });
    await talk(rehearsal, "POST", "/recipe/totp/device/import", DEVICE);
    const verify = async (totp: string, headers = {}) =>
      (await talk(rehearsal, "POST", VERIFY, { userId: "u-1", totp }, headers)).json;
    return { rehearsal, clock, verify };
  }

  it("accepts the published code, once", async () => {
    const { verify, clock } = await withDevice(59);
    expect(await verify(AT_59)).toEqual({ status: "OK" });
    expect(await verify(AT_59)).toEqual({
      status: "INVALID_TOTP_ERROR",
      currentNumberOfFailedAttempts: 1,
      maxNumberOfFailedAttempts: 5,
    });
    clock.ms = 1_111_111_109_000;
    expect(await verify("081804")).toEqual({ status: "OK" });
  });

  it("locks the user out after five wrong codes, for a quarter of an hour", async () => {
    const { verify, clock } = await withDevice(59);
    for (const attempt of [1, 2, 3, 4, 5]) {
      expect((await verify("000000"))?.currentNumberOfFailedAttempts).toBe(attempt);
    }
    clock.ms += 1000;
    expect(await verify(AT_59)).toEqual({
      status: "LIMIT_REACHED_ERROR",
      retryAfterMs: 899_000,
      currentNumberOfFailedAttempts: 5,
      maxNumberOfFailedAttempts: 5,
    });
    expect(await verify(AT_59, { "cdi-version": "4.0" })).toEqual({
      status: "LIMIT_REACHED_ERROR",
      retryAfterMs: 899_000,
    });
    clock.ms += 899_000;
    expect((await verify("000000"))?.currentNumberOfFailedAttempts).toBe(1);
  });

  it("knows nobody without a device, and needs a licence", async () => {
    const { rehearsal } = await withDevice(59);
    const body = { userId: "u-2", totp: AT_59 };
    expect((await talk(rehearsal, "POST", VERIFY, body)).json).toEqual({ status: "UNKNOWN_USER_ID_ERROR" });
    expect((await talk(wild({ licensed: false }), "POST", VERIFY, body)).status).toBe(402);
    expect((await talk(rehearsal, "POST", VERIFY, { userId: "", totp: "1" })).text).toBe("userId cannot be empty\n");
  });

  it("ends when the device is removed", async () => {
    const { rehearsal, verify } = await withDevice(59);
    const remove = { userId: "u-1", deviceName: "phone" };
    const path = "/recipe/totp/device/remove";
    expect((await talk(rehearsal, "POST", path, remove)).json).toEqual({
      status: "OK",
      didDeviceExist: true,
    });
    expect((await talk(rehearsal, "POST", path, remove)).json?.didDeviceExist).toBe(false);
    expect(await verify(AT_59)).toEqual({ status: "UNKNOWN_USER_ID_ERROR" });
  });

  it("lists devices in the order in which they were added", async () => {
    const { rehearsal } = await withDevice(59);
    for (const deviceName of ["b", "a", "Ä"])
      await talk(rehearsal, "POST", "/recipe/totp/device/import", { ...DEVICE, deviceName });
    const { json } = await talk(rehearsal, "GET", "/recipe/totp/device/list?userId=u-1");
    expect(json?.devices.map(({ name }: { name: string }) => name)).toEqual(["phone", "b", "a", "Ä"]);
  });
});
