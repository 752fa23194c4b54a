import type { LegacyUser, LoginStore } from "../login/index.js";
import { ofOneAddress } from "../login/internal.js";
import type { Shape } from "./shapes/shape.js";

type Finders<User extends LegacyUser> = Pick<LoginStore<User>, "findLegacyUser" | "usersSharing">;

/** How a service's users are found: by a look-up without a password, and among whom a password may be right. */
export function findersFor<User extends LegacyUser>(options: Finders<User>, { ofSeveral }: Pick<Shape, "ofSeveral">) {
  const findLegacyUser: Finders<User>["findLegacyUser"] = (identifier) => options.findLegacyUser(identifier);
  const usersSharing = async (identifier: string) => (await options.usersSharing?.(identifier)) ?? [];
  /** The account is made before a password is asked for. Both are asked in each case: the time must not tell. */
  const first: typeof findLegacyUser = async (identifier) => {
    const [user, sharing] = [await findLegacyUser(identifier), await usersSharing(identifier)];
    const own = ofOneAddress(sharing, identifier);
    return user ?? own.find(({ disabled, migrated }) => disabled !== true && migrated !== true) ?? own[0];
  };
  return {
    /** All who have an identifier. */
    all: { findLegacyUser, usersSharing },
    lookedUp: ofSeveral === undefined ? findLegacyUser : first,
    findLegacyUser: ofSeveral === "first" ? first : findLegacyUser,
    usersSharing: ofSeveral === "match" ? usersSharing : async () => [],
  };
}
