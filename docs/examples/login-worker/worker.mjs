import bcrypt from "bcryptjs";
import { createAdministrationClient, createImportClient } from "credport/client";
import { createLoginFallback, LOGIN_ANSWERS } from "credport/login";
import { bringOver } from "./bring-over.mjs";

const MOST_BYTES = 10_240;
const REFUSED = LOGIN_ANSWERS["wrong-password"];

/**
 * A Worker in the middle of a migration: `POST /login`. Bindings: `USERS`, a KV namespace with the users of the file
 * that `credport check --fallback` has written, a key for each identifier; `SERVICE_URL` and `SERVICE_KEY`.
 */
export default {
  async fetch(request, env) {
    if (request.method !== "POST" || new URL(request.url).pathname !== "/login") {
      return json({ error: "not found" }, 404);
    }
    const { email, password } = (await credentialsIn(request)) ?? {};
    if (typeof email !== "string" || typeof password !== "string") {
      return json({ error: "email and password are needed" }, 400);
    }
    const service = serviceOf(env);
    if (await service.signIn(email, password)) return json({ loggedIn: true });
    const outcome = await fallbackOf(env, service).attempt(email, password, { signal: request.signal });
    const { status, next, text } = LOGIN_ANSWERS[outcome.kind];
    const isIn = next === "let-in" || (next === "ask-new-service" && (await service.signIn(email, password)));
    if (isIn) return json({ loggedIn: true });
    return json({ error: text ?? REFUSED.text, reset: next === "reset" }, status ?? REFUSED.status);
  },
};

/** An isolate answers many requests: its fallback counts the logins of all of them. */
const fallbacks = new WeakMap();

function fallbackOf(env, service) {
  const known = fallbacks.get(env.USERS);
  if (known !== undefined) return known;
  const fallback = createLoginFallback({
    findLegacyUser: async (identifier) => {
      const user = await env.USERS.get(keyOf(identifier), "json");
      return user === null ? null : { ...user, id: user.externalUserId };
    },
    importUser: service.importUser,
    signUp: service.signUp,
    forgetUser: (user) => forget(env, user),
    // Like the hashes that most users have: PBKDF2 costs other work than the usual bcrypt.
    ...(env.COMMON_HASH === undefined ? {} : { commonHash: env.COMMON_HASH }),
  });
  fallbacks.set(env.USERS, fallback);
  return fallback;
}

/** KV tells other places after up to a minute: `importUser` and `signUp` are safe to be called again until then. */
async function forget(env, user) {
  await Promise.all(user.identifiers.map((one) => env.USERS.delete(keyOf(one))));
  await env.USERS.delete(begunKey(user.id));
}

/** No identifier has a space before it: that of a user is trimmed. */
function begunKey(id) {
  return ` begun ${id}`;
}

function keyOf(identifier) {
  const text = identifier.trim().normalize("NFC");
  return text.includes("@") ? text.toLowerCase() : text;
}

function serviceOf({ USERS, SERVICE_URL, SERVICE_KEY }) {
  const connection = { baseUrl: SERVICE_URL, apiKey: SERVICE_KEY, service: "supertokens", fetch };
  const administration = createAdministrationClient(connection);
  const begun = {
    has: async (id) => (await USERS.get(begunKey(id), "json")) !== null,
    add: (id) => USERS.put(begunKey(id), "true"),
  };
  const service = { client: createImportClient(connection), administration, begun };
  return {
    signIn: async (email, password) => {
      const reply = await administration.signIn(email, password);
      if (!reply.ok) throw new Error(reply.problems[0].code);
      return reply.value.isSignedIn;
    },
    importUser: (user, hash) => bringOver(service, user, hash),
    signUp: async (user, password) =>
      bringOver(service, user, { passwordHash: await bcrypt.hash(password, 10) }),
  };
}

async function credentialsIn(request) {
  const reader = request.body?.getReader();
  let text = "";
  let bytes = 0;
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) break;
    bytes += value.length;
    if (bytes > MOST_BYTES) return undefined;
    text += decoder.decode(value, { stream: true });
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function json(body, status = 200) {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return new Response(JSON.stringify(body), { status, headers });
}
