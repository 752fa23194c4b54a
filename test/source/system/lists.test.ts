import { expect, it } from "vitest";
import { outcomes, readAs } from "../systems/read-samples.js";

/** One user of each system that keeps something in a list of its own record. */
const USERS = {
  stytch: { list: "emails", user: { user_id: "u1", phone_numbers: [], totps: [] } },
  akamai: { list: "profiles", user: { uuid: "u1", email: "a@example.com", emailVerified: null } },
  keycloak: {
    list: "federatedIdentities",
    user: { id: "u1", username: "a", enabled: true, requiredActions: [] },
  },
} as const;

it.each(Object.entries(USERS))(
  "refuses a user of %s with something else than objects in a list",
  async (system, { list, user }) => {
    const [refused] = outcomes(
      await readAs(system as keyof typeof USERS, JSON.stringify([{ ...user, [list]: [null] }])),
    );
    expect((refused as unknown[]).slice(1)).toContain("user/field-wrong-type");
  },
);
