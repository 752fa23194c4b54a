import Credentials from "@auth/core/providers/credentials";
import { argon2id, createPasswordHasher } from "credport/login";

const hasher = createPasswordHasher({ write: argon2id(), read: { source: "wordpress" } });

/** The error itself may have the values in it. */
const noted = ({ code, name }) => console.error(`a new hash is not stored: ${code ?? name}`);

/**
 * A provider for Auth.js: `providers: [passwordProvider(users)]`.
 *
 * @param users `find(email)` gives `{ id, email, passwordHash }` or null; `replaceHash(id, from, to)` writes `to` where the
 * hash is still `from`.
 */
export function passwordProvider(users) {
  return Credentials({
    credentials: { email: {}, password: { type: "password" } },
    authorize: async ({ email, password }) => {
      if (typeof email !== "string" || typeof password !== "string") return null;
      const user = await users.find(email);
      const checked = await hasher.verify(password, user?.passwordHash);
      if (!checked.ok) console.error(`user ${user?.id}: ${checked.problems[0].code}`);
      if (!checked.ok || !checked.value.matches) return null;
      const { newHash } = checked.value;
      // The user is let in whether or not it is stored.
      if (newHash !== undefined) await users.replaceHash(user.id, user.passwordHash, newHash).catch(noted);
      return { id: user.id, email: user.email };
    },
  });
}
