import { noteMissingHash } from "../fields/composed-hash.js";
import { contactsOf } from "../fields/contacts.js";
import { emailField, type Fields, isFields, listField, objectField, ownField } from "../fields/field.js";
import type { Contact } from "../normalized-user.js";
import { jsonDocument } from "../readers/json-document.js";
import { jsonLines } from "../readers/json-lines.js";
import type { RecordContext } from "../source.js";
import { holdIn } from "../system/rules.js";
import { from, mostHave, system } from "../system/system.js";

/**
 * Users as Okta's interface lists them. It never gives hashes of passwords or secrets of second factors.
 *
 * @see https://developer.okta.com/docs/reference/api/users/
 */
export const OKTA = /* @__PURE__ */ system("okta", {
  title: "Okta",
  howToExport: [
    'curl -H "Authorization: SSWS <token>" "https://<domain>/api/v1/users?limit=200"',
    "",
    "Follow the Link header from page to page, and put the lists together; one user a line will do. Least privileges: a",
    "token of a read-only administrator. Okta gives neither hashes nor secrets of second factors: let users set a new",
    "password, or ask Okta for the old one at login by your own service.",
  ].join("\n"),
  users: {
    readers: [jsonDocument({ keys: ["users", "data"], firstKey: "id" }), jsonLines({ firstKey: "id" })],
  },
  user: {
    id: "id",
    emails: from("profile credentials", readEmails),
    userName: from("profile", ({ profile }) => ({ fields: isFields(profile) ? profile : {}, name: "login" })),
    hash: from("credentials", (row, { findings }) => {
      if (ownField(objectField(row, "credentials", findings) ?? {}, "password") === undefined)
        return undefined;
      return noteMissingHash(
        "credentials.password",
        "Okta does not export the hash of the user's password",
        findings,
      );
    }),
  },
  // States in which nobody can log in.
  rules: [
    holdIn("status", {
      ...{ STAGED: "invited", PROVISIONED: "unconfirmed", SUSPENDED: "disabled" },
      DEPROVISIONED: "deleted",
    }),
  ],
  joined: "created",
  lastLogin: "lastLogin",
  notCarried: `created activated statusChanged lastLogin lastUpdated passwordChanged type realmId
    transitioningToStatus _links _embedded`,
  likeness: (records) => {
    const isOwn = ({ profile }: Fields) => isFields(profile) && Object.hasOwn(profile, "login");
    return mostHave(records, "id", "status", "profile") && records.some(isOwn) ? "sure" : "no";
  },
});

function readEmails(record: Fields, { findings }: RecordContext): readonly Contact[] {
  const profile = objectField(record, "profile", findings) ?? {};
  if (Object.keys(profile).some((name) => name !== "email" && name !== "login")) findings.leaveOut("profile");
  const value = emailField(profile, "email", findings);
  const { credentials } = record;
  const addresses = isFields(credentials) ? listField(credentials, "emails", findings).filter(isFields) : [];
  return contactsOf(
    value,
    addresses.some((one) => one.value === value && one.status === "VERIFIED"),
  );
}
