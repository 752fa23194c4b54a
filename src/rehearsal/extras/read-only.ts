import type { Answer, CallContext } from "../call-context.js";
import { SUPPORTED_VERSIONS } from "../interface-version.js";
import { normaliseEmail, normalisePhoneNumber, readQueryText } from "../read-input.js";
import { badRequest } from "../refusal.js";
import { wholeUser } from "../user-json.js";

/** Extra: `GET /apiversion`, which clients of the service in the wild ask first. */
export function listVersions(): Answer {
  return { versions: SUPPORTED_VERSIONS };
}

/** Extra: `GET /user/id?userId=`. */
export function findUser({ query, accounts, version }: CallContext): Answer {
  const user = accounts.findUser(readQueryText(query, "userId"));
  if (user === undefined) return { status: "UNKNOWN_USER_ID_ERROR" };
  return { status: "OK", user: wholeUser(accounts, user, version) };
}

/** Extra: `GET /users/by-accountinfo`. */
export function findUsersByInfo({ query, accounts, tenantId, version }: CallContext): Answer {
  const union = readQueryText(query, "doUnionOfAccountInfo");
  if (union !== "true" && union !== "false") {
    throw badRequest("'doUnionOfAccountInfo' should be either 'true' or 'false'");
  }
  const email = query.get("email");
  const phoneNumber = query.get("phoneNumber");
  const id = query.get("thirdPartyId");
  const userId = query.get("thirdPartyUserId");
  if ((id === null) !== (userId === null)) {
    throw badRequest(
      "If 'thirdPartyId' is provided, 'thirdPartyUserId' must also be provided, and vice versa",
    );
  }
  const infos = [
    ...(email === null ? [] : [{ email: normaliseEmail(email) }]),
    ...(phoneNumber === null ? [] : [{ phoneNumber: normalisePhoneNumber(phoneNumber) }]),
    ...(id === null || userId === null ? [] : [{ thirdParty: { id, userId } }]),
  ];
  const found = infos.map(
    (info) =>
      new Set(
        [...accounts.withInfo(info)].filter((method) => method.tenantId === tenantId).map(({ user }) => user),
      ),
  );
  const all = new Set(found.flatMap((users) => [...users]));
  const chosen =
    union === "true" ? [...all] : [...all].filter((user) => found.every((users) => users.has(user)));
  return { status: "OK", users: chosen.map((user) => wholeUser(accounts, user, version)) };
}

/** Extra: `GET /recipe/totp/device/list?userId=`; never a secret. */
export function listTotpDevices({ query, totp }: CallContext): Answer {
  const userId = readQueryText(query, "userId");
  if (userId === "") throw badRequest("userId cannot be empty");
  const devices = totp
    .of(userId)
    .map(({ deviceName, period, skew }) => ({ name: deviceName, period, skew, verified: true }));
  return { status: "OK", devices };
}
