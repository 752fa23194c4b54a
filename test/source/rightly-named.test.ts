import { expect, it } from "vitest";
import { outcomes, readAs } from "./systems/read-samples.js";

const HASH = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

it.each(["gitlab", "mastodon"] as const)(
  "reads as %s a table with the columns that it has of Devise",
  async (from) => {
    const user = { id: 1, email: "a@example.com", encrypted_password: HASH, confirmed_at: "2024-01-01" };
    const [read] = outcomes(await readAs(from, JSON.stringify([{ ...user, reset_password_token: null }])));
    expect(read).toMatchObject({ externalUserId: "1", email: "a@example.com" });
  },
);

it("tells a document from what a reader of lines makes of it, with one message", async () => {
  const user = { id: "1", username: "a", enabled: true, requiredActions: [], createdTimestamp: 1 };
  const settings = { sslRequired: "external", accessTokenLifespan: 300, otpPolicyType: "totp" };
  const realm = { realm: "r", ...settings, users: Array.from({ length: 50 }, () => user) };
  expect(outcomes(await readAs("auth0", JSON.stringify(realm, null, 2)))).toEqual(["source/of-other-system"]);
});
