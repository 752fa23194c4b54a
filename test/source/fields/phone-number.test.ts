import { describe, expect, it } from "vitest";
import { phoneNumberReader } from "../../../src/source/fields/phone-number.js";
import { readOne } from "../read-users.js";

describe("a phone number", () => {
  it.each([
    ["+49015112345678", "+4915112345678"],
    ["+4407911123456", "+447911123456"],
    ["+8109012345678", "+819012345678"],
  ])("that the service keeps in another form is sent in that one, and it is said: %s", async (text, kept) => {
    const { result, identifiers } = await readOne({ localId: "a", phoneNumber: text }, { service: "supertokens" });
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

describe("a number of an export", () => {
  it.each([
    ["+15555550100", undefined, "+15555550100"],
    ["+12 345 678-90(0)", undefined, "+12345678900"],
    ["030 901820", "DE", "+4930901820"],
    ["555-415-1337", "US", "+15554151337"],
    ["+49 30 901820", "US", "+4930901820"],
    ["0170/1234561", "DE", "+491701234561"],
    ["(0170) 123-45-61", "DE", "+491701234561"],
    ["\u202a+49 170 1234561\u202c", "DE", "+491701234561"],
    ["\u0660\u0661\u0667\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0663", "DE", "+491701234563"],
    ["0049 170 1234561", "DE", "+491701234561"],
    ["0170 1234561 ext 99", "DE", undefined],
    ["(0170)1234573;ext=8", "DE", undefined],
    ["01701234561x017", "DE", undefined],
    ["0170 1234561#9", "DE", undefined],
    ["0170-FLOWERS", "DE", undefined],
    ["call 0170 1234564 now", "DE", undefined],
    ["0049 170 1234570, +1 202 555 0100", "DE", undefined],
    ["0170 1234572/3", "DE", undefined],
    ["+49 170 1234572/3", "DE", undefined],
    ["+49 170 1234572 / 73", undefined, undefined],
    ["+49 170/1234572", undefined, "+491701234572"],
    ["01/23/45/67/89", "FR", "+33123456789"],
    ["+32 475/12/34/56", "BE", "+32475123456"],
    ["+32 475/12/34/56", undefined, "+32475123456"],
    ["0170/12/34/56/7", "DE", "+491701234567"],
    ["+49 170/1234572/73", "DE", undefined],
    ["0170 12345 70/71/72", "DE", undefined],
    ["0170/1234570/1/2", "DE", undefined],
    ["+49 170 1234516 / 3 4", "DE", undefined],
    ["+49 170 1234516 / 3 4", undefined, undefined],
    ["0170 1234517 / -3", "DE", undefined],
    ["+49 170 1234518 /-3", "DE", undefined],
    ["+49 170 1234519 / (3)", "DE", undefined],
    ["tel:+491701234511", undefined, "+491701234511"],
    ["Tel. 0170 1234531", "DE", "+491701234531"],
    ["Tel.: 0170 1234531", "DE", "+491701234531"],
    ["'+491701234514", undefined, "+491701234514"],
    ["'01701234514", "DE", "+491701234514"],
    ["+49 170 1234512 (mobil)", undefined, "+491701234512"],
    ["+49 170 1234512 (mobil);", "DE", "+491701234512"],
    ["+49 170 1234513;", undefined, "+491701234513"],
    ["0170 1234513,", "DE", "+491701234513"],
    ["[0170] 1234523", "DE", "+491701234523"],
    ["tel:+491701234511;ext=8", "DE", undefined],
    ["+49 170 1234512 (x8)", "DE", undefined],
    ["+49 170 1234512 (mobil) 8", "DE", undefined],
    ["+49 170 1234512; +49 170 1234513", "DE", undefined],
    [`'${" (a)".repeat(2000)}1`, "DE", undefined],
    ["\uff0b\uff14\uff19 170 1234517", "DE", "+491701234517"],
    ["\uff0b\uff14\uff19\uff0d170\uff0d1234517", undefined, "+491701234517"],
    ["\uff0b49\uff08170\uff091234517", undefined, "+491701234517"],
    ["+33\u00a06\u202f12\u00a034\u00a056\u00a078", undefined, "+33612345678"],
    ["\uff10\uff19\uff10-1234-5678", "JP", "+819012345678"],
    ["+49 170 123451\u00b2", "DE", undefined],
    ["030 901820", undefined, undefined],
    ["123", "DE", undefined],
    ["+", "DE", undefined],
    [`+${"1 ".repeat(1000)}`, "DE", undefined],
  ])("%s in region %s is %s", async (text, region, number) => {
    expect((await phoneNumberReader(region))(text)).toBe(number);
  });

  it("needs a region that exists", async () => {
    await expect(phoneNumberReader("XX")).rejects.toThrow(TypeError);
  });
});
