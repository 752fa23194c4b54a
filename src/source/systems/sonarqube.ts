import { composePbkdf2, noteIncompleteHash, noteUnreadAlgorithm } from "../fields/composed-hash.js";
import { declared } from "../system/hashes.js";
import { type Password, type Row, read } from "../system/row.js";
import { hold } from "../system/rules.js";
import { fromPostgres, system } from "../system/system.js";
import { no } from "../system/tests.js";

const PBKDF2 = /^([1-9][0-9]{0,8})\$([A-Za-z0-9+/]+={0,2})$/;

/** Before 7.2; a column that names the way to hash is there since then. */
const SHA1 = /* @__PURE__ */ declared("crypted_password", { 40: "sha1('--' . salt . '--' . password . '--')" });

/**
 * SonarQube's table `users`.
 *
 * @see https://github.com/SonarSource/sonarqube
 * server/sonar-webserver-auth/src/main/java/org/sonar/server/authentication/CredentialsLocalAuthentication.java
 */
export const SONARQUBE = /* @__PURE__ */ system("sonarqube", {
  title: "SonarQube",
  howToExport: fromPostgres(["users"]),
  users: { tables: "users", columns: ["login crypted_password hash_method", "login crypted_password user_local"] },
  user: { id: "uuid", email: "email", userName: "login", hash: read("crypted_password salt hash_method", readHash) },
  rules: [hold("disabled", no("active"))],
  joined: "created_at",
  lastLogin: "last_connection_date",
  mustReset: "reset_password",
  notCarried: `id name active scm_accounts is_root user_local onboarded homepage_type homepage_parameter updated_at
    last_sonarlint_connection external_login external_identity_provider external_id sonarlint_ad_seen
    organization_uuid`,
  likeness: { sure: ["login crypted_password user_local external_login"] },
});

function readHash(user: Row, about: Parameters<typeof SHA1.of>[2]): Password | undefined {
  const [hash, method = "SHA1"] = [user.text("crypted_password"), user.text("hash_method")];
  if (hash === undefined) return undefined;
  if (method === "SHA1") return SHA1.of(user.fields, user.context, about);
  if (method === "BCRYPT") return user.statedHash(hash, { is: ["bcrypt"] }, "hash_method");
  if (method !== "PBKDF2") return noteUnreadAlgorithm("of the method", method, "hash_method", user.findings);
  const [, iterations, key] = PBKDF2.exec(hash) ?? [];
  const salt = user.text("salt");
  if (key === undefined || salt === undefined) return noteIncompleteHash("crypted_password", user.findings);
  return user.hash(composePbkdf2({ digest: "sha512", iterations: Number(iterations), salt, hash: key }));
}
