/**
 * Sends logins over ten systems through the fallback, with its store in a file, in PostgreSQL and in Redis, and holds
 * every outcome to what it has to be:
 * `node bench/fallback-run/run.mjs [logins] [file,postgresql,redis] [--json]`
 * How far it is goes to standard error, and each store's result to standard output when it has ended.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createLoginFallback, fallbackStatus, openFallbackStore } from "credport/login";
import { openPostgresStore } from "credport/login/postgres";
import { openRedisStore } from "credport/login/redis";
import { startPostgresql, startRedis } from "./servers.mjs";
import { makeUsers, randomOf, SYSTEMS } from "./users.mjs";

const TRIMMING = ["wordpress", "drupal"];
const flags = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const [given = "100000", forms = "file,postgresql,redis"] = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith("--"));
const LOGINS = Number(given);
/** As many as are waiting at a login server in a busy second. */
const AT_ONCE = 16;

/** What the lines are loaded as, where a store is for several old systems. */
const SYSTEM = "old";

const STORES = { file: fileStore, postgresql: postgresqlStore, redis: redisStore };

async function fileStore({ users, peppers }) {
  const folder = await mkdtemp(join(tmpdir(), "credport-fallback-run-"));
  const file = join(folder, "users.ndjson");
  await writeFile(file, users.map(({ line }) => `${line}\n`).join(""), { mode: 0o600 });
  const open = async () => {
    const opened = await openFallbackStore(file, { peppers });
    if (!opened.ok) throw new Error(opened.problems[0].message);
    return opened.value;
  };
  let store = await open();
  return {
    findLegacyUser: (identifier) => store.findLegacyUser(identifier),
    forgetUser: (user) => store.forgetUser(user),
    claimUser: (user) => store.claimUser(user),
    reopen: async () => {
      await store.close();
      store = await open();
    },
    left: async () => (await fallbackStatus(file)).value.left,
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function postgresqlStore({ users, peppers }) {
  const server = await startPostgresql();
  if (server === null) return null;
  let pool = server.connect();
  let store = await openPostgresStore(pool, { peppers });
  const lines = users.map(({ line }) => line);
  await store.load(SYSTEM, lines);
  return {
    findLegacyUser: (identifier) => store.findLegacyUser(identifier),
    forgetUser: (user) => store.forgetUser(user),
    claimUser: (user) => store.claimUser(user),
    idOf: (id) => `${SYSTEM}:${id}`,
    claimShortly: async (user) => (await openPostgresStore(pool, { claimMs: 50 })).claimUser(user),
    reopen: async () => {
      await pool.end();
      pool = server.connect();
      store = await openPostgresStore(pool, { peppers });
      // Loading the file again must bring nobody back.
      await store.load(SYSTEM, lines);
    },
    left: () => store.left(),
    close: async () => {
      await pool.end();
      await server.stop();
    },
  };
}

async function redisStore({ users, peppers }) {
  const server = await startRedis();
  if (server === null) return null;
  let redis = server.connect();
  let store = openRedisStore(redis, { peppers });
  const lines = users.map(({ line }) => line);
  await store.load(SYSTEM, lines);
  return {
    findLegacyUser: (identifier) => store.findLegacyUser(identifier),
    forgetUser: (user) => store.forgetUser(user),
    claimUser: (user) => store.claimUser(user),
    idOf: (id) => `${SYSTEM}:${id}`,
    claimShortly: (user) => openRedisStore(redis, { claimMs: 50 }).claimUser(user),
    reopen: async () => {
      redis.disconnect();
      await server.crash();
      redis = server.connect();
      store = openRedisStore(redis, { peppers });
      await store.load(SYSTEM, lines);
    },
    left: () => store.left(),
    close: async () => {
      redis.disconnect();
      await server.stop();
    },
  };
}

/** The ID that a user has in the old system. */
function ownId(id) {
  return id.slice(id.indexOf(":") + 1);
}

/** What somebody types, and what has to come of it. */
function loginOf(users, service, random) {
  const user = users[random(users.length)];
  const identifier = random(2) === 0 ? user.email : user.email.toUpperCase();
  const isOver = service.has(user.id);
  const dice = random(100);
  if (dice < 60) return { user, identifier, password: user.password, expected: isOver ? "service" : "migrated" };
  if (dice < 80) {
    const password = `${user.password}x`;
    return { user, identifier, password, expected: isOver ? "unknown-user" : "wrong-password" };
  }
  if (dice < 90) return { identifier: `nobody${random(1e6)}@example.com`, password: "x", expected: "unknown-user" };
  if (dice < 95) {
    const other = users[random(users.length)];
    // Some of the systems take white space off, so that another user's password may open this account as well.
    if (other.password.trim() === user.password.trim())
      return { user, identifier, password: user.password, expected: isOver ? "service" : "migrated" };
    return {
      user,
      identifier,
      password: other.password,
      expected: isOver ? "unknown-user" : "wrong-password",
    };
  }
  return { user, identifier, password: "\ud800", expected: isOver ? "unknown-user" : "wrong-password" };
}

const TELL_EVERY_MILLISECONDS = 10_000;

function tell(line) {
  process.stderr.write(`${line}\n`);
}

async function runWith(form, all) {
  tell(`${form}: taking in ${all.users.length} users`);
  const opened = performance.now();
  const store = await STORES[form](all);
  if (store === null) return { form, skipped: `${form} is not installed on this machine` };
  const ready = performance.now();
  /** Whom the new service has, and the password that it got. */
  const service = new Map();
  const fallback = createLoginFallback({
    findLegacyUser: (identifier) => store.findLegacyUser(identifier),
    importUser: async ({ id }) => void service.set(ownId(id), null),
    signUp: async ({ id }, password) => void service.set(ownId(id), password),
    forgetUser: (user) => store.forgetUser(user),
    claimUser: (user) => store.claimUser(user),
    commonHash: "$2b$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
  });
  const counts = {};
  const faults = [];
  const random = randomOf(20_261_122);
  const busy = new Set();
  let sent = 0;
  const toldBy = setInterval(() => tell(`${form}: ${sent} of ${LOGINS} logins`), TELL_EVERY_MILLISECONDS);
  const worker = async () => {
    while (sent < LOGINS) {
      const login = loginOf(all.users, service, random);
      // Two logins of one user at the same time have more than one right end: they have tests of their own.
      if (login.user !== undefined && busy.has(login.user.id)) continue;
      sent++;
      if (login.user !== undefined) busy.add(login.user.id);
      const kind = await logIn(fallback, service, login);
      counts[kind] = (counts[kind] ?? 0) + 1;
      if (kind !== login.expected) faults.push(`${login.identifier}: ${kind} instead of ${login.expected}`);
      if (login.user !== undefined) busy.delete(login.user.id);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    clearInterval(toldBy);
  }
  const ended = performance.now();
  for (const { id, password, source } of all.users) {
    const got = service.get(id);
    // White space that the old system took off is not part of the password.
    const known = TRIMMING.includes(source) ? password.trim() : password;
    if (typeof got === "string" && got !== password && got !== known) faults.push(`${id} got another password`);
  }
  faults.push(...(await claimFaults(store, all.users[0])));
  tell(`${form}: opening again`);
  await store.reopen();
  const left = await store.left();
  if (left !== all.users.length - service.size)
    faults.push(`${left} left of ${all.users.length}, ${service.size} over`);
  await store.close();
  return {
    form,
    logins: LOGINS,
    users: all.users.length,
    systems: new Set(all.users.map(({ source }) => source)).size,
    broughtOver: service.size,
    left,
    counts,
    faults,
    secondsToOpen: (ready - opened) / 1000,
    loginsPerSecond: Math.round(LOGINS / ((ended - ready) / 1000)),
  };
}

/** A user is one server's at a time, until it lets them go or, where the store says so, is over its time. */
async function claimFaults(store, user) {
  const id = store.idOf?.(user.id) ?? user.id;
  const release = await store.claimUser({ id });
  const whileClaimed = await store.claimUser({ id });
  await release?.();
  const releaseAgain = await store.claimUser({ id });
  await releaseAgain?.();
  const isRight = release !== null && whileClaimed === null && releaseAgain !== null;
  if (store.claimShortly === undefined) return isRight ? [] : ["a user was claimed twice, or not at all"];
  const old = await store.claimShortly({ id });
  const next = await claimInTime(store, id);
  // The claim that is over lets nobody go any more.
  await old?.();
  const isKept = next !== null && (await store.claimUser({ id })) === null;
  await next?.();
  return isRight && old !== null && isKept ? [] : ["a user was claimed twice, or not at all"];
}

const CLAIM_ATTEMPTS = 100;

async function claimInTime(store, id) {
  for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt++) {
    const release = await store.claimUser({ id });
    if (release !== null) return release;
    await sleep(50);
  }
  return null;
}

/** The new service is asked first, as a login server does it. */
async function logIn(fallback, service, { user, identifier, password }) {
  if (user !== undefined && service.has(user.id) && password === user.password) return "service";
  return (await fallback.attempt(identifier, password)).kind;
}

const isJson = flags.includes("--json");
const all = makeUsers(Math.max(SYSTEMS.length * 10, Math.floor(LOGINS / 2)));
const results = [];
for (const form of forms.split(",")) {
  const result = await runWith(form, all);
  results.push(result);
  if (!isJson) process.stdout.write(`${textOf(result)}\n`);
}
if (isJson) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
process.exitCode = results.some(({ faults = [] }) => faults.length > 0) ? 1 : 0;

function textOf({ form, skipped, logins, users, systems, broughtOver, left, faults, secondsToOpen, loginsPerSecond }) {
  if (skipped !== undefined) return `${form}: skipped, ${skipped}`;
  const outcome =
    faults.length === 0 ? "all as they have to be" : `${faults.length} wrong: ${faults.slice(0, 5).join("; ")}`;
  return (
    `${form}: ${logins} logins of ${users} users of ${systems} systems, ${outcome}; ${broughtOver} brought over, ` +
    `${left} left; opened in ${secondsToOpen.toFixed(1)} s, ${loginsPerSecond} logins per second`
  );
}
