import { createRequire } from "node:module";
import supertokens from "supertokens-node";
import { Querier } from "supertokens-node/lib/build/querier.js";
import AccountLinking from "supertokens-node/recipe/accountlinking/index.js";
import MultiFactorAuth from "supertokens-node/recipe/multifactorauth/index.js";
import Passwordless from "supertokens-node/recipe/passwordless/index.js";
import Session from "supertokens-node/recipe/session/index.js";
import ThirdParty from "supertokens-node/recipe/thirdparty/index.js";
import TOTP from "supertokens-node/recipe/totp/index.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRehearsalService, type ListeningService } from "../../src/rehearsal/index.js";

const API_KEY = "rehearsal-key-0123456789";
const TENANT = "public";

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
    expect(second.status === "OK" && second.recipeUserId.getAsString()).toBe(
      first.recipeUserId.getAsString(),
    );
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
    const social = await ThirdParty.manuallyCreateOrUpdateUser(
      TENANT,
      "google",
      "1081",
      "b@example.com",
      true,
    );
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
    expect((await supertokens.createUserIdMapping(mapping)).status).toBe(
      "USER_ID_MAPPING_ALREADY_EXISTS_ERROR",
    );
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

  it("is told what it got wrong", async () => {
    await expect(AccountLinking.createPrimaryUser(new supertokens.RecipeUserId("nobody"))).rejects.toThrow(
      /status code: 400 and message: Unknown user ID provided/,
    );
  });
});
