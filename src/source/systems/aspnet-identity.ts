import { read } from "../system/row.js";
import { factorNotCarried, hold, leftOut } from "../system/rules.js";
import { ANY_SPELLING } from "../system/spelling.js";
import { howTo, system } from "../system/system.js";
import { all, is, isAhead, no, not, type Test, yes } from "../system/tests.js";

/** Steps before and after that AuthenticatorTokenProvider takes. */
const SKEW = 2;

const IS_KEY = is("Name", "AuthenticatorKey");
const HAS_NO_KEY: Test = read("", ({ context }) => {
  return !context.parts("tokens").some(({ Name, name = Name }) => name === "AuthenticatorKey");
});

/**
 * The tables of ASP.NET Core Identity (and of ASP.NET Identity 2): `AspNetUsers`, `AspNetUserLogins` and
 * `AspNetUserTokens`, also with names in snake case.
 *
 * @see https://github.com/dotnet/aspnetcore — src/Identity
 */
export const ASPNET_IDENTITY = /* @__PURE__ */ system("aspnet-identity", {
  title: "ASP.NET Identity",
  howToExport: howTo(
    [
      "for table in AspNetUsers AspNetUserLogins AspNetUserTokens; do",
      '  sqlcmd -f o:65001 -o $table.json -S HOST -d DATABASE -y 0 -Q "SET NOCOUNT ON; DECLARE @rows nvarchar(max) =',
      '    (SELECT * FROM $table FOR JSON PATH, INCLUDE_NULL_VALUES); SELECT @rows"',
      "done",
    ],
    "Least privileges: GRANT SELECT on the three tables. The first file is the export, the others are given with --join AspNetUserLogins.json --join AspNetUserTokens.json. In PostgreSQL pg_dump --data-only brings all three into one file.",
  ),
  spelling: ANY_SPELLING,
  users: { tables: "aspnetusers asp_net_users", columns: ["PasswordHash"] },
  user: {
    id: "Id",
    email: "Email",
    verified: yes("EmailConfirmed"),
    phones: read("PhoneNumber PhoneNumberConfirmed", (user) => {
      if (user.writtenFlag("PhoneNumberConfirmed") === true) return user.phones("PhoneNumber", true);
      if (user.text("PhoneNumber") !== undefined) user.leaveOut("PhoneNumber");
      return [];
    }),
    userName: "UserName",
    hash: "PasswordHash",
  },
  rules: [
    // A lockout counts where it is enabled for the user, until its end.
    hold("disabled", all(not(no("LockoutEnabled")), isAhead("LockoutEnd")), "LockoutEnd"),
    hold("disabled", all(not(no("LockoutEnabled")), isAhead("LockoutEndDateUtc")), "LockoutEndDateUtc"),
    // Codes by e-mail or text message need no key.
    factorNotCarried(all(yes("TwoFactorEnabled"), HAS_NO_KEY)),
  ],
  parts: [
    {
      name: "logins",
      columnsAs: "AspNetUserLogins",
      tables: "aspnetuserlogins asp_net_user_logins",
      columns: ["LoginProvider ProviderKey"],
      key: "UserId",
      login: { provider: "LoginProvider", userId: "ProviderKey" },
      notCarried: "ProviderDisplayName",
    },
    {
      name: "tokens",
      tables: "aspnetusertokens asp_net_user_tokens",
      columns: ["LoginProvider Value"],
      key: "UserId",
      rules: [leftOut("AspNetUserTokens", not(IS_KEY))],
      factor: {
        where: IS_KEY,
        secret: "Value",
        encoding: "base32",
        confirmed: read("", (row, { user }) => row.of(user).writtenFlag("TwoFactorEnabled") === true),
        skew: SKEW,
        field: "AuthenticatorKey",
      },
    },
  ],
  notCarried: "NormalizedUserName NormalizedEmail AccessFailedCount Discriminator",
  secrets: "SecurityStamp ConcurrencyStamp",
  likeness: { sure: ["PasswordHash SecurityStamp", "LoginProvider UserId"] },
});
