import { expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { outcomes, readAs } from "./read-samples.js";

/** Keys and values as in the published example of an export. */
const user = (id: string, more: object = {}) => ({
  id,
  name: id,
  profilePictureUrl: "https://example.com/a.png",
  email: `${id}@example.com`,
  sub: id,
  verified: true,
  phoneNumber: null,
  provider: "local",
  mfaEnrolled: false,
  metadata: '{"color": "green"}',
  vendorMetadata: null,
  tenantIds: ["t"],
  tenantId: "t",
  roles: [],
  permissions: [],
  createdAt: "2024-03-14T09:12:25.000Z",
  isLocked: false,
  tenants: [{ tenantId: "t", roles: [] }],
  managedBy: "frontegg",
  groups: [],
  subAccountAccessAllowed: false,
  activatedForTenant: false,
  ...more,
});

const EXPORT = [
  user("a"),
  user("b", { isLocked: true }),
  user("c", { provider: "google" }),
  user("d", { provider: "saml", mfaEnrolled: true, phoneNumber: "+15555550100" }),
];

it("names each user, and why nothing of how they log in can be imported", async () => {
  for (const text of [JSON.stringify(EXPORT), JSON.stringify({ items: EXPORT, _metadata: {} })]) {
    expect(outcomes(await readAs("frontegg", text))).toEqual([
      ["a", "user/password-not-exported"],
      ["b", "user/disabled", "user/password-not-exported"],
      ["c", "user/third-party-unusable"],
      ["d", "user/third-party-unusable"],
    ]);
  }
});

it("is told from its content", async () => {
  expect(await detectSource(Buffer.from(JSON.stringify(EXPORT)))).toMatchObject({
    value: { source: "frontegg", certainty: "sure" },
  });
});
