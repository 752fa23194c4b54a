import { argon2id, createPasswordHasher } from "credport/login";
import express from "express";

/** `read` names the system that wrote the old hashes, and its pepper or signer key. */
const hasher = createPasswordHasher({ write: argon2id(), read: { source: "wordpress" } });
const BUSY = ["verify/queue-full", "verify/engine-failed", "verify/aborted"];
const UPGRADE = "UPDATE users SET password_hash = $1 WHERE id = $2 AND password_hash = $3";

/** The error itself may have the values in it. */
const noted = ({ code, name }) => console.error(`a new hash is not stored: ${code ?? name}`);

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
      return response.sendStatus(BUSY.includes(code) ? 503 : 401);
    }
    const { matches, newHash } = checked.value;
    if (!matches) return response.sendStatus(401);
    // The user is let in whether or not it is stored.
    if (newHash !== undefined) await pool.query(UPGRADE, [newHash, user.id, user.password_hash]).catch(noted);
    return response.json({ userId: user.id });
  });
  return app;
}
