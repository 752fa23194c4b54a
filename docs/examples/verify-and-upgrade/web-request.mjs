import { argon2id, createPasswordHasher } from "credport/login";

const hasher = createPasswordHasher({ write: argon2id(), read: { source: "wordpress" } });
const BUSY = ["verify/queue-full", "verify/engine-failed", "verify/aborted"];

/** The error itself may have the values in it. */
const noted = ({ code, name }) => console.error(`a new hash is not stored: ${code ?? name}`);

/**
 * A login for servers of Web requests. As a route of Next: `export const POST = createLogIn(users)`.
 *
 * @param users `find(email)` gives `{ id, passwordHash }` or null; `replaceHash(id, from, to)` writes `to` where the hash
 * is still `from`.
 */
export function createLogIn(users) {
  return async (request) => {
    const { email, password } = (await request.json().catch(() => null)) ?? {};
    if (typeof email !== "string" || typeof password !== "string") return new Response(null, { status: 400 });
    const user = await users.find(email);
    const checked = await hasher.verify(password, user?.passwordHash, { signal: request.signal });
    if (!checked.ok) {
      const { code } = checked.problems[0];
      console.error(`user ${user?.id}: ${code}`);
      return new Response(null, { status: BUSY.includes(code) ? 503 : 401 });
    }
    const { matches, newHash } = checked.value;
    if (!matches) return new Response(null, { status: 401 });
    // The user is let in whether or not it is stored.
    if (newHash !== undefined) await users.replaceHash(user.id, user.passwordHash, newHash).catch(noted);
    return Response.json({ userId: user.id });
  };
}
