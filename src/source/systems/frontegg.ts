import { problem } from "../../problems/user.js";
import type { UserDraft } from "../assemble-user.js";
import { noteMissingHash } from "../fields/composed-hash.js";
import { emailField, type Fields, flagField, textField, userIdField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { socialLogin } from "../fields/social-login.js";
import { mostHave } from "../likeness.js";
import type { ThirdPartyLogin } from "../normalized-user.js";
import { jsonDocument } from "../readers/json-document.js";
import type { RecordContext, Source } from "../source.js";

const USER: FieldTable = {
  read: new Set(["id", "sub", "email", "verified", "provider", "mfaEnrolled", "isLocked", "phoneNumber"]),
  notCarried: new Set([
    ...[
      "name",
      "username",
      "profilePictureUrl",
      "metadata",
      "vendorMetadata",
      "roles",
      "permissions",
      "groups",
    ],
    ...["tenantId", "tenantIds", "tenants", "createdAt", "lastLogin", "activatedForTenant", "managedBy"],
    ...["subAccountAccessAllowed"],
  ]),
};

/** A user with a password, as `provider` names them. */
const OWN_PROVIDER = "local";

/**
 * Users as Frontegg's interface lists them. It gives no hashes, no secrets of second factors, and of a social login the
 * provider only.
 *
 * @see https://github.com/FusionAuth/fusionauth-import-scripts — frontegg/exampleData/1_fronteggExport/users.json
 */
export const FRONTEGG: Source = {
  name: "frontegg",
  title: "Frontegg",
  howToExport: [
    'curl -H "Authorization: Bearer <token>" https://api.frontegg.com/identity/resources/vendor-only/users/v1/<id>',
    "",
    "For each user of /identity/resources/users/v3; put the answers into a list. Least privileges: a vendor token of",
    "that one environment. Hashes and secrets of second factors are never given, nor is the user's ID at a provider of",
    "social logins: let users set a new password, or link their social login once more.",
  ].join("\n"),
  origin: "frontegg",
  readers: [jsonDocument({ keys: ["items", "users"], firstKey: "id" })],
  idField: "id",
  joinedFields: ["createdAt"],
  lastLoginFields: ["lastLogin"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => (mostHave(records, "sub", "mfaEnrolled", "tenantIds") ? "sure" : "no"),
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  if (flagField(record, "isLocked", findings)) context.holdBack("disabled", "isLocked");
  const value = emailField(record, "email", findings);
  const isVerified = flagField(record, "verified", findings) && value !== undefined;
  // Nothing says that the number was confirmed.
  if (textField(record, "phoneNumber", findings) !== undefined) findings.leaveOut("unverified phone number");
  if (flagField(record, "mfaEnrolled", findings)) {
    const message = "the second factor's secret is not in the export";
    findings.warnings.push(problem("user/second-factor-not-carried", message, { field: "mfaEnrolled" }));
  }
  return {
    externalUserId: userIdField(record, "id", findings),
    emails: value === undefined ? [] : [{ value, isVerified }],
    phoneNumbers: [],
    password: undefined,
    thirdParty: readProvider(record, { email: value, isVerified }, context),
    totp: [],
  };
}

function readProvider(
  record: Fields,
  own: { readonly email: string | undefined; readonly isVerified: boolean },
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const { findings } = context;
  const provider = textField(record, "provider", findings);
  if (provider === undefined) return [];
  if (provider === OWN_PROVIDER) {
    noteMissingHash("provider", "Frontegg does not export the hash of the user's password", findings);
    return [];
  }
  return socialLogin({ provider, userId: undefined, ...own, field: "provider" }, context);
}
