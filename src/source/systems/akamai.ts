import { noteUnreadAlgorithm } from "../fields/composed-hash.js";
import { read } from "../system/row.js";
import { hold } from "../system/rules.js";
import { howTo, system } from "../system/system.js";
import { filled, happened } from "../system/tests.js";

/**
 * Records that Akamai Identity Cloud's `entity.find` gives.
 *
 * @see https://github.com/FusionAuth/fusionauth-import-scripts — akamai/exampleData
 */
export const AKAMAI = /* @__PURE__ */ system("akamai", {
  title: "Akamai Identity Cloud",
  howToExport: howTo(
    [
      'curl --user "CLIENT_ID:CLIENT_SECRET" https://HOST/entity.find \\',
      "  --data type_name=user --data max_results=1000 > users.json",
    ],
    "Least privileges: a client of the application with the feature direct_read_access alone. For more users than one answer takes, ask again with first_result, and put the lists together.",
  ),
  users: { tables: "", columns: ["uuid email emailVerified"], isAlone: true },
  user: {
    id: "uuid",
    email: "email",
    verified: happened("emailVerified"),
    phone: { at: "mobileNumber", verified: happened("mobileNumberVerified") },
    hash: read("password", (user) => {
      const password = user.object("password");
      const text = password?.text("value");
      if (text === undefined) return undefined;
      const type = password?.text("type") ?? "";
      if (type === "password-bcrypt") return user.statedHash(text, { is: ["bcrypt"] }, "password.type");
      return noteUnreadAlgorithm("of the type", type, "password.type", user.findings);
    }),
  },
  rules: [hold("disabled", filled("deactivateAccount"))],
  lists: [
    {
      list: "profiles",
      login: { provider: "domain", userId: "identifier", email: "verifiedEmail", orVerified: filled("verifiedEmail") },
      notCarried: "id friends followers following profile provider remote_key",
      secrets: "accessCredentials",
    },
  ],
  joined: "created",
  lastLogin: "lastLogin",
  notCarried: `id accountDataRequestTime accountDeleteRequestTime birthday clients consents display displayName
    externalId familyName fullName gender givenName lastUpdated legalAcceptances middleName photos primaryAddress
    roles statuses aboutMe currentLocation lastUsedDevice testerFlag optIn`,
  likeness: { sure: ["uuid emailVerified deactivateAccount"] },
});
