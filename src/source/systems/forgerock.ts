import { noteMissingHash } from "../fields/composed-hash.js";
import { isFields } from "../fields/field.js";
import { read } from "../system/row.js";
import { factorNotCarried, holdIn } from "../system/rules.js";
import { howTo, system } from "../system/system.js";
import { filled, NEVER } from "../system/tests.js";

/**
 * Managed users as ForgeRock (Ping) Identity Management lists them.
 *
 * @see https://github.com/FusionAuth/fusionauth-import-scripts — forgerock/sample-files
 */
export const FORGEROCK = /* @__PURE__ */ system("forgerock", {
  title: "ForgeRock",
  howToExport: howTo(
    [
      'curl -H "Authorization: Bearer $TOKEN" \\',
      '  "https://HOST/openidm/managed/user?_queryFilter=true&_fields=*" > users.json',
    ],
    "Least privileges: a role with the privilege to read managed users, password included; by default passwords are not readable, and such users are not importable. Page with _pageSize and _pagedResultsCookie.",
  ),
  users: { tables: "", columns: ["_id mail userName"], isAlone: true },
  user: {
    id: "_id",
    email: "mail",
    phone: { at: "telephoneNumber", verified: NEVER },
    userName: "userName",
    hash: read("password", (user) => {
      if (isFields(user.fields.password)) {
        // Where passwords are encrypted in place of hashed, the export has an object with the cipher's text.
        const message = "the user's password is encrypted in the export, not hashed";
        return noteMissingHash("password", message, user.findings);
      }
      const text = user.text("password");
      return text === undefined ? undefined : user.hash(text);
    }),
  },
  rules: [
    holdIn("accountStatus", {}, { reason: "disabled", usual: "active" }),
    ...["oathDeviceProfiles", "pushDeviceProfiles", "webauthnDeviceProfiles"].map((name) =>
      factorNotCarried(filled(name)),
    ),
  ],
  notCarried: `_rev sn givenName cn description preferences postalAddress address2 city stateProvince postalCode
    country profileImage effectiveRoles effectiveAssignments lastSync consentedMappings activeDate inactiveDate
    memberOfOrg memberOfOrgIDs`,
  secrets: "kbaInfo passwordLastChangedTime",
  likeness: { sure: ["_id _rev mail userName"] },
});
