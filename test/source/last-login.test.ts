import { describe, expect, it } from "vitest";
import { formatFallbackUser, parseFallbackUser } from "../../src/login/index.js";
import { type ReadableSource, readExport } from "../../src/source/index.js";
import { bytesOf, collect } from "./read-users.js";

// Known answer of Django's hasher.
const DJANGO = "pbkdf2_sha256$7$PWGrd69zbY0n$Z0Z0wC+5n0haqohcHX9IWV/FcwwBBXkQxKkLvQqvX0E=";
// Known answer of hashcat's examples.
const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";

async function lastLogins(from: ReadableSource, records: readonly object[]) {
  const text = records.map((record) => JSON.stringify(record)).join("\n");
  const read = await collect(readExport(bytesOf(text), { from }));
  return read.map((record) => (record.kind === "user" ? record.loginOnly?.lastLogin : undefined));
}

describe("the last login of a user who is left to the fallback", () => {
  it.each<[ReadableSource, object, object, string]>([
    [
      "django",
      {
        id: 1,
        email: "a@example.com",
        username: "a",
        password: DJANGO,
        is_active: true,
        is_superuser: false,
      },
      { last_login: "2026-05-01T12:00:00Z" },
      "2026-05-01T12:00:00.000Z",
    ],
  ])("is read from an export of %s, and not where it has none or can't be", async (from, user, login, expected) => {
    const [field] = Object.keys(login);
    const none = [null, "", "never", 99_999_999_999_999, 0].map((value) => ({
      ...user,
      [field as string]: value,
    }));
    const found = await lastLogins(from, [{ ...user, ...login }, user, ...none]);
    expect(found).toEqual([Date.parse(expected), undefined, ...none.map(() => undefined)]);
  });

  it("goes into the fallback's file and comes back out of it", () => {
    const user = {
      user: { externalUserId: "7", email: "a@example.com", emailVerified: true, thirdParty: [], totp: [] },
      hash: PHPASS,
      lastLogin: Date.parse("2026-05-01T12:00:00Z"),
    };
    const line = formatFallbackUser(user);
    expect(parseFallbackUser(line)).toMatchObject({ value: { lastLogin: "2026-05-01T12:00:00.000Z" } });
    for (const lastLogin of ["yesterday", 5, "2026-05-01", "2026-13-01T12:00:00Z", null]) {
      const other = JSON.stringify({ ...JSON.parse(line), lastLogin });
      expect(parseFallbackUser(other)).toMatchObject({ problems: [{ code: "login/record-unusable" }] });
    }
  });
});
