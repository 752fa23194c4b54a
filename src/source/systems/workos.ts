import { problem } from "../../problems/user.js";
import type { UserDraft } from "../assemble-user.js";
import { contactsOf, isOwnVerified } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  isFields,
  listField,
  textField,
  userIdField,
  writtenFlagField,
} from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { socialLogin } from "../fields/social-login.js";
import { howTo } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { Contact, ThirdPartyLogin } from "../normalized-user.js";
import { tableReaders } from "../readers/table-readers.js";
import type { RecordContext, Source } from "../source.js";

const USER: FieldTable = {
  read: new Set(["id", "email", "email_verified", "identities"]),
  notCarried: new Set([
    ...["object", "first_name", "last_name", "name", "profile_picture_url", "last_sign_in_at", "created_at"],
    ...["updated_at", "external_id", "metadata", "locale"],
  ]),
};

/**
 * The users that WorkOS lists, which have no hashes and no second factors; with their identities where a script
 * put them beside each user.
 *
 * @see https://workos.com/docs/reference/authkit/user
 */
export const WORKOS: Source = {
  name: "workos",
  title: "WorkOS",
  howToExport: howTo(
    [
      'curl -H "Authorization: Bearer $WORKOS_API_KEY" "https://api.workos.com/user_management/users?limit=100" > users.json',
    ],
    "Least privileges: an API key of the environment; WorkOS has no lesser one. Ask for the next ones with after=, and put the lists under data together. The answer has neither hashes nor second factors.",
  ),
  origin: "workos",
  readers: tableReaders({ tables: [], required: [["id", "email", "email_verified"]] }),
  idField: "id",
  joinedFields: ["created_at"],
  lastLoginFields: ["last_sign_in_at"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => {
    const isOwn = ({ id, object }: Fields) => object === "user" || String(id).startsWith("user_0");
    return mostHave(records, "id", "email_verified", "profile_picture_url") && records.some(isOwn)
      ? "sure"
      : "no";
  },
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const isVerified = writtenFlagField(record, "email_verified", findings) === true;
  const emails = contactsOf(emailField(record, "email", findings), isVerified);
  const thirdParty = readIdentities(record, emails[0], context);
  const message = "the export has no hash of a password, and does not say whether the user has one";
  const found = problem("user/password-not-exported", message, { field: "id" });
  (thirdParty.length > 0 ? findings.warnings : findings.problems).push(found);
  const externalUserId = userIdField(record, "id", findings);
  return { externalUserId, emails, phoneNumbers: [], password: undefined, thirdParty, totp: [] };
}

function readIdentities(
  record: Fields,
  own: Contact | undefined,
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const { findings } = context;
  return listField(record, "identities", findings)
    .filter(isFields)
    .flatMap((identity) => {
      const login = {
        // GoogleOAuth is Google's.
        provider: textField(identity, "provider", findings)?.replace(/OAuth$/, ""),
        userId: textField(identity, "idp_id", findings),
        email: own?.value,
        isVerified: isOwnVerified(own?.value, own),
      };
      return socialLogin({ ...login, field: "identities" }, context);
    });
}
