import type { UserDraft } from "../assemble-user.js";
import { noteMissingHash } from "../fields/composed-hash.js";
import {
  emailField,
  type Fields,
  isFields,
  listField,
  objectField,
  ownField,
  textField,
  userIdField,
} from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import type { HoldReason } from "../fields/hold-reasons.js";
import { mostHave } from "../likeness.js";
import { jsonDocument } from "../readers/json-document.js";
import { jsonLines } from "../readers/json-lines.js";
import type { RecordContext, Source } from "../source.js";

const USER: FieldTable = {
  read: new Set(["id", "status", "profile", "credentials"]),
  notCarried: new Set([
    ...["created", "activated", "statusChanged", "lastLogin", "lastUpdated", "passwordChanged", "type"],
    ...["realmId", "transitioningToStatus", "_links", "_embedded"],
  ]),
};

/** States in which nobody can log in. */
const HELD_BACK: Readonly<Record<string, HoldReason>> = {
  STAGED: "invited",
  PROVISIONED: "unconfirmed",
  SUSPENDED: "disabled",
  DEPROVISIONED: "deleted",
};

/**
 * Users as Okta's interface lists them. It never gives hashes of passwords or secrets of second factors.
 *
 * @see https://developer.okta.com/docs/reference/api/users/
 */
export const OKTA: Source = {
  name: "okta",
  title: "Okta",
  howToExport: [
    'curl -H "Authorization: SSWS <token>" "https://<domain>/api/v1/users?limit=200"',
    "",
    "Follow the Link header from page to page, and put the lists together; one user a line will do. Least privileges: a",
    "token of a read-only administrator. Okta gives neither hashes nor secrets of second factors: let users set a new",
    "password, or ask Okta for the old one at login by your own service.",
  ].join("\n"),
  origin: "okta",
  readers: [jsonDocument({ keys: ["users", "data"], firstKey: "id" }), jsonLines({ firstKey: "id" })],
  idField: "id",
  joinedFields: ["created"],
  lastLoginFields: ["lastLogin"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => {
    const isOwn = (record: Fields) => isFields(record.profile) && Object.hasOwn(record.profile, "login");
    return mostHave(records, "id", "status", "profile") && records.some(isOwn) ? "sure" : "no";
  },
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const externalUserId = userIdField(record, "id", findings);
  const reason = HELD_BACK[textField(record, "status", findings) ?? ""];
  if (reason !== undefined) context.holdBack(reason, "status");
  const profile = objectField(record, "profile", findings) ?? {};
  const credentials = objectField(record, "credentials", findings) ?? {};
  const value = emailField(profile, "email", findings);
  const login = textField(profile, "login", findings);
  for (const name of Object.keys(profile))
    if (!["email", "login"].includes(name)) findings.leaveOut("profile");
  if (ownField(credentials, "password") !== undefined) {
    noteMissingHash("credentials.password", "Okta does not export the hash of the user's password", findings);
  }
  const addresses = listField(credentials, "emails", findings).filter(isFields);
  const isVerified = addresses.some((one) => one.value === value && one.status === "VERIFIED");
  return {
    externalUserId,
    emails: value === undefined ? [] : [{ value, isVerified }],
    phoneNumbers: [],
    ...(login === undefined || login.toLowerCase() === value?.toLowerCase() ? {} : { userName: login }),
    password: undefined,
    thirdParty: [],
    totp: [],
  };
}
