import { describe, expect, it } from "vitest";
import { checkExport } from "../../../src/check/index.js";
import { phoneNumberReader } from "../../../src/source/fields/phone-number.js";
import type { UserRecord } from "../../../src/source/index.js";
import { bytesOf, codesOf, readOne } from "../read-users.js";
import { readAs } from "../systems/read-samples.js";

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

describe("a number that can't be read", () => {
  const password_encrypted = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const hashed = { password_encrypted, password_encryption_method: "Bcrypt" };
  const user = { id: "u1", primary_phone: "0170 1234561 ext 9", is_suspended: false };
  const google = { identities: { google: { userId: "g-1", details: { email: "a@example.com" } } } };
  const outcomeOf = async (fields: object) => {
    const text = JSON.stringify([{ ...user, ...fields }]);
    const [record] = (await readAs("logto", text)) as UserRecord[];
    if (record === undefined) throw new Error("no record was read");
    const checked = await checkExport(() => bytesOf(text), { from: "logto" });
    const kind = record.result.ok ? "imported" : record.loginOnly === undefined ? "refused" : "by the fallback";
    return [kind, codesOf(record), checked.ok ? checked.value.contents.phoneNumbers : undefined];
  };

  it.each([
    ["an address and a password", { ...hashed, primary_email: "a@example.com" }],
    ["a social login", google],
  ])("is left out of a user with %s, and counted", async (_, fields) => {
    const [kind, codes, numbers] = await outcomeOf(fields);
    expect([kind, codes]).toEqual(["imported", ["user/phone-region-missing"]]);
    expect(numbers).toMatchObject({ found: 1, carried: 0, leftOut: 1 });
  });

  it("is left out of a user whom the fallback finds by their name", async () => {
    const [kind, codes, numbers] = await outcomeOf({ ...hashed, username: "ada" });
    expect([kind, codes]).toEqual(["by the fallback", ["user/email-missing"]]);
    expect(numbers).toMatchObject({ found: 1, carried: 0 });
  });

  it.each([
    ["nothing else", {}],
    ["an address, and neither a password nor another login", { primary_email: "a@example.com" }],
    ["a password, and nothing that it is asked with", hashed],
  ])("refuses a user with %s", async (_, fields) => {
    const [kind, codes] = await outcomeOf(fields);
    expect([kind, codes]).toEqual(["refused", expect.arrayContaining(["user/phone-malformed"])]);
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
    ["491701234529", "DE", undefined],
    ["49 (170) 123-45-29", "DE", undefined],
    ["62812345678", "ID", undefined],
    ["4930901820", "DE", "+4930901820"],
    ["0491 70123452", "DE", "+4949170123452"],
    ["170 1234561", "DE", "+491701234561"],
    ["390 1234567", "IT", "+393901234567"],
    ["919876543210", "IN", "+919876543210"],
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
    ["+1 (415) 555-0100 / 0101", undefined, undefined],
    ["+1 (415) 555-0100/0101", "US", undefined],
    ["+1 415/555-0100", undefined, "+14155550100"],
    ["+49 30/1234567", undefined, "+49301234567"],
    ["+49 8152/1234", undefined, "+4981521234"],
    ["+44 (0)20 7946 0958", undefined, "+442079460958"],
    ["+44(0)20 7946 0958", "GB", "+442079460958"],
    ["+49 (0) 170 1234567", undefined, "+491701234567"],
    ["+39 (0)6 1234567", undefined, "+39061234567"],
    ["+225 (0)7 12345678", undefined, "+2250712345678"],
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
