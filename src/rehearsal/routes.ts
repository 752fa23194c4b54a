import type { Handler } from "./call-context.js";
import { consumePasswordlessCode } from "./calls/consume-passwordless-code.js";
import { createPasswordlessCode } from "./calls/create-passwordless-code.js";
import { importPasswordHash } from "./calls/import-password-hash.js";
import { importThirdPartyUser } from "./calls/import-third-party-user.js";
import { importTotpDevice } from "./calls/import-totp-device.js";
import { linkAccounts } from "./calls/link-accounts.js";
import { makePrimaryUser } from "./calls/make-primary-user.js";
import { updatePasswordlessUser } from "./calls/update-passwordless-user.js";
import { checkTotp } from "./extras/check-totp.js";
import { mapUserId } from "./extras/map-user-id.js";
import { findUser, findUsersByInfo, listTotpDevices, listVersions } from "./extras/read-only.js";
import { signIn } from "./extras/sign-in.js";

export interface Route {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly scope: "tenant" | "app";
  readonly handler: Handler;
  /** Read-only calls have no body, and `/apiversion` asks for no version either. */
  readonly asksForVersion?: false;
}

/** The eight calls, then the extras; the paths of the former are those of the client's table. */
const TABLE: readonly Route[] = [
  { method: "POST", path: "/recipe/totp/device/import", scope: "app", handler: importTotpDevice },
  { method: "POST", path: "/recipe/signinup/code", scope: "tenant", handler: createPasswordlessCode },
  {
    method: "POST",
    path: "/recipe/signinup/code/consume",
    scope: "tenant",
    handler: consumePasswordlessCode,
  },
  { method: "PUT", path: "/recipe/user", scope: "app", handler: updatePasswordlessUser },
  { method: "POST", path: "/recipe/accountlinking/user/primary", scope: "app", handler: makePrimaryUser },
  { method: "POST", path: "/recipe/accountlinking/user/link", scope: "app", handler: linkAccounts },
  { method: "POST", path: "/recipe/user/passwordhash/import", scope: "tenant", handler: importPasswordHash },
  { method: "POST", path: "/recipe/signinup", scope: "tenant", handler: importThirdPartyUser },

  { method: "GET", path: "/apiversion", scope: "app", handler: listVersions, asksForVersion: false },
  { method: "GET", path: "/user/id", scope: "app", handler: findUser },
  { method: "GET", path: "/users/by-accountinfo", scope: "tenant", handler: findUsersByInfo },
  { method: "GET", path: "/recipe/totp/device/list", scope: "app", handler: listTotpDevices },
  { method: "POST", path: "/recipe/userid/map", scope: "app", handler: mapUserId },
  { method: "POST", path: "/rehearsal/signin", scope: "tenant", handler: signIn },
  { method: "POST", path: "/rehearsal/totp", scope: "app", handler: checkTotp },
];

export const ROUTES: ReadonlyMap<string, Route> = new Map(TABLE.map((route) => [route.path, route]));
