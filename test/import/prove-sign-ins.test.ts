import { expect, it } from "vitest";
import { createImportClient } from "../../src/client/index.js";
import { allSignedIn, trySignIns } from "../../src/import/internal.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";

/** From Solar Designer's test vectors of crypt_blowfish: U*U. */
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

async function rehearsalOf(hashes: Readonly<Record<string, string>>) {
  const rehearsal = createRehearsalService();
  const client = createImportClient({ baseUrl: "http://localhost", apiKey: "x", fetch: rehearsal.fetch });
  for (const [email, passwordHash] of Object.entries(hashes)) {
    const imported = await client.importPasswordHash({ email, passwordHash });
    expect(imported.ok).toBe(true);
  }
  return rehearsal;
}

it("tells who signs in, who doesn't, who is not there, and who can't be verified here", async () => {
  const rehearsal = await rehearsalOf({
    "ada@example.com": BCRYPT,
    "bob@example.com": BCRYPT,
    "eve@example.com": BCRYPT.replace("$05$", "$17$"),
  });
  const signIns = await trySignIns(rehearsal, [
    { email: " ADA@example.com", password: "U*U" },
    { email: "bob@example.com", password: "wrong" },
    { email: "eve@example.com", password: "U*U" },
    { email: "nobody@example.com", password: "U*U" },
  ]);
  expect(signIns).toMatchObject({ tried: 3, signedIn: 1, failed: ["bob@example.com"], notImported: 1 });
  expect(signIns.notVerified).toEqual([{ email: "eve@example.com", reason: expect.stringContaining("cost") }]);
  expect(allSignedIn(signIns)).toBe(false);
});

it("proves nothing without a password that was tried, and everything when all of them sign in", async () => {
  const rehearsal = await rehearsalOf({ "ada@example.com": BCRYPT });
  const none = await trySignIns(rehearsal, [{ email: "nobody@example.com", password: "U*U" }]);
  expect(allSignedIn(none)).toBe(false);
  expect(allSignedIn(await trySignIns(rehearsal, [{ email: "ada@example.com", password: "U*U" }]))).toBe(true);
});
