import type { AdministrationClient, BulkUser, CallOptions, FoundDevice, FoundUser } from "../../client/index.js";
import type { BulkLogin } from "../../client/internal.js";
import { counted } from "../../lib/plural.js";
import { problem } from "../../problems/import.js";
import { type Problem, type Result, success } from "../../result.js";
import { isSameAddress } from "../find-existing.js";
import type { BulkRecord } from "./bulk-record.js";
import { askedId, isMade, isSameLogin } from "./own-user.js";

/** What a service shows of a user who was sent in bulk. */
export interface ReadBack {
  /** Undefined where the service has no such user. */
  readonly found: FoundUser | undefined;
  /** The account with the user's ID is not what this import has made. */
  readonly isOthers: boolean;
  /** In what they differ from what was sent. */
  readonly differences: readonly Problem[];
}

const NOT_ASKED = success(undefined);

/**
 * Reads a user back and compares: external ID, logins with their marks of verification and the time at which they
 * joined, roles and devices, as far as the profile has calls for them.
 *
 * @param isCompared False: it is only asked whether the user is there.
 */
export async function readBack(
  one: BulkRecord,
  isCompared: boolean,
  administration: AdministrationClient,
  options: CallOptions,
): Promise<Result<ReadBack>> {
  const { user } = one;
  const { externalUserId } = user;
  const found = await administration.findUser(askedId(one), options);
  if (!found.ok) return found;
  const isOthers = found.value !== undefined && !isMade(found.value, one);
  if (found.value === undefined || isOthers || !isCompared) {
    return success({ found: found.value, isOthers, differences: [] });
  }
  const has = (list: readonly unknown[] = [], call: "listUserRoles" | "listDevices") =>
    list.length > 0 && administration.has(call);
  const roles = has(user.userRoles, "listUserRoles")
    ? await administration.listUserRoles(externalUserId, options)
    : NOT_ASKED;
  if (!roles.ok) return roles;
  const devices = has(user.totpDevices, "listDevices")
    ? await administration.listDevices(externalUserId, options)
    : NOT_ASKED;
  if (!devices.ok) return devices;
  const differences = [
    ...compareId(user, found.value),
    ...compareLogins(user, found.value),
    ...compareRoles(user, roles.value),
    ...compareDevices(user, devices.value),
  ];
  return success({ found: found.value, isOthers, differences });
}

/** IDs of the logins that were sent, in their order; undefined where the service does not show one. */
export function loginIdsIn({ logins }: FoundUser, { loginMethods }: BulkUser): readonly (string | undefined)[] {
  return loginMethods.map((sent) => logins.find((shown) => isSameLogin(shown, sent))?.loginId);
}

function compareId({ externalUserId }: BulkUser, { userId }: FoundUser): readonly Problem[] {
  if (userId === externalUserId) return [];
  return [differs("externalUserId", "the service calls the user by another ID than the external one")];
}

function compareLogins({ loginMethods }: BulkUser, { logins }: FoundUser): readonly Problem[] {
  // A service that lists no logins can't be compared.
  if (logins.length === 0) return [];
  if (logins.length !== loginMethods.length) {
    const message = `the service shows ${counted(logins.length, "login")} of the ${loginMethods.length} that were sent`;
    return [differs("loginMethods", message)];
  }
  return loginMethods.flatMap((login, at) => {
    const shown = logins.find((one) => isSameLogin(one, login) && isSameAddress(one.email, login.email));
    if (shown === undefined) return [differs(`loginMethods[${at}]`, "the service does not show this login")];
    return compareLogin(login, shown, at);
  });
}

function compareLogin(login: BulkLogin, shown: FoundUser["logins"][number], at: number): readonly Problem[] {
  const { isVerified, timeJoinedInMSSinceEpoch: joined, email } = login;
  const field = `loginMethods[${at}]`;
  // Marks of verification are about addresses.
  const isMarked = email !== undefined && shown.isVerified !== undefined && shown.isVerified !== isVerified;
  const isEarlier = joined !== undefined && shown.timeJoined !== undefined && shown.timeJoined !== joined;
  return [
    ...(isMarked ? [markDiffers(isVerified, `${field}.isVerified`)] : []),
    ...(isEarlier ? [differs(`${field}.timeJoinedInMSSinceEpoch`, "the service shows another time of joining")] : []),
  ];
}

function markDiffers(wasVerified: boolean, field: string): Problem {
  return wasVerified
    ? differs(field, "the address is verified in the export, and not on the service")
    : problem(
        "import/bulk-verifies-all",
        "the address is not verified in the export, and counts as verified on the service",
        { field },
      );
}

function compareRoles({ userRoles = [] }: BulkUser, shown: readonly string[] | undefined): readonly Problem[] {
  const missing = userRoles.filter(({ role }) => shown?.includes(role) === false).length;
  if (missing === 0) return [];
  return [differs("userRoles", `the service does not show ${missing} of ${counted(userRoles.length, "role")}`)];
}

function compareDevices({ totpDevices = [] }: BulkUser, shown: readonly FoundDevice[] | undefined): readonly Problem[] {
  const missing = totpDevices.filter(
    ({ deviceName, period, skew }) =>
      shown?.some((one) => one.name === deviceName && one.period === period && one.skew === skew) === false,
  ).length;
  if (missing === 0) return [];
  const message = `the service does not show ${missing} of ${counted(totpDevices.length, "TOTP device")} as sent`;
  return [differs("totpDevices", message)];
}

function differs(field: string, message: string): Problem {
  return problem("import/bulk-differs", message, { field });
}
