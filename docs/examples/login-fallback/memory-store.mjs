import { identifierKey } from "credport/login";

/**
 * The old system's users in memory, by all that they log in with. Records stay when users are migrated, so that a
 * user name still leads to an address.
 *
 * @param {(import("credport/login").LegacyUser & { id: string, identifiers: string[], email?: string })[]} users
 */
export function createMemoryStore(users) {
  const byIdentifier = new Map(
    users.flatMap((user) => user.identifiers.map((identifier) => [identifierKey(identifier), user])),
  );
  const broughtOver = new Set();
  const begun = new Set();
  return {
    findLegacyUser: async (identifier) => {
      const user = byIdentifier.get(identifierKey(identifier));
      return user === undefined ? null : { ...user, migrated: broughtOver.has(user.id) };
    },
    /** What to ask the new service with: it knows addresses and no user names. */
    addressesOf: async (identifier) => {
      const key = identifierKey(identifier);
      const { email = identifier } = byIdentifier.get(key) ?? {};
      if (identifierKey(email) === key) return [identifier];
      // An address may be a newer account's own.
      return identifier.includes("@") ? [identifier, email] : [email];
    },
    forgetUser: async ({ id }) => void broughtOver.add(id),
    // In a server of your own both sets are a table: they have to outlast the process.
    hasBegun: async ({ id }) => begun.has(id),
    noteBegun: async ({ id }) => void begun.add(id),
  };
}
