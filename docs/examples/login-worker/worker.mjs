import bcrypt from "bcryptjs";
import { createAdministrationClient, createImportClient } from "credport/client";
import { createLoginFallback, identifierKey, LOGIN_ANSWERS } from "credport/login";
import { migrateUser } from "./migrate-user.mjs";

const MOST_BYTES = 10_240;
const REFUSED = LOGIN_ANSWERS["wrong-password"];
const BUSY = LOGIN_ANSWERS.busy;

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
    try {
      return await logIn(env, email, password, request.signal);
    } catch {
      // The service or the namespace is down: nothing is known of the password.
      return json({ error: BUSY.text }, BUSY.status);
    }
  },
};

async function logIn(env, email, password, signal) {
  const service = serviceOf(env);
  const isSignedIn = async () => {
    for (const address of await addressesOf(env, email)) {
      if (await service.signIn(address, password)) return true;
    }
    return false;
  };
  if (await isSignedIn()) return json({ loggedIn: true });
  const outcome = await fallbackOf(env, service).attempt(email, password, { signal });
  const { status, next, text } = LOGIN_ANSWERS[outcome.kind];
  if (next === "let-in" || (next === "ask-new-service" && (await isSignedIn())))
    return json({ loggedIn: true });
  return json({ error: text ?? REFUSED.text, reset: next === "reset" }, status ?? REFUSED.status);
}

/** An isolate answers many requests: its fallback counts the logins of all of them. */
const fallbacks = new WeakMap();

function fallbackOf(env, service) {
  const known = fallbacks.get(env.USERS);
  if (known !== undefined) return known;
  const fallback = createLoginFallback({
    findLegacyUser: async (identifier) => {
      const user = await env.USERS.get(identifierKey(identifier), "json");
      if (user === null) return null;
      // Who has no hash can't log in, and nobody else may sign up with their identifiers.
      return { ...user, id: user.externalUserId, passwordHash: user.passwordHash ?? null };
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
async function forget({ USERS }, { id, email, identifiers }) {
  const keys = identifiers.map(identifierKey);
  const others = email === undefined ? [] : keys.filter((key) => key !== identifierKey(email));
  await Promise.all(others.map((key) => USERS.put(addressKey(key), JSON.stringify(email))));
  await Promise.all(keys.map((key) => USERS.delete(key)));
  await USERS.delete(begunKey(id));
}

/** What to ask the new service with, whether the user is brought over or not: it knows addresses and no user names. */
async function addressesOf({ USERS }, identifier) {
  const key = identifierKey(identifier);
  const [user, noted] = await Promise.all([USERS.get(key, "json"), USERS.get(addressKey(key), "json")]);
  const email = user?.email ?? noted ?? identifier;
  if (identifierKey(email) === key) return [identifier];
  // An address may be a newer account's own.
  return identifier.includes("@") ? [identifier, email] : [email];
}

/** No identifier has a space before it: that of a user is trimmed. */
function begunKey(id) {
  return ` begun ${id}`;
}

function addressKey(key) {
  return ` address ${key}`;
}

function serviceOf({ USERS, SERVICE_URL, SERVICE_KEY }) {
  // The person at the login form waits: the next login tries again.
  const retry = { attempts: 2 };
  const connection = { baseUrl: SERVICE_URL, apiKey: SERVICE_KEY, service: "supertokens", retry, fetch };
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
    importUser: (user, hash) => migrateUser(service, user, hash),
    signUp: async (user, password) => {
      // bcrypt reads 72 bytes: what only begins like a longer password would let in, too.
      if (bcrypt.truncates(password)) return { refused: "policy" };
      return migrateUser(service, user, { passwordHash: await bcrypt.hash(password, 10) });
    },
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
