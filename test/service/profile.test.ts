import { describe, expect, it } from "vitest";
import { resolveServiceProfile, SERVICE_PROFILES } from "../../src/service/profile.js";

describe("service profiles", () => {
  it("names what the published interface names (spec: 2.4, 4.4, 4.7)", () => {
    expect(SERVICE_PROFILES.default).toMatchObject({
      providerScryptAlgorithm: "provider_scrypt",
      signerKeySetting: "provider_password_hashing_signer_key",
      signerKeyEnvironmentVariable: "PROVIDER_PASSWORD_HASHING_SIGNER_KEY",
      updateUserIdField: "userId",
    });
    expect(SERVICE_PROFILES.default.interfaceVersion).toBeUndefined();
  });

  it("names what the public core names where it differs", () => {
    expect(SERVICE_PROFILES.supertokens).toMatchObject({
      providerScryptAlgorithm: "firebase_scrypt",
      signerKeySetting: "firebase_password_hashing_signer_key",
      updateUserIdField: "recipeUserId",
      limits: { passwordHash: 256, thirdPartyId: 28, userId: 128 },
    });
  });

  it("takes a name, a profile of the caller's own, or nothing", () => {
    const own = { ...SERVICE_PROFILES.default, name: "own" };
    expect(resolveServiceProfile()).toBe(SERVICE_PROFILES.default);
    expect(resolveServiceProfile("supertokens")).toBe(SERVICE_PROFILES.supertokens);
    expect(resolveServiceProfile(own)).toBe(own);
  });

  it.each(["firebase", "__proto__", "toString", ""])("calls the name %j a caller's bug", (name) => {
    expect(() => resolveServiceProfile(name as "default")).toThrow(TypeError);
  });
});
