import { describe, expect, it } from "vitest";
import { readOne } from "./read-users.js";

describe("a phone number", () => {
  it.each([
    ["+49015112345678", "+4915112345678"],
    ["+4407911123456", "+447911123456"],
    ["+8109012345678", "+819012345678"],
  ])("that the service keeps in another form is sent in that one, and it is said: %s", async (text, kept) => {
    const { result, identifiers } = await readOne(
      { localId: "a", phoneNumber: text },
      { service: "supertokens" },
    );
    expect(result.ok && result.value.user.phoneNumber).toBe(kept);
    expect(result.ok && result.value.changes).toEqual([
      { kind: "phone-number-rewritten", field: "phoneNumber", message: expect.stringContaining(kept) },
    ]);
    expect(identifiers).toContainEqual({ kind: "phone", value: kept });
  });

  it.each([
    ["whose zero belongs to it", "+390612345678"],
    ["in the service's form", "+4915112345678"],
    ["of a country code that nobody has", "+9991234567"],
  ])("%s is left as it is", async (_, number) => {
    const { result } = await readOne({ localId: "a", phoneNumber: number }, { service: "supertokens" });
    expect(result.ok && result.value).toMatchObject({ user: { phoneNumber: number }, changes: [] });
  });

  it("is left as it is for a service that compares texts", async () => {
    const { result } = await readOne({ localId: "a", phoneNumber: "+49015112345678" });
    expect(result.ok && result.value).toMatchObject({
      user: { phoneNumber: "+49015112345678" },
      changes: [],
    });
  });
});
