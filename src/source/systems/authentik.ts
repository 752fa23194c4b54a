import { words } from "../../lib/words.js";
import { firstOf } from "../system/place.js";
import { factorNotCarried, hold, leftOut } from "../system/rules.js";
import { howTo, system } from "../system/system.js";
import { ALWAYS, no, unmarked } from "../system/tests.js";
import { DJANGO_HASH, TOTP_DEVICE } from "./shared-django.js";

/**
 * authentik's tables of users and second factors, and their logins at other providers.
 *
 * @see https://github.com/goauthentik/authentik — authentik/core/models.py, authentik/stages/authenticator_totp/migrations
 */
export const AUTHENTIK = /* @__PURE__ */ system("authentik", {
  title: "authentik",
  howToExport: howTo(
    [
      "pg_dump --data-only --file=users.sql --table=authentik_core_user \\",
      "  --table='authentik_stages_authenticator_*device' authentik",
      'psql authentik -c "\\copy (SELECT c.user_id, s.slug, o.identifier FROM authentik_core_usersourceconnection c',
      "  JOIN authentik_core_source s ON s.policybindingmodel_ptr_id = c.source_id",
      "  JOIN authentik_sources_oauth_useroauthsourceconnection o ON o.usersourceconnection_ptr_id = c.id)",
      "  TO 'logins.csv' WITH (FORMAT csv, HEADER)\"",
    ],
    "Least privileges: USAGE on the schema and SELECT on these tables, and on the sequences that number their rows. " +
      "The second file is given with --join logins.csv. Where the identifier is a column of authentik_core_usersourceconnection, " +
      "as in later releases, take it from there and leave the last JOIN out. The interface gives no hashes.",
  ),
  users: { tables: "authentik_core_user", columns: ["id username password"] },
  isUser: ({ type }) => !(typeof type === "string" && type.endsWith("service_account")),
  user: {
    id: "id",
    // These tables do not say whether the address is confirmed.
    email: "email",
    userName: "username",
    hash: DJANGO_HASH,
  },
  alsoRead: "type",
  rules: [hold("disabled", no("is_active"))],
  parts: [
    {
      ...TOTP_DEVICE,
      name: "devices",
      tables: "authentik_stages_authenticator_totp_totpdevice otp_totp_totpdevice",
      columns: ["user_id key step t0"],
    },
    {
      name: "other devices",
      tables: words("webauthn_webauthn sms_sms duo_duo email_email endpoint_gdtc_endpoint")
        .map((kind) => `authentik_stages_authenticator_${kind}device`)
        .join(" "),
      columns: ["user_id confirmed name"],
      except: unmarked("confirmed"),
      rules: [factorNotCarried(ALWAYS, "devices (WebAuthn, SMS, e-mail, Duo)")],
    },
    {
      name: "recovery",
      tables: "authentik_stages_authenticator_static_staticdevice",
      columns: [],
      once: [leftOut("recovery codes", ALWAYS)],
    },
    {
      name: "logins",
      columnsAs: "usersourceconnection",
      tables: "authentik_core_usersourceconnection",
      columns: ["user_id slug identifier"],
      login: { provider: firstOf("slug source_id"), userId: "identifier", field: "logins" },
      alsoRead: "id",
      notCarried: "created last_updated",
    },
  ],
  joined: "date_joined",
  notCarried: `last_login first_name last_name uuid name password_change_date attributes path last_updated is_staff
    is_superuser`,
  likeness: {
    sure: ["uuid username password password_change_date"],
    sureOfSome: ["user_id slug identifier"],
    tables: "authentik_core_user",
  },
});
