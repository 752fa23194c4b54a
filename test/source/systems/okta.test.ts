import { expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { outcomes, readAs } from "./read-samples.js";

const user = (status: string, more: object = {}) => ({
  id: `o-${status}`,
  status,
  created: "2024-01-01T00:00:00.000Z",
  profile: { login: "a@example.com", email: "a@example.com", mobilePhone: "555-415-1337" },
  credentials: { password: {}, provider: { type: "OKTA", name: "OKTA" } },
  ...more,
});

it.each([
  ["ACTIVE", ["user/password-not-exported"]],
  ["LOCKED_OUT", ["user/password-not-exported"]],
  ["STAGED", ["user/invited", "user/password-not-exported"]],
  ["PROVISIONED", ["user/unconfirmed", "user/password-not-exported"]],
  ["SUSPENDED", ["user/disabled", "user/password-not-exported"]],
  ["DEPROVISIONED", ["user/deleted", "user/password-not-exported"]],
])("says of a user who is %s why nothing can be imported", async (status, codes) => {
  expect(outcomes(await readAs("okta", JSON.stringify([user(status)])))).toEqual([[`o-${status}`, ...codes]]);
});

it("is told from its content", async () => {
  expect(await detectSource(Buffer.from(JSON.stringify([user("ACTIVE")])))).toMatchObject({
    value: { source: "okta", certainty: "sure" },
  });
});
