import { type Fields, idText } from "../fields/field.js";
import { firstOf } from "../system/place.js";
import { read } from "../system/row.js";
import { hold, resetDue } from "../system/rules.js";
import { ANY_SPELLING } from "../system/spelling.js";
import { fromMysqlOrPostgres, mostHave, system } from "../system/system.js";
import { no, yes } from "../system/tests.js";
import { ADMINISTRATORS } from "./shared-administrators.js";

/** Rows of these tables say nothing of a user. */
const ANY_ROW = { reads: [], of: () => true };

/**
 * Spring Security's table `users` (JdbcUserDetailsManager), or an application's own with an `email`.
 *
 * @see https://docs.spring.io/spring-security/reference/servlet/appendix/database-schema.html
 */
export const SPRING = /* @__PURE__ */ system("spring", {
  title: "Spring Security",
  comparedWith:
    "7.1.1 of 2026-08-13: spring-projects/spring-security: crypto/src/main/java/org/springframework/security/crypto, core/src/main/resources",
  howToExport: fromMysqlOrPostgres(
    ["users"],
    "An application with tables of its own: name them, or bring the columns id, email, password and enabled into a CSV with their names.",
  ),
  spelling: ANY_SPELLING,
  users: { tables: "users user app_user accounts", columns: ["password"], key: "username" },
  staff: ADMINISTRATORS,
  user: {
    id: firstOf("id username"),
    // The usual table has nothing but a name, which is often an address.
    email: read("email username", (user) => {
      const name = idText(user.fields.username);
      const hasOwn = user.has("email") || name?.includes("@") !== true;
      return { fields: hasOwn ? user.fields : { email: name }, name: "email" };
    }),
    verified: yes("emailVerified"),
    userName: "username",
    hash: "password",
  },
  // What an entity that is a `UserDetails` has, each false where the user may not log in.
  rules: [
    ...["enabled", "accountNonLocked", "accountNonExpired"].map((flag) => hold("disabled", no(flag))),
    resetDue(no("credentialsNonExpired")),
  ],
  parts: [
    {
      name: "authorities",
      tables: "authorities group_authorities persistent_logins",
      columns: ["username authority"],
      except: ANY_ROW,
    },
  ],
  idField: "username",
  joined: "createdAt",
  notCarried: "firstName lastName role updatedAt",
  likeness: detect,
});

/** The name of the hasher in braces is Spring's own. */
function detect(records: readonly Fields[]) {
  const isPrefixed = records.some(({ password }) => typeof password === "string" && /^\{[\w@.-]+\}/.test(password));
  if (!mostHave(records, "password")) return "no";
  if (isPrefixed && (mostHave(records, "username", "enabled") || mostHave(records, "email"))) return "sure";
  return mostHave(records, "username", "enabled") ? "possible" : "no";
}
