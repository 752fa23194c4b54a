import { called, changed, withoutPrefix } from "../system/place.js";
import { hold, holdWhere, leftOut } from "../system/rules.js";
import { howTo, system } from "../system/system.js";
import { happened, is, no, not, yes } from "../system/tests.js";

/**
 * The tables `users`, `user_threepids` and `user_external_ids` of a Matrix homeserver.
 *
 * @see https://github.com/element-hq/synapse — synapse/storage/schema, synapse/handlers/auth.py
 */
export const SYNAPSE = /* @__PURE__ */ system("synapse", {
  title: "Matrix Synapse",
  comparedWith: "1.157.1 of 2026-07-24: element-hq/synapse: synapse/storage/schema/main",
  howToExport: howTo(
    [
      "# PostgreSQL:",
      "pg_dump --data-only --file=users.sql --table=users --table=user_threepids --table=user_external_ids DATABASE",
      "# SQLite, which a homeserver has unless it is told otherwise:",
      "sqlite3 homeserver.db '.dump users' '.dump user_threepids' '.dump user_external_ids' > users.sql",
    ],
    "Least privileges: in PostgreSQL USAGE on the schema and SELECT on these tables; of SQLite the right to read the file.",
    "With password_config.pepper in homeserver.yaml, say --peppered.",
  ),
  users: { tables: "users", columns: ["name password_hash"] },
  user: {
    id: "name",
    userName: "name",
    // Synapse signs in with the whole ID of a user and with its part before the server.
    otherUserName: changed("name", (name) => /^@([^:]+):/.exec(name)?.[1]),
    hash: "password_hash",
  },
  rules: [
    hold("deleted", yes("deactivated")),
    ...holdWhere("disabled", "locked suspended"),
    hold("unconfirmed", no("approved")),
    leftOut("shadow_banned", yes("shadow_banned")),
  ],
  parts: [
    {
      name: "user_threepids",
      tables: "user_threepids",
      columns: ["user_id medium address"],
      // The moment at which each was confirmed.
      email: { at: called("email", "address"), where: is("medium", "email"), verified: happened("validated_at") },
      phone: {
        ...{ at: "address", where: not(is("medium", "email")), verified: happened("validated_at") },
        isWithoutPlus: true,
      },
      notCarried: "added_at",
    },
    {
      name: "user_external_ids",
      tables: "user_external_ids",
      columns: ["user_id auth_provider external_id"],
      login: {
        // Synapse puts the kind of provider before its name: oidc-google.
        provider: withoutPrefix("auth_provider", /^oidc-/),
        userId: "external_id",
        field: "user_external_ids",
      },
      notCarried: "",
    },
  ],
  joined: "creation_ts",
  notCarried: "admin upgrade_ts is_guest appservice_id consent_version user_type consent_server_notice_sent consent_ts",
  likeness: {
    sure: ["name password_hash appservice_id"],
    sureOfSome: ["user_id medium address validated_at", "user_id auth_provider external_id"],
  },
});
