import { argon2id, createPasswordHasher } from "credport/login";
import express from "express";

/** `read` names the system that wrote the old hashes, and its pepper or signer key. */
const hasher = createPasswordHasher({ write: argon2id(), read: { source: "wordpress" } });
const UPGRADE = "UPDATE users SET password_hash = $1 WHERE id = $2 AND password_hash = $3";

/** @param {import("pg").Pool} pool */
export function createApp(pool) {
  const app = express().use(express.json({ limit: "10kb" }));
  app.post("/login", async ({ body }, response) => {
    const { email, password } = body ?? {};
    if (typeof email !== "string" || typeof password !== "string") return response.sendStatus(400);
    const { rows } = await pool.query("SELECT id, password_hash FROM users WHERE email = lower($1)", [email]);
    const [user] = rows;
    const checked = await hasher.verify(password, user?.password_hash);
    if (!checked.ok) {
      const { code } = checked.problems[0];
      console.error(`user ${user?.id}: ${code}`);
      return response.sendStatus(code === "verify/queue-full" ? 503 : 401);
    }
    const { matches, newHash } = checked.value;
    if (!matches) return response.sendStatus(401);
    if (newHash !== undefined) await pool.query(UPGRADE, [newHash, user.id, user.password_hash]);
    return response.json({ userId: user.id });
  });
  return app;
}
