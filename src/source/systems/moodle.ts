import { where } from "../system/place.js";
import { type Row, read } from "../system/row.js";
import { hold, resetDue } from "../system/rules.js";
import { fromMysqlOrPostgres, system } from "../system/system.js";
import { any, filled, is, marked, no, not, yes } from "../system/tests.js";

/**
 * Moodle's table of users and of their second factors, whatever their prefix.
 *
 * @see https://github.com/moodle/moodle lib/db/install.xml, admin/tool/mfa/db/install.xml
 */
export const MOODLE = /* @__PURE__ */ system("moodle", {
  title: "Moodle",
  comparedWith: "5.1+ of 2025-12-05: moodle/moodle: public/lib/db/install.xml",
  howToExport: fromMysqlOrPostgres(
    ["mdl_user", "mdl_user_preferences", ["mdl_tool_mfa", "second factors, from Moodle 4.3 on"]],
    "With another prefix than mdl_, name the tables as they are.",
  ),
  users: {
    tables: "*user",
    columns: ["id username email", "id email password"],
    // The account of all guests.
    except: is("username", "guest"),
  },
  user: { id: "id", email: "email", userName: "username", hash: "password" },
  rules: [
    hold("deleted", yes("deleted")),
    hold("disabled", yes("suspended")),
    hold("unconfirmed", no("confirmed")),
    hold("disabled", is("auth", "nologin")),
  ],
  parts: [
    {
      name: "factors",
      tables: "*tool_mfa",
      columns: ["userid factor secret"],
      key: "userid",
      except: any(not(is("factor", "totp", "email", "sms", "webauthn")), marked("revoked")),
      once: [read("", noteOthers)],
      holds: "second factors",
      // A row is written once the user has given a code, and kept where they take the factor away.
      factor: {
        secret: where(is("factor", "totp"), "secret"),
        encoding: "base32",
        deviceName: "label",
        field: "secret",
      },
    },
    {
      name: "preferences",
      tables: "*user_preferences",
      columns: ["userid name value"],
      key: "userid",
      except: not(is("name", "auth_forcepasswordchange")),
      rules: [resetDue(filled("value"), "auth_forcepasswordchange")],
    },
  ],
  joined: "timecreated",
  lastLogin: "lastlogin lastaccess currentlogin",
  notCarried: `policyagreed mnethostid idnumber firstname lastname emailstop icq skype yahoo aim msn phone1 phone2
    institution department address city country lang calendartype theme timezone firstaccess lastip picture url
    description descriptionformat mailformat maildigest maildisplay autosubscribe trackforums timemodified
    trustbitmask imagealt lastnamephonetic firstnamephonetic middlename alternatename moodlenetprofile htmleditor ajax
    screenreader`,
  secrets: "secret",
  likeness: {
    sure: ["auth mnethostid", "auth confirmed suspended", "userid factor secret lastverified"],
    possible: ["username auth confirmed"],
  },
});

/** Each kind once: codes that were sent are rows too. */
function noteOthers(user: Row): boolean {
  const kinds = new Set(user.parts("factors").flatMap(({ fields: { factor } }) => (factor === "totp" ? [] : [factor])));
  for (const kind of kinds) user.factorNotCarried(kind === "webauthn" ? "tool_mfa (webauthn)" : "tool_mfa");
  return kinds.size > 0;
}
