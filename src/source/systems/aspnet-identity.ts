import type { UserDraft } from "../assemble-user.js";
import { contactsOf, loginOf } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  momentField,
  textField,
  userIdField,
  writtenFlagField,
} from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import { phoneNumberField } from "../fields/phone-number.js";
import { secondFactor, secondFactorNotCarried } from "../fields/second-factor.js";
import { howTo } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import type { RecordContext, Source } from "../source.js";
import { partKind, type RowKind, rowsOf } from "../table-rows.js";
import { asSpelt, spellings } from "./shared-letter-case.js";

const USER_COLUMNS = [
  ...["Id", "UserName", "Email", "EmailConfirmed", "PasswordHash", "PhoneNumber", "PhoneNumberConfirmed"],
  ...["TwoFactorEnabled", "LockoutEnd", "LockoutEndDateUtc", "LockoutEnabled"],
] as const;
const LOGIN_COLUMNS = ["LoginProvider", "ProviderKey", "UserId"] as const;
const TOKEN_COLUMNS = ["UserId", "LoginProvider", "Name", "Value"] as const;

const USER: FieldTable = {
  read: new Set(spellings(USER_COLUMNS)),
  notCarried: new Set(
    spellings(["NormalizedUserName", "NormalizedEmail", "AccessFailedCount", "Discriminator"]),
  ),
  secrets: new Set(spellings(["SecurityStamp", "ConcurrencyStamp"])),
};

const LOGIN: FieldTable = {
  list: "AspNetUserLogins",
  read: new Set(spellings(LOGIN_COLUMNS)),
  notCarried: new Set(spellings(["ProviderDisplayName"])),
};

const [USERS, LOGINS, TOKENS] = [
  ["aspnetusers", "asp_net_users"],
  ["aspnetuserlogins", "asp_net_user_logins"],
  ["aspnetusertokens", "asp_net_user_tokens"],
];

const KINDS: readonly RowKind[] = [
  partKind("logins", LOGINS as string[], [["LoginProvider", "ProviderKey"]], "UserId", "user_id"),
  partKind("logins", LOGINS as string[], [["login_provider", "provider_key"]], "UserId", "user_id"),
  partKind("tokens", TOKENS as string[], [["LoginProvider", "Value"]], "UserId", "user_id"),
  partKind("tokens", TOKENS as string[], [["login_provider", "value"]], "UserId", "user_id"),
  { tables: USERS as string[], columns: [["PasswordHash"]], key: ["Id", "id"] },
  { tables: USERS as string[], columns: [["password_hash", "security_stamp"]], key: ["Id", "id"] },
];

/** Steps before and after that AuthenticatorTokenProvider takes. */
const SKEW = 2;

/**
 * The tables of ASP.NET Core Identity (and of ASP.NET Identity 2): `AspNetUsers`, `AspNetUserLogins` and
 * `AspNetUserTokens`, also with names in snake case.
 *
 * @see https://github.com/dotnet/aspnetcore — src/Identity
 */
export const ASPNET_IDENTITY: Source = {
  name: "aspnet-identity",
  title: "ASP.NET Identity",
  howToExport: howTo(
    [
      "for table in AspNetUsers AspNetUserLogins AspNetUserTokens; do",
      '  sqlcmd -S HOST -d DATABASE -y 0 -Q "SET NOCOUNT ON; DECLARE @rows nvarchar(max) =',
      '    (SELECT * FROM $table FOR JSON PATH, INCLUDE_NULL_VALUES); SELECT @rows" > $table.json',
      "done",
    ],
    "Least privileges: GRANT SELECT on the three tables. The first file is the export, the others are given with --join AspNetUserLogins.json --join AspNetUserTokens.json. In PostgreSQL pg_dump --data-only brings all three into one file.",
  ),
  origin: "aspnet-identity",
  ...rowsOf(KINDS),
  idField: "Id",
  fields: [USER, LOGIN],
  otherFields: "counted",
  detect,
  toUser: readUser,
};

function detect(records: readonly Fields[]) {
  const isUser =
    mostHave(records, "PasswordHash", "SecurityStamp") ||
    mostHave(records, "password_hash", "security_stamp");
  const isPart =
    mostHave(records, "LoginProvider", "UserId") || mostHave(records, "login_provider", "user_id");
  return isUser || isPart ? "sure" : "no";
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const row = asSpelt(record, USER_COLUMNS);
  holdLockedOut(row, context);
  const isVerified = writtenFlagField(row, "EmailConfirmed", findings) === true;
  const emails = contactsOf(emailField(row, "Email", findings), isVerified);
  const hash = textField(row, "PasswordHash", findings);
  const name = textField(row, "UserName", findings);
  return {
    externalUserId: userIdField(row, "Id", findings),
    emails,
    phoneNumbers: readPhone(row, context),
    userName: name === emails[0]?.value ? undefined : name,
    password: hash === undefined ? undefined : context.password(hash),
    thirdParty: readLogins(emails, context),
    totp: readFactor(row, context),
  };
}

/** A lockout counts where it is enabled for the user, until its end. */
function holdLockedOut(row: Fields, context: RecordContext): void {
  const { findings, now } = context;
  const isEnabled = writtenFlagField(row, "LockoutEnabled", findings) !== false;
  for (const field of ["LockoutEnd", "LockoutEndDateUtc"]) {
    const end = momentField(row, field, findings);
    if (isEnabled && end !== undefined && end > now) context.holdBack("disabled", field);
  }
}

function readPhone(row: Fields, context: RecordContext): readonly Contact[] {
  const { findings } = context;
  if (writtenFlagField(row, "PhoneNumberConfirmed", findings) === true) {
    return contactsOf(phoneNumberField(row, "PhoneNumber", context), true);
  }
  if (textField(row, "PhoneNumber", findings) !== undefined) findings.leaveOut("PhoneNumber");
  return [];
}

function readLogins(emails: readonly Contact[], context: RecordContext): readonly ThirdPartyLogin[] {
  const { findings } = context;
  return context.parts("logins").flatMap((part) => {
    noteFieldsLeftOut(part, LOGIN, findings);
    const row = asSpelt(part, LOGIN_COLUMNS);
    const provider = textField(row, "LoginProvider", findings);
    const userId = textField(row, "ProviderKey", findings);
    return loginOf({ provider, userId, email: undefined, field: "AspNetUserLogins" }, emails, context);
  });
}

function readFactor(row: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const isConfirmed = writtenFlagField(row, "TwoFactorEnabled", findings) === true;
  const tokens = context.parts("tokens").map((part) => asSpelt(part, TOKEN_COLUMNS));
  const own = tokens.filter(({ Name }) => Name === "AuthenticatorKey");
  if (tokens.length > own.length) findings.leaveOut("AspNetUserTokens");
  // Codes by e-mail or text message need no key.
  if (isConfirmed && own.length === 0) secondFactorNotCarried("TwoFactorEnabled", context);
  return own.flatMap((token) => {
    const secret = textField(token, "Value", findings) ?? "";
    return secondFactor(
      { field: "AuthenticatorKey", secret, encoding: "base32", isConfirmed, skew: SKEW },
      context,
    );
  });
}
