import { createPasswordHasher, scrypt } from "credport/login";
import { Hono } from "hono";

/** A Worker has 128 MiB: of OWASP's rows for scrypt this one takes 32 MiB. */
const hasher = createPasswordHasher({ write: scrypt({ n: 32_768, p: 3 }), read: { source: "wordpress" } });
const BUSY = ["verify/queue-full", "verify/engine-failed", "verify/aborted"];
const UPGRADE = "UPDATE users SET password_hash = ? WHERE id = ? AND password_hash = ?";
const app = new Hono();

/** The error itself may have the values in it. */
const noted = ({ code, name }) => console.error(`a new hash is not stored: ${code ?? name}`);

app.post("/login", async (c) => {
  const { email, password } = (await c.req.json().catch(() => null)) ?? {};
  if (typeof email !== "string" || typeof password !== "string") return c.body(null, 400);
  const select = c.env.DB.prepare("SELECT id, password_hash FROM users WHERE email = lower(?)");
  const user = await select.bind(email).first();
  const checked = await hasher.verify(password, user?.password_hash, { signal: c.req.raw.signal });
  if (!checked.ok) {
    const { code } = checked.problems[0];
    console.error(`user ${user?.id}: ${code}`);
    return c.body(null, BUSY.includes(code) ? 503 : 401);
  }
  const { matches, newHash } = checked.value;
  if (!matches) return c.body(null, 401);
  // The user is let in whether or not it is stored.
  const upgrade = c.env.DB.prepare(UPGRADE).bind(newHash, user.id, user.password_hash);
  if (newHash !== undefined) await upgrade.run().catch(noted);
  return c.json({ userId: user.id });
});

export default app;
