import { noteMissingHash } from "../fields/composed-hash.js";
import { jsonDocument } from "../readers/json-document.js";
import { hashIn } from "../system/hashes.js";
import { NOWHERE } from "../system/place.js";
import { factorNotCarried, hold } from "../system/rules.js";
import { system } from "../system/system.js";
import { flag, isOther, NEVER } from "../system/tests.js";

/** A user with a password, as `provider` names them. */
const OWN_PROVIDER = "local";

/**
 * Users as Frontegg's interface lists them. It gives no hashes, no secrets of second factors, and of a social login the
 * provider only.
 *
 * @see https://github.com/FusionAuth/fusionauth-import-scripts — frontegg/exampleData/1_fronteggExport/users.json
 */
export const FRONTEGG = /* @__PURE__ */ system("frontegg", {
  title: "Frontegg",
  howToExport: [
    'curl -H "Authorization: Bearer <token>" https://api.frontegg.com/identity/resources/vendor-only/users/v1/<id>',
    "",
    "For each user of /identity/resources/users/v3; put the answers into a list. Least privileges: a vendor token of",
    "that one environment. Hashes and secrets of second factors are never given, nor is the user's ID at a provider of",
    "social logins: let users set a new password, or link their social login once more.",
  ].join("\n"),
  users: { readers: [jsonDocument({ keys: ["items", "users"], firstKey: "id" })] },
  user: {
    id: "id",
    email: "email",
    verified: flag("verified"),
    // Nothing says that the number was confirmed.
    phone: { at: "phoneNumber", verified: NEVER },
    hash: hashIn("provider", (provider, { findings }) => {
      if (provider !== OWN_PROVIDER) return undefined;
      return noteMissingHash("provider", "Frontegg does not export the hash of the user's password", findings);
    }),
  },
  rules: [hold("disabled", flag("isLocked")), factorNotCarried(flag("mfaEnrolled"))],
  logins: [{ provider: "provider", userId: NOWHERE, where: isOther("provider", OWN_PROVIDER), field: "provider" }],
  joined: "createdAt",
  lastLogin: "lastLogin",
  alsoRead: "sub",
  notCarried: `name username profilePictureUrl metadata vendorMetadata roles permissions groups tenantId tenantIds
    tenants activatedForTenant managedBy subAccountAccessAllowed`,
  likeness: { sure: ["sub mfaEnrolled tenantIds"] },
});
