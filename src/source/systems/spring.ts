import type { UserDraft } from "../assemble-user.js";
import { contactsOf } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  idText,
  textField,
  userIdField,
  writtenFlagField,
} from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { fromMysqlOrPostgres } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { RecordContext, Source } from "../source.js";
import { type RowKind, rowsOf } from "../table-rows.js";
import { asSpelt, spellings } from "./shared-letter-case.js";

/** What an entity that is a `UserDetails` has, each false where the user may not log in. */
const FLAGS = ["enabled", "accountNonLocked", "accountNonExpired"] as const;

const COLUMNS = ["id", "username", "email", "password", "emailVerified", ...FLAGS];

const USER: FieldTable = {
  read: new Set(spellings(COLUMNS)),
  notCarried: new Set(
    spellings(["credentialsNonExpired", "firstName", "lastName", "role", "createdAt", "updatedAt"]),
  ),
};

const KINDS: readonly RowKind[] = [
  {
    tables: ["authorities", "group_authorities", "persistent_logins"],
    columns: [["username", "authority"]],
    key: [],
    isOther: () => true,
  },
  { tables: ["users", "user", "app_user", "accounts"], columns: [["password"]], key: ["username"] },
];

/**
 * Spring Security's table `users` (JdbcUserDetailsManager), or an application's own with an `email`.
 *
 * @see https://docs.spring.io/spring-security/reference/servlet/appendix/database-schema.html
 */
export const SPRING: Source = {
  name: "spring",
  title: "Spring Security",
  howToExport: fromMysqlOrPostgres(
    ["users"],
    "An application with tables of its own: name them, or bring the columns id, email, password and enabled into a CSV with their names.",
  ),
  origin: "spring",
  ...rowsOf(KINDS),
  idField: "username",
  joinedFields: ["createdAt"],
  fields: [USER],
  otherFields: "counted",
  detect,
  toUser: readUser,
};

/** The name of the hasher in braces is Spring's own. */
function detect(records: readonly Fields[]) {
  const isPrefixed = records.some(
    ({ password }) => typeof password === "string" && /^\{[\w@.-]+\}/.test(password),
  );
  if (!mostHave(records, "password")) return "no";
  if (isPrefixed && (mostHave(records, "username", "enabled") || mostHave(records, "email"))) return "sure";
  return mostHave(records, "username", "enabled") ? "possible" : "no";
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const row = asSpelt(record, COLUMNS);
  for (const field of FLAGS) {
    if (writtenFlagField(row, field, findings) === false) context.holdBack("disabled", field);
  }
  const name = textField(row, "username", findings);
  // The usual table has nothing but a name, which is often an address.
  const own = Object.hasOwn(row, "email") || name?.includes("@") !== true ? row : { email: name };
  const isVerified = writtenFlagField(row, "emailVerified", findings) === true;
  const emails = contactsOf(emailField(own, "email", findings), isVerified);
  const hash = textField(row, "password", findings);
  return {
    externalUserId: userIdField(row, idText(row.id) === undefined ? "username" : "id", findings),
    emails,
    phoneNumbers: [],
    userName: name === emails[0]?.value ? undefined : name,
    password: hash === undefined ? undefined : context.password(hash),
    thirdParty: [],
    totp: [],
  };
}
