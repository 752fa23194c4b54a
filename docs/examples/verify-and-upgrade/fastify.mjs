import { argon2id, createPasswordHasher } from "credport/login";
import fastify from "fastify";

const hasher = createPasswordHasher({ write: argon2id(), read: { source: "wordpress" } });
const BUSY = ["verify/queue-full", "verify/engine-failed", "verify/aborted"];
const text = { type: "string", maxLength: 1024 };
const body = { type: "object", required: ["email", "password"], properties: { email: text, password: text } };

/** The error itself may have the values in it. */
const notStored = ({ code, name }) => ({ notStored: code ?? name });

/**
 * @param users `find(email)` gives `{ id, passwordHash }` or null; `replaceHash(id, from, to)` writes `to` where the hash
 * is still `from`.
 */
export function createServer(users) {
  const server = fastify({ bodyLimit: 10_240, ajv: { customOptions: { coerceTypes: false } } });
  server.post("/login", { schema: { body } }, async (request, reply) => {
    const user = await users.find(request.body.email);
    const checked = await hasher.verify(request.body.password, user?.passwordHash);
    if (!checked.ok) {
      const { code } = checked.problems[0];
      request.log.error({ userId: user?.id, code });
      return reply.code(BUSY.includes(code) ? 503 : 401).send();
    }
    const { matches, newHash } = checked.value;
    if (!matches) return reply.code(401).send();
    const upgrade = () => users.replaceHash(user.id, user.passwordHash, newHash);
    // The user is let in whether or not it is stored.
    if (newHash !== undefined) await upgrade().catch((error) => request.log.error(notStored(error)));
    return { userId: user.id };
  });
  return server;
}
