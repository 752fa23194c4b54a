import { expect, it } from "vitest";
import { checkExport } from "../../../src/check/index.js";
import { contentSection } from "../../../src/cli/output/content-section.js";

const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

async function rowsOf(user: object) {
  async function* open() {
    yield new TextEncoder().encode(JSON.stringify({ externalUserId: "1", ...user }));
  }
  const report = await checkExport(open, { from: "credport" });
  return report.ok && contentSection(report.value.contents).rows.map(({ text }) => text);
}

it("says so where an export says of no user with a password that their address is verified", async () => {
  const user = { email: "a@example.com", passwordHash: BCRYPT };
  expect(await rowsOf(user)).toEqual(["password", "verified addresses"]);
  expect(await rowsOf({ ...user, emailVerified: true })).toEqual(["password", "verified address"]);
  expect(await rowsOf({ phoneNumber: "+15555550100" })).toEqual(["phone number"]);
});
