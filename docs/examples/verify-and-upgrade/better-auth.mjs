import { betterAuth } from "better-auth";
import { argon2id, createPasswordHasher } from "credport/login";

/**
 * `better-auth` is Better Auth's own scrypt. For imported users name the system that they come from. Better Auth takes the
 * NFKC of a password: with that first, each device of a user gets in, whichever form it sends.
 */
const read = { source: "better-auth", normalForms: ["NFKC", "as-typed"] };
const hasher = createPasswordHasher({ write: argon2id(), read });

/** The error itself may have the values in it. */
const noted = ({ code, name }) => console.error(`a new hash is not stored: ${code ?? name}`);

async function hash(password) {
  const hashed = await hasher.hash(password);
  if (!hashed.ok) throw new Error(hashed.problems[0].code);
  return hashed.value;
}

/** @param database As `betterAuth` takes it. */
export function createAuth(database) {
  const verify = async ({ password, hash: stored }) => {
    const checked = await hasher.verify(password, stored);
    if (!checked.ok) console.error(checked.problems[0].code);
    if (!checked.ok || !checked.value.matches) return false;
    // The user is let in whether or not it is stored.
    if (checked.value.newHash !== undefined) await replaceHash(stored, checked.value.newHash).catch(noted);
    return true;
  };
  /** Better Auth does not say which user it is. Each hash has its own salt, so it finds its account. */
  const replaceHash = async (from, to) => {
    const { adapter } = await auth.$context;
    const where = [{ field: "password", value: from }];
    await adapter.updateMany({ model: "account", where, update: { password: to } });
  };
  const auth = betterAuth({ database, emailAndPassword: { enabled: true, password: { hash, verify } } });
  return auth;
}
