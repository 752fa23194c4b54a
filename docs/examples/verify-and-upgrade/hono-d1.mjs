import { createPasswordHasher, scrypt } from "credport/login";
import { Hono } from "hono";

/** A Worker has 128 MiB: of OWASP's rows for scrypt this one takes 32 MiB. */
const hasher = createPasswordHasher({ write: scrypt({ n: 32_768, p: 3 }), read: { source: "wordpress" } });
const UPGRADE = "UPDATE users SET password_hash = ? WHERE id = ? AND password_hash = ?";
const app = new Hono();

app.post("/login", async (c) => {
  const { email, password } = (await c.req.json().catch(() => null)) ?? {};
  if (typeof email !== "string" || typeof password !== "string") return c.body(null, 400);
  const select = c.env.DB.prepare("SELECT id, password_hash FROM users WHERE email = lower(?)");
  const user = await select.bind(email).first();
  const checked = await hasher.verify(password, user?.password_hash, { signal: c.req.raw.signal });
  if (!checked.ok) {
    const { code } = checked.problems[0];
    console.error(`user ${user?.id}: ${code}`);
    return c.body(null, code === "verify/queue-full" ? 503 : 401);
  }
  const { matches, newHash } = checked.value;
  if (!matches) return c.body(null, 401);
  if (newHash !== undefined) await c.env.DB.prepare(UPGRADE).bind(newHash, user.id, user.password_hash).run();
  return c.json({ userId: user.id });
});

export default app;
