import type { AccountInfo, AccountStore, LoginMethod, User } from "./account-store.js";

/**
 * The first other primary user in these tenants who shares account information with this login method: why two users
 * can't be, or be in, one primary user (`AuthRecipe.java`).
 */
export function findConflict(
  accounts: AccountStore,
  method: LoginMethod,
  tenantIds: ReadonlySet<string>,
  own: User,
): { readonly primaryUserId: string; readonly description: string } | undefined {
  const { email, phoneNumber, thirdParty } = method;
  for (const { info, name } of [
    { info: { email }, name: "email" },
    { info: { phoneNumber }, name: "phone number" },
    { info: { thirdParty }, name: "third party login" },
  ]) {
    for (const other of accounts.withInfo(info)) {
      if (other.user === own || !other.user.isPrimary || !other.tenantIds.some((id) => tenantIds.has(id))) continue;
      return {
        primaryUserId: accounts.shownId(other.user.id),
        description: `This user's ${name} is already associated with another user ID`,
      };
    }
  }
  return undefined;
}

export const tenantsOf = (...users: readonly User[]): ReadonlySet<string> =>
  new Set(users.flatMap(({ methods }) => methods.flatMap((method) => method.tenantIds)));

/** Asked of primary users only: two of them cannot share an address in one tenant. */
export function belongsToAnotherPrimary(accounts: AccountStore, { user }: LoginMethod, info: AccountInfo): boolean {
  if (!user.isPrimary) return false;
  const tenants = tenantsOf(user);
  return [...accounts.withInfo(info)].some(
    (other) => other.user.isPrimary && other.user !== user && other.tenantIds.some((id) => tenants.has(id)),
  );
}
