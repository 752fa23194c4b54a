import { expect, it, vi } from "vitest";
import { phoneNumberReader } from "../../../src/source/fields/phone-number.js";
import { readOne } from "../read-users.js";

vi.mock("libphonenumber-js/min", () => {
  throw new Error("Cannot find package");
});

const USER = { localId: "a", phoneNumber: "+49015112345678" };

it("refuses a user whose phone number the service would rewrite by rules that are not installed", async () => {
  const { result } = await readOne(USER, { service: "supertokens" });
  expect(result.ok).toBe(false);
  expect(result.ok ? [] : result.problems.map(({ code, field }) => [code, field])).toEqual([
    ["user/phone-rules-missing", "phoneNumber"],
  ]);
});

it("reads users without a phone number, and all users for a service that needs no rules", async () => {
  const email = { localId: "a", email: "a@example.com", passwordHash: "", salt: "", providerUserInfo: [] };
  const { result } = await readOne({ ...email, phoneNumber: undefined }, { service: "supertokens" });
  expect(result.ok ? [] : result.problems.map(({ code }) => code)).not.toContain("user/phone-rules-missing");
  expect((await readOne(USER)).result).toMatchObject({ ok: true });
});

it("says that a region needs the rules", async () => {
  await expect(phoneNumberReader("DE")).rejects.toThrow("phoneRegion needs libphonenumber-js");
  expect((await phoneNumberReader(undefined))("+15555550100")).toBe("+15555550100");
});
