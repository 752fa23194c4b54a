import { createHmac } from "node:crypto";
import { createRequire } from "node:module";
import supertokens from "supertokens-node";
import { Querier } from "supertokens-node/lib/build/querier.js";
import AccountLinking from "supertokens-node/recipe/accountlinking/index.js";
import EmailPassword from "supertokens-node/recipe/emailpassword/index.js";
import EmailVerification from "supertokens-node/recipe/emailverification/index.js";
import MultiFactorAuth from "supertokens-node/recipe/multifactorauth/index.js";
import Passwordless from "supertokens-node/recipe/passwordless/index.js";
import Session from "supertokens-node/recipe/session/index.js";
import ThirdParty from "supertokens-node/recipe/thirdparty/index.js";
import TOTP from "supertokens-node/recipe/totp/index.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRehearsalService, type ListeningService } from "../../src/rehearsal/index.js";

const API_KEY = "rehearsal-key-0123456789";
const TENANT = "public";

const SECRET = "12345678901234567890";
const SECRET_BASE32 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

/** RFC 6238 for 6 digits, apart from credport's own. */
function currentCode(): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac("sha1", SECRET).update(step).digest();
  const offset = (digest.at(-1) as number) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

const rehearsal = createRehearsalService({ service: "supertokens", apiKeys: [API_KEY] });
let listening: ListeningService;

/**
 * The public client of the service in the wild, made by its authors for the
 * real one. It knows nothing of credport: what it accepts from the rehearsal
 * service it would accept from a core.
 */
beforeAll(async () => {
  listening = await rehearsal.listen();
  supertokens.init({
    framework: "custom",
    telemetry: false,
    supertokens: { connectionURI: listening.url, apiKey: API_KEY },
    appInfo: {
      appName: "rehearsal",
      apiDomain: "http://localhost:3001",
      websiteDomain: "http://localhost:3000",
    },
    recipeList: [
      EmailPassword.init(),
      EmailVerification.init({ mode: "OPTIONAL" }),
      Passwordless.init({ contactMethod: "EMAIL_OR_PHONE", flowType: "USER_INPUT_CODE_AND_MAGIC_LINK" }),
      ThirdParty.init(),
      AccountLinking.init(),
      Session.init(),
      MultiFactorAuth.init(),
      TOTP.init(),
    ],
  });
});

afterAll(() => listening.close());

async function signUp(contact: { email: string } | { phoneNumber: string }) {
  const code = await Passwordless.createCode({ ...contact, tenantId: TENANT });
  const consumed = await Passwordless.consumeCode({
    preAuthSessionId: code.preAuthSessionId,
    linkCode: code.linkCode,
    tenantId: TENANT,
  });
  if (consumed.status !== "OK") throw new Error(consumed.status);
  return consumed;
}

