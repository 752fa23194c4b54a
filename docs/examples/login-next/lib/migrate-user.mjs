/**
 * Brings a user of the old system over with all that belongs to the account: second factors, social logins, phone
 * number. The password comes last. Until then the account has one that nobody knows, so that wherever this stops nobody
 * gets in without the second factor that they had; the next login starts from the beginning and finds what is there.
 *
 * An account that is there before is somebody's who signed up since, and keeps its password: `refused: "conflict"`. So
 * that an account which is half made is not taken for one, `begun` notes the IDs of those who were begun with. It has to
 * outlast the process, and the login servers share it.
 *
 * @param {{
 *   client: ReturnType<typeof import("credport/client").createImportClient>,
 *   administration: ReturnType<typeof import("credport/client").createAdministrationClient>,
 *   begun: { has(id: string): boolean | Promise<boolean>, add(id: string): unknown },
 * }} service
 * @param {import("credport/login").StoredUser} user
 * @param {{ passwordHash: string, hashingAlgorithm?: string }} hash The old one where the service verifies it, else one
 * of the password that was just typed.
 */
export async function migrateUser(service, user, hash) {
  const { email } = user;
  // An account with a password has an address here: whoever has none is asked for one, as after a forgotten password.
  if (email === undefined) return { refused: "policy" };
  const { administration, begun } = service;
  if (!(await begun.has(user.id))) {
    const found = await administration.findUsers({ email });
    if (!found.ok) return found;
    if (found.value.some(hasPassword)) return { refused: "conflict" };
    await begun.add(user.id);
  }
  return makeAccount(service.client, user, hash);
}

async function makeAccount(client, user, { passwordHash, hashingAlgorithm }) {
  const { email, phoneNumber, thirdParty = [], totp = [] } = user;
  const hasMore = phoneNumber !== undefined || thirdParty.length + totp.length > 0;
  if (hasMore) {
    const firstFactor = { kind: "password-hash", email, passwordHash: nobodysHash() };
    const account = await client.migrateTotp({ firstFactor, devices: totp });
    if (!account.ok) return account;
    const { userId } = account.value;
    for (const login of thirdParty) {
      const linked = await linkSocialLogin(client, userId, login);
      if (!linked.ok) return linked;
    }
    if (phoneNumber !== undefined) {
      const existing = { kind: "existing", userId };
      const linked = await client.migratePasswordless({ firstFactor: existing, phoneNumber });
      if (!linked.ok) return linked;
    }
  }
  const request = { email, passwordHash, ...(hashingAlgorithm === undefined ? {} : { hashingAlgorithm }) };
  return client.importPasswordHash(request);
}

/** What a service does not say of a login may be a password. */
function hasPassword({ logins }) {
  return logins.length === 0 || logins.some(({ recipeId = "emailpassword" }) => recipeId === "emailpassword");
}

async function linkSocialLogin(client, primaryUserId, { thirdPartyId, thirdPartyUserId, email, isVerified }) {
  const address = { id: email, isVerified };
  const login = await client.importThirdPartyUser({ thirdPartyId, thirdPartyUserId, email: address });
  if (!login.ok) return login;
  const primary = await client.makePrimaryUser({ recipeUserId: primaryUserId });
  if (!primary.ok) return primary;
  return client.linkAccounts({ primaryUserId, recipeUserId: login.value.userId });
}

const ALPHABET = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A hash that no password has: it was drawn, not computed. The last character of salt and digest has fewer bits. */
function nobodysHash() {
  const drawn = crypto.getRandomValues(new Uint8Array(51));
  const text = Array.from(drawn, (byte) => ALPHABET[byte & 63]).join("");
  return `$2b$10$${text.slice(0, 21)}.${text.slice(21)}.`;
}
