/**
 * What an attempt to log in takes of a core, for each class of user that gets the same answer:
 * `node bench/login-time.mjs [attempts a class] [hash of the unknown user]`. Each class is compared with the unknown user
 * by Welch's t; beyond 4.5 the two are told apart. Attempts of all classes take turns, so that what else the machine does
 * falls on all of them.
 */
import { createLoginFallback } from "credport/login";

const ATTEMPTS = Number(process.argv[2] ?? 2000);
const bcrypt = (cost) => `$2b$${String(cost).padStart(2, "0")}$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`;
const CLASSES = {
  "unknown user": null,
  "the common hash, bcrypt of cost 6": bcrypt(6),
  "bcrypt of cost 5": bcrypt(5),
  "bcrypt of cost 4": bcrypt(4),
  "phpass, 2,048 digests": "$P$984478476IagS59wHZvyQMArzfx58u.",
  "a migrated user": { passwordHash: bcrypt(6), migrated: true },
  "a damaged hash": "$2b$06$cut",
};

/** CPU time of all threads: of one attempt at a time, with nothing else in the process. */
async function microseconds(fallback, name) {
  const before = process.cpuUsage();
  await fallback.attempt(name, "not the password");
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function summary(times) {
  // The slowest hundredth is the machine's: garbage, other programs.
  const kept = times.toSorted((one, other) => one - other).slice(0, Math.ceil(times.length * 0.99));
  const mean = kept.reduce((sum, time) => sum + time, 0) / kept.length;
  const variance = kept.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (kept.length - 1);
  return { mean, error: variance / kept.length };
}

for (const padCheapChecks of [false, true]) {
  const names = Object.keys(CLASSES);
  const fallback = createLoginFallback({
    findLegacyUser: async (name) => {
      const record = CLASSES[name];
      if (record === null) return null;
      return typeof record === "string" ? { id: name, passwordHash: record } : { id: name, ...record };
    },
    importUser: async () => true,
    signUp: async () => true,
    commonHash: bcrypt(6),
    padCheapChecks,
  });
  const times = new Map(names.map((name) => [name, []]));
  for (let round = -50; round < ATTEMPTS; round++) {
    for (let at = 0; at < names.length; at++) {
      const name = names[(at + round + names.length * 50) % names.length];
      const time = await microseconds(fallback, name);
      if (round >= 0) times.get(name).push(time);
    }
  }
  process.stdout.write(`padCheapChecks: ${padCheapChecks}, ${ATTEMPTS} attempts a class\n`);
  const unknown = summary(times.get("unknown user"));
  for (const name of names) {
    const { mean, error } = summary(times.get(name));
    const t = name === "unknown user" ? 0 : (mean - unknown.mean) / Math.sqrt(error + unknown.error);
    process.stdout.write(`${name}: ${(mean / 1000).toFixed(2)} ms, t ${t.toFixed(1)}\n`);
  }
}