describe("supertokens-node against the rehearsal service", () => {
  it("creates and consumes codes, by link and by typing", async () => {
    const first = await signUp({ email: "a@example.com" });
    expect(first).toMatchObject({ createdNewRecipeUser: true, user: { emails: ["a@example.com"] } });
    const code = await Passwordless.createCode({ email: "a@example.com", tenantId: TENANT });
    const typed = { preAuthSessionId: code.preAuthSessionId, deviceId: code.deviceId, tenantId: TENANT };
    expect(await Passwordless.consumeCode({ ...typed, userInputCode: "wrong" })).toMatchObject({
      status: "INCORRECT_USER_INPUT_CODE_ERROR",
      failedCodeInputAttemptCount: 1,
    });
    const second = await Passwordless.consumeCode({ ...typed, userInputCode: code.userInputCode });
    expect(second).toMatchObject({ status: "OK", createdNewRecipeUser: false });
    expect(second.status === "OK" && second.recipeUserId.getAsString()).toBe(first.recipeUserId.getAsString());
  });

  it("updates a passwordless user", async () => {
    const { recipeUserId } = await signUp({ email: "update@example.com" });
    const changed = await Passwordless.updateUser({ recipeUserId, phoneNumber: "+15555550101" });
    expect(changed.status).toBe("OK");
    const user = await supertokens.getUser(recipeUserId.getAsString());
    expect(user?.phoneNumbers).toEqual(["+15555550101"]);
    expect(await Passwordless.updateUser({ recipeUserId, email: "a@example.com" })).toEqual({
      status: "EMAIL_ALREADY_EXISTS_ERROR",
    });
  });

  it("makes a social user primary and links a passwordless one to it", async () => {
    const social = await ThirdParty.manuallyCreateOrUpdateUser(TENANT, "google", "1081", "b@example.com", true);
    if (social.status !== "OK") throw new Error(social.status);
    expect(social.createdNewRecipeUser).toBe(true);
    const { recipeUserId } = await signUp({ phoneNumber: "+15555550100" });
    const primary = await AccountLinking.createPrimaryUser(social.recipeUserId);
    expect(primary).toMatchObject({ status: "OK", wasAlreadyAPrimaryUser: false });
    const linked = await AccountLinking.linkAccounts(recipeUserId, social.user.id);
    expect(linked).toMatchObject({ status: "OK", accountsAlreadyLinked: false });
    expect(linked.status === "OK" && linked.user.phoneNumbers).toEqual(["+15555550100"]);
    expect(await AccountLinking.linkAccounts(recipeUserId, social.user.id)).toMatchObject({
      status: "OK",
      accountsAlreadyLinked: true,
    });
    const found = await supertokens.listUsersByAccountInfo(TENANT, { phoneNumber: "+15555550100" });
    expect(found.map(({ id }) => id)).toEqual([social.user.id]);
  });

  it("maps an external ID, by which the user is known from then on", async () => {
    const { recipeUserId } = await signUp({ email: "mapped@example.com" });
    const mapping = { superTokensUserId: recipeUserId.getAsString(), externalUserId: "old-42" };
    expect((await supertokens.createUserIdMapping(mapping)).status).toBe("OK");
    expect((await supertokens.createUserIdMapping(mapping)).status).toBe("USER_ID_MAPPING_ALREADY_EXISTS_ERROR");
    expect((await supertokens.getUser("old-42"))?.emails).toEqual(["mapped@example.com"]);
    expect((await signUp({ email: "mapped@example.com" })).recipeUserId.getAsString()).toBe("old-42");
  });

  /** The client has no public function for 4.1, so the device goes in through its transport. */
  it("imports a TOTP device and lists it", async () => {
    const { default: SuperTokens } = createRequire(import.meta.url)("supertokens-node/lib/build/supertokens");
    const querier = Querier.getNewInstanceOrThrowError(SuperTokens.getInstanceOrThrowError(), "totp");
    const device = { userId: "u-1", secretKey: "GEZDGNBVGY3TQOJQ", skew: 1, period: 30 };
    expect(await querier.sendPostRequest("/recipe/totp/device/import", device, {} as never)).toEqual({
      status: "OK",
      deviceName: "TOTP Device 0",
    });
    expect(await TOTP.listDevices("u-1")).toMatchObject({
      status: "OK",
      devices: [{ name: "TOTP Device 0", period: 30, skew: 1, verified: true }],
    });
  });

  it("signs a user up and in", async () => {
    const made = await EmailPassword.signUp(TENANT, "Ada@example.com", "correct horse");
    if (made.status !== "OK") throw new Error(made.status);
    expect(made.user.emails).toEqual(["ada@example.com"]);
    expect((await EmailPassword.signUp(TENANT, "ada@example.com", "x")).status).toBe("EMAIL_ALREADY_EXISTS_ERROR");
    const signedIn = await EmailPassword.signIn(TENANT, "ada@example.com", "correct horse");
    expect(signedIn.status === "OK" && signedIn.user.id).toBe(made.user.id);
    expect(await EmailPassword.verifyCredentials(TENANT, "ada@example.com", "wrong")).toEqual({
      status: "WRONG_CREDENTIALS_ERROR",
    });
    const { recipeUserId } = made;
    const changed = await EmailPassword.updateEmailOrPassword({ recipeUserId, password: "Correct horse 1" });
    expect(changed.status).toBe("OK");
    expect((await EmailPassword.signIn(TENANT, "ada@example.com", "Correct horse 1")).status).toBe("OK");
  });

  it("verifies an address", async () => {
    const made = await EmailPassword.signUp(TENANT, "verify@example.com", "correct horse");
    if (made.status !== "OK") throw new Error(made.status);
    const { recipeUserId } = made;
    expect(await EmailVerification.isEmailVerified(recipeUserId)).toBe(false);
    const created = await EmailVerification.createEmailVerificationToken(TENANT, recipeUserId);
    if (created.status !== "OK") throw new Error(created.status);
    const verified = await EmailVerification.verifyEmailUsingToken(TENANT, created.token);
    expect(verified).toMatchObject({ status: "OK", user: { email: "verify@example.com" } });
    expect(await EmailVerification.isEmailVerified(recipeUserId)).toBe(true);
    expect((await supertokens.getUser(recipeUserId.getAsString()))?.loginMethods[0]?.verified).toBe(true);
    await EmailVerification.unverifyEmail(recipeUserId);
    expect(await EmailVerification.isEmailVerified(recipeUserId)).toBe(false);
  });

  it("verifies a TOTP code of an imported device", async () => {
    const { default: SuperTokens } = createRequire(import.meta.url)("supertokens-node/lib/build/supertokens");
    const querier = Querier.getNewInstanceOrThrowError(SuperTokens.getInstanceOrThrowError(), "totp");
    const device = { userId: "u-2", secretKey: SECRET_BASE32, skew: 1, period: 30 };
    await querier.sendPostRequest("/recipe/totp/device/import", device, {} as never);
    const verify = (totp: string) => TOTP.verifyTOTP(TENANT, "u-2", totp);
    expect(await verify("1")).toMatchObject({ status: "INVALID_TOTP_ERROR" });
    expect(await verify(currentCode())).toEqual({ status: "OK" });
    expect(await TOTP.removeDevice("u-2", "TOTP Device 0")).toEqual({ status: "OK", didDeviceExist: true });
    expect((await verify(currentCode())).status).toBe("UNKNOWN_USER_ID_ERROR");
  });

  it("counts, lists and deletes users", async () => {
    const before = await supertokens.getUserCount();
    const { user } = await signUp({ email: "doomed@example.com" });
    expect(await supertokens.getUserCount()).toBe(before + 1);
    const { users, nextPaginationToken } = await supertokens.getUsersOldestFirst({
      tenantId: TENANT,
      limit: before,
    });
    expect([users.length, typeof nextPaginationToken]).toEqual([before, "string"]);
    expect(await supertokens.deleteUser(user.id)).toEqual({ status: "OK" });
    expect(await supertokens.getUser(user.id)).toBeUndefined();
    expect(await supertokens.getUserCount()).toBe(before);
  });

  it("has sessions, whose tokens it verifies by itself", async () => {
    const { recipeUserId } = await signUp({ email: "session@example.com" });
    const session = await Session.createNewSessionWithoutRequestResponse(TENANT, recipeUserId, { role: "x" });
    const { accessToken, refreshToken } = session.getAllSessionTokensDangerously();
    const read = await Session.getSessionWithoutRequestResponse(accessToken);
    expect(read.getUserId()).toBe(recipeUserId.getAsString());
    expect(read.getAccessTokenPayload()).toMatchObject({ role: "x", tId: TENANT });
    expect((await Session.getSessionInformation(session.getHandle()))?.userId).toBe(session.getUserId());
    const refreshed = await Session.refreshSessionWithoutRequestResponse(refreshToken as string);
    expect(refreshed.getHandle()).toBe(session.getHandle());
    await expect(Session.refreshSessionWithoutRequestResponse(refreshToken as string)).rejects.toThrow();
    const tampered = `${accessToken.slice(0, -8)}AAAAAAA=`;
    await expect(Session.getSessionWithoutRequestResponse(tampered)).rejects.toThrow();
    expect(await Session.revokeAllSessionsForUser(session.getUserId())).toEqual([session.getHandle()]);
    expect(await Session.getSessionInformation(session.getHandle())).toBeUndefined();
  });

  it("is told what it got wrong", async () => {
    await expect(AccountLinking.createPrimaryUser(new supertokens.RecipeUserId("nobody"))).rejects.toThrow(
      /status code: 400 and message: Unknown user ID provided/,
    );
  });
});
