import type { AdministrationPaths } from "../../service/profile.js";
import type { NonSecretFields } from "../replies/sent.js";

/** Paths of the bulk import, whose calls are in `client/bulk/`. */
export type BulkPath = "bulkUsers" | "countBulkUsers" | "removeBulkUsers";

/** Name of a call that is not part of the interface; a profile says which of them its service has. */
export type AdministrationCall =
  | Exclude<keyof AdministrationPaths, "bulkUsers" | "countBulkUsers" | "removeBulkUsers">
  | "probe"
  | "addBulkUsers"
  | "listBulkUsers"
  | "countBulkUsers"
  | "removeBulkUsers";

/** What is sent beside the path, which is the profile's. */
interface AdministrationEndpoint {
  readonly method: "GET" | "POST";
  readonly scope: "tenant" | "app";
  readonly headers: Readonly<Record<string, string>>;
  readonly nonSecrets: NonSecretFields;
  /** The list of versions alone has no `status`. */
  readonly hasStatus: boolean;
}

const READ = { method: "GET", headers: {}, nonSecrets: {}, hasStatus: true } as const;
const WRITE = { method: "POST", headers: {}, hasStatus: true } as const;
const BY_PASSWORD = { headers: { rid: "emailpassword" }, nonSecrets: { email: "personal" } } as const;

/**
 * Source: the handlers of supertokens-core 12.1.1 in `webserver/api/core`, `emailpassword/SignInAPI.java` and `SignUpAPI.java`,
 * `totp/VerifyTotpAPI.java`, `totp/GetTotpDevicesAPI.java`, `totp/RemoveTotpDeviceAPI.java`, `session/SessionUserAPI.java`, `userroles/` and
 * `emailverification/`. Each leaves the same state when it is
 * repeated: reads, checks, and the deletion of a user, which is answered with OK where there is none.
 * A function: a bundle without this client leaves it out, which a table with spreads is not.
 */
export const administrationCalls = (): Readonly<
  Record<Exclude<keyof AdministrationPaths, BulkPath>, AdministrationEndpoint>
> => ({
  listVersions: { ...READ, scope: "app", hasStatus: false },
  listFeatures: { ...READ, scope: "app" },
  findUsers: { ...READ, scope: "tenant" },
  findUser: { ...READ, scope: "app" },
  signIn: { ...WRITE, ...BY_PASSWORD, scope: "tenant" },
  signUp: { ...WRITE, ...BY_PASSWORD, scope: "tenant" },
  verifyTotp: { ...WRITE, scope: "tenant", nonSecrets: { userId: "open" } },
  listSessions: { ...READ, scope: "tenant" },
  deleteUser: { ...WRITE, scope: "app", nonSecrets: { userId: "open", removeAllLinkedAccounts: "open" } },
  listDevices: { ...READ, scope: "app" },
  removeDevice: { ...WRITE, scope: "app", nonSecrets: { userId: "open", deviceName: "personal" } },
  listRoles: { ...READ, scope: "app" },
  listUserRoles: { ...READ, scope: "tenant" },
  createVerificationToken: { ...WRITE, scope: "tenant", nonSecrets: { userId: "open", email: "personal" } },
  verifyEmail: { ...WRITE, scope: "tenant", nonSecrets: { method: "open" } },
  unverifyEmail: { ...WRITE, scope: "app", nonSecrets: { userId: "open", email: "personal" } },
});
