import { noteMissingHash } from "../fields/composed-hash.js";
import { contactsOf } from "../fields/contacts.js";
import { type Fields, isFields } from "../fields/field.js";
import { keepLanguage } from "../fields/language.js";
import { jsonDocument } from "../readers/json-document.js";
import { jsonLines } from "../readers/json-lines.js";
import { type Contact, type Row, read } from "../system/row.js";
import { holdIn } from "../system/rules.js";
import { howTo, mostHave, system } from "../system/system.js";

/**
 * Users as Okta's interface lists them. It never gives hashes of passwords or secrets of second factors.
 *
 * @see https://developer.okta.com/docs/reference/api/users/
 */
export const OKTA = /* @__PURE__ */ system("okta", {
  title: "Okta",
  comparedWith:
    "Management API 2026.06.3 of 2026-06-29: okta/okta-management-openapi-spec: dist/current/management-minimal.yaml",
  howToExport: howTo(
    ['curl -H "Authorization: SSWS <token>" "https://<domain>/api/v1/users?limit=200"'],
    "Follow the Link header from page to page, and put the lists together; one user a line will do. Least privileges: a token of a read-only administrator. Okta gives neither hashes nor secrets of second factors: let users set a new password, or ask Okta for the old one at login by your own service.",
  ),
  users: { readers: [jsonDocument({ keys: ["users", "data"], firstKey: "id" }), jsonLines({ firstKey: "id" })] },
  user: {
    id: "id",
    emails: read("profile credentials", readEmails),
    userName: read("profile", ({ fields: { profile } }) => {
      return { fields: isFields(profile) ? profile : {}, name: "login" };
    }),
    hash: read("credentials", (user) => {
      if (user.object("credentials")?.own("password") === undefined) return undefined;
      const message = "Okta does not export the hash of the user's password";
      return noteMissingHash("credentials.password", message, user.findings);
    }),
  },
  // States in which the user can't log in.
  rules: [
    holdIn("status", {
      ...{ STAGED: "invited", PROVISIONED: "unconfirmed", SUSPENDED: "disabled" },
      DEPROVISIONED: "deleted",
    }),
  ],
  joined: "created",
  lastLogin: "lastLogin",
  notCarried: "activated statusChanged lastUpdated passwordChanged type realmId transitioningToStatus _links _embedded",
  likeness: (records) => {
    const isOwn = ({ profile }: Fields) => isFields(profile) && Object.hasOwn(profile, "login");
    return mostHave(records, "id", "status", "profile") && records.some(isOwn) ? "sure" : "no";
  },
});

function readEmails(user: Row): readonly Contact[] {
  const profile = user.object("profile") ?? user.of({});
  keepLanguage(user.findings, profile.fields);
  const isOther = (name: string) => name !== "email" && name !== "login";
  if (Object.keys(profile.fields).some(isOther)) user.leaveOut("profile");
  const value = profile.email("email");
  const { credentials } = user.fields;
  const addresses = isFields(credentials) ? user.of(credentials).objects("emails") : [];
  const isVerified = addresses.some(({ fields }) => fields.value === value && fields.status === "VERIFIED");
  return contactsOf(value, isVerified);
}
