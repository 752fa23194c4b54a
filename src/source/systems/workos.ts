import { problem } from "../../problems/user.js";
import type { Fields } from "../fields/field.js";
import { loginsBy } from "../system/parts.js";
import { changed } from "../system/place.js";
import { read } from "../system/row.js";
import { howTo, mostHave, system } from "../system/system.js";
import { yes } from "../system/tests.js";

const IDENTITY = /* @__PURE__ */ loginsBy(
  {
    // GoogleOAuth is Google's.
    provider: /* @__PURE__ */ changed("provider", (name) => name.replace(/OAuth$/, "")),
    userId: "idp_id",
    field: "identities",
  },
  true,
);

/**
 * The users that WorkOS lists, which have no hashes and no second factors; with their identities where a script
 * put them beside each user.
 *
 * @see https://workos.com/docs/reference/authkit/user
 */
export const WORKOS = /* @__PURE__ */ system("workos", {
  title: "WorkOS",
  howToExport: howTo(
    [
      'curl -H "Authorization: Bearer $WORKOS_API_KEY" "https://api.workos.com/user_management/users?limit=100" > users.json',
    ],
    "Least privileges: an API key of the environment; WorkOS has no lesser one. Ask for the next ones with after=, and put the lists under data together. The answer has neither hashes nor second factors.",
  ),
  users: { tables: "", columns: ["id email email_verified"], isAlone: true },
  user: { id: "id", email: "email", verified: yes("email_verified") },
  logins: [
    read("identities", (user, about) => {
      const { findings, context } = user;
      const logins = user.objects("identities").flatMap(({ fields }) => IDENTITY.of(fields, context, about));
      const message = "the export has no hash of a password, and does not say whether the user has one";
      const found = problem("user/password-not-exported", message, { field: "id" });
      (logins.length > 0 ? findings.warnings : findings.problems).push(found);
      return logins;
    }),
  ],
  joined: "created_at",
  lastLogin: "last_sign_in_at",
  notCarried: "object first_name last_name name profile_picture_url updated_at external_id metadata locale",
  likeness: (records) => {
    const isOwn = ({ id, object }: Fields) => object === "user" || String(id).startsWith("user_0");
    const isLike = mostHave(records, "id", "email_verified", "profile_picture_url") && records.some(isOwn);
    return isLike ? "sure" : "no";
  },
});
