import type { BulkUser } from "../../client/index.js";
import type {
  BulkCodeLogin,
  BulkLogin,
  BulkLoginFrame,
  BulkPasswordLogin,
  BulkSocialLogin,
} from "../../client/internal.js";
import { chooseCodeContact, deviceNames } from "../../client/internal.js";
import { carryProof } from "../../hash/internal.js";
import type { ServiceProfile } from "../../service/profile.js";
import type { NormalizedUser, ReadUser } from "../../source/index.js";
import { ONE_TIME_CODE, PASSWORD } from "../plan.js";

/** Where the users go, and what is left out. */
export interface BulkTarget {
  readonly service: ServiceProfile;
  readonly tenantId: string;
  /** Leave out the users' roles: they need not exist on the service then. */
  readonly withoutRoles?: boolean | undefined;
  /** Leave out the fields of their profiles. */
  readonly withoutMetadata?: boolean | undefined;
}

/**
 * A user as the bulk import takes them: the logins in the order of `planImport`, of which the first is the primary
 * one, each with its own mark of verification; and what only the bulk import takes: the time at which they
 * joined, their roles, the fields of their profile.
 *
 * @param read What `readExport` gives of a user.
 * @param target The service, and the tenant of their logins.
 * @returns The user, who holds hash and secrets. `loginMethods` is empty where there is nothing to log in with.
 */
export function bulkUserOf(read: ReadUser, target: BulkTarget): BulkUser {
  const { user, timeJoined, roles = [], metadata } = read;
  const { tenantId, service } = target;
  const tenantIds = [tenantId];
  const logins = loginsOf(user, service).map(({ isVerified, ...login }, at, { length }) => {
    const frame: BulkLoginFrame = {
      tenantIds,
      isVerified,
      isPrimary: at === 0 && length > 1,
      ...(timeJoined === undefined ? {} : { timeJoinedInMSSinceEpoch: timeJoined }),
    };
    return carryProof(user, { ...login, ...frame } as BulkLogin);
  });
  const hasRoles = roles.length > 0 && target.withoutRoles !== true;
  return {
    externalUserId: user.externalUserId,
    ...(metadata === undefined || target.withoutMetadata === true ? {} : { userMetadata: metadata }),
    ...(hasRoles ? { userRoles: roles.map((role) => ({ role, tenantIds })) } : {}),
    ...devicesOf(user),
    loginMethods: logins,
  };
}

type OwnLogin = Pick<BulkLoginFrame, "isVerified"> & (BulkPasswordLogin | BulkSocialLogin | BulkCodeLogin);

function loginsOf(user: NormalizedUser, service: ServiceProfile): readonly OwnLogin[] {
  return [
    ...passwordOf(user, service),
    ...user.thirdParty.map((login) => ({ recipeId: "thirdparty", ...login }) as const),
    ...codeOf(user),
  ];
}

function passwordOf(
  { email = "", passwordHash, emailVerified }: NormalizedUser,
  { providerScryptAlgorithm }: ServiceProfile,
): readonly OwnLogin[] {
  if (passwordHash === undefined) return [];
  const own = { recipeId: "emailpassword", email, passwordHash, isVerified: emailVerified } as const;
  if (passwordHash.startsWith("$f_scrypt$")) return [{ ...own, hashingAlgorithm: providerScryptAlgorithm }];
  return [{ ...own, hashingAlgorithm: passwordHash.startsWith("$argon2") ? "argon2" : "bcrypt" }];
}

/** As the import calls do it: a phone number gets the address as well, an address alone where there is no other login. */
function codeOf(user: NormalizedUser): readonly OwnLogin[] {
  const { email, phoneNumber, passwordHash, thirdParty, emailVerified } = user;
  const isOnlyByEmail = passwordHash === undefined && thirdParty.length === 0 && email !== undefined;
  if (phoneNumber === undefined && !isOnlyByEmail) return [];
  const { contact, missing } = chooseCodeContact(user);
  return [{ recipeId: "passwordless", ...contact, ...missing, isVerified: emailVerified } as OwnLogin];
}

function devicesOf({ totp }: NormalizedUser): Pick<BulkUser, "totpDevices"> {
  if (totp.length === 0) return {};
  const names = deviceNames(totp.map(({ deviceName }) => deviceName));
  return {
    totpDevices: totp.map(({ secretKey, period, skew }, at) => {
      return { secretKey, period, skew, deviceName: names[at] as string };
    }),
  };
}

/** Names of the logins in the journal: those of the plan's steps. */
export function stepsOf({ loginMethods }: BulkUser): readonly string[] {
  let social = 0;
  return loginMethods.map(({ recipeId }) => {
    if (recipeId === "emailpassword") return PASSWORD;
    return recipeId === "passwordless" ? ONE_TIME_CODE : `social-login-${++social}`;
  });
}
