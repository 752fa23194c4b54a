import { expect, it } from "vitest";
import { checkExport, loginColumns } from "../../src/check/index.js";

it("counts what importable users log in with, under the names that a report shows", async () => {
  const users = [
    { localId: "a", phoneNumber: "+15555550100" },
    {
      localId: "b",
      phoneNumber: "+15555550101",
      providerUserInfo: [{ providerId: "google.com", rawId: "1", email: "b@example.com" }],
    },
  ];
  async function* open() {
    yield new TextEncoder().encode(JSON.stringify({ users }));
  }
  const report = await checkExport(open, { from: "firebase" });
  if (!report.ok) throw new Error(report.problems[0].code);
  expect(report.value.problems).toEqual([]);
  expect(Object.keys(report.value.logins)).toEqual(["passwords", "phoneNumbers", "socialLogins"]);
  expect(loginColumns(report.value.logins)).toEqual([
    { number: 0, noun: "password" },
    { number: 2, noun: "phone number" },
    { number: 1, noun: "social login" },
  ]);
});
