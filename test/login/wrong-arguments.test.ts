import { describe, expect, it } from "vitest";
import { createCatalogue } from "../../src/index.js";
import { expressDoors } from "../../src/login/doors/express.js";
import { webDoors } from "../../src/login/doors/web.js";
import {
  argon2id,
  bcrypt,
  createImportService,
  createLoginFallback,
  createPasswordHasher,
  identifierKey,
  openFallbackStore,
  scrypt,
} from "../../src/login/index.js";
import { openKvStore } from "../../src/login/store/kv.js";
import { openPostgresStore } from "../../src/login/store/postgres.js";
import { openRedisStore } from "../../src/login/store/redis.js";
import { type PlanOptions, verifyPassword } from "../../src/verify/index.js";

// Known answer: crypt_blowfish.
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const store = { findLegacyUser: async () => null, forgetUser: async () => true };
const service = { signIn: async () => null, importWithHash: async () => true };
const parts = { store, service, hashes: { commonHash: BCRYPT.replace("$05$", "$04$") } };
const fallback = createLoginFallback(parts);
const hasher = createPasswordHasher({ write: bcrypt({ cost: 4 }) });
const texts = { get: async () => null, put: async () => {}, delete: async () => {} };
/** Costs that were written down without `argon2id`, `bcrypt` or `scrypt`. */
const BY_HAND = [
  { kind: "bcrypt", cost: 10 },
  { kind: "argon2", memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  { kind: "scrypt", n: 16, r: 8, p: 1 },
];
const wrong = <T>(value: unknown) => value as T;

/** What the caller did, and our words for it; not those of the engine. */
function itRefuses(cases: readonly (readonly [words: string, call: () => unknown])[]): void {
  it.each(cases)("%s", async (words, call) => {
    const refusal = await (async () => call())().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TypeError);
    expect((refusal as TypeError).message).toBe(words);
  });
}

describe("an argument of the wrong kind is refused in our words", () => {
  itRefuses([
    ["createPasswordHasher takes an object of options", () => createPasswordHasher(wrong(undefined))],
    ["write must be what argon2id, bcrypt or scrypt gives", () => createPasswordHasher(wrong({}))],
    ["write must be what argon2id, bcrypt or scrypt gives", () => createPasswordHasher({ write: wrong(BY_HAND[0]) })],
    ["write must be what argon2id, bcrypt or scrypt gives", () => createPasswordHasher({ write: wrong(BY_HAND[1]) })],
    ["write must be what argon2id, bcrypt or scrypt gives", () => createPasswordHasher({ write: wrong(BY_HAND[2]) })],
    [
      "normalForms: as-typed, NFC, NFD, NFKC, each once",
      () => verifyPassword("U*U", BCRYPT, { normalForms: wrong("NFC") }),
    ],
    [
      "store is a promise: await it",
      () => createLoginFallback({ ...parts, store: wrong<never>(Promise.resolve(store)) }),
    ],
    [
      "store is a result: where ok is true, give its value",
      () => createLoginFallback({ ...parts, store: wrong<never>({ ok: true, value: store, warnings: [] }) }),
    ],
    [
      "service is a promise: await it",
      () => createLoginFallback({ ...parts, service: wrong<never>(Promise.resolve(service)) }),
    ],
    [
      "newHashBytes must be a number of 1 or more",
      () => createLoginFallback({ ...parts, service: { ...service, newHashBytes: wrong("72") } }),
    ],
    ["createLoginFallback takes an object of options", () => createLoginFallback(wrong<never>(undefined))],
    ["createLoginFallback takes an object of options", () => createLoginFallback(wrong<never>(5))],
    ["hashes takes an object of options", () => createLoginFallback({ ...parts, hashes: wrong(null) })],
    ["limits takes an object of options", () => createLoginFallback({ ...parts, limits: wrong(5) })],
    ["createImportService takes an object of options", () => createImportService(wrong(undefined))],
    ["client must have the function migrateTotp", () => createImportService(wrong({}))],
    ["the fallback of doors must have the function logIn", () => webDoors(wrong<never>(5))],
    ["doors takes an object of options", () => webDoors(fallback, wrong(null))],
    ["doors takes an object of options", () => expressDoors(fallback, wrong(null))],
    ["logIn must have the function open", () => webDoors(fallback).logIn(wrong(5))],
    ["links must have the function sendLink", () => webDoors(fallback).logIn(() => Response.json({}), wrong({}))],
    ["links must have the function sendLink", () => webDoors(fallback).passwordReset(wrong(undefined))],
    ["signUp must have the function signUp", () => webDoors(fallback).signUp(wrong(undefined))],
    [
      "passwordSet must have the function identifiersOf",
      () =>
        webDoors(fallback).passwordSet(
          wrong(() => 1),
          wrong(5),
        ),
    ],
    ["emailChange must have the function change", () => webDoors(fallback).emailChange(wrong(5), wrong(5))],
    ["deletion must have the function remove", () => webDoors(fallback).deletion(wrong(5), () => [])],
    ["identifier must be a string", () => identifierKey(wrong(5))],
    ["identifier must be a string", () => openKvStore(texts).findLegacyUser(wrong(5))],
    ["users must have the function get", () => openKvStore(wrong(undefined))],
    ["database must have the function query", () => openPostgresStore(wrong(null))],
    ["redis must have the function call", () => openRedisStore(wrong({}))],
    ["openFallbackStore takes an object of options", () => openFallbackStore("users.ndjson", wrong(null))],
    ["stored must be a string", () => hasher.verify("U*U", wrong(5))],
    ["verify takes an object of options", () => hasher.verify("U*U", BCRYPT, wrong(null))],
    ["signal must be an AbortSignal", () => hasher.verify("U*U", BCRYPT, { signal: wrong({}) })],
    ["signal must be an AbortSignal", () => hasher.hash("U*U", { signal: wrong(5) })],
    ["signal must be an AbortSignal", () => verifyPassword("U*U", BCRYPT, { signal: wrong({}) })],
    ["verifyPassword takes an object of options", () => verifyPassword("U*U", BCRYPT, wrong(null))],
    ["logIn takes an object of options", () => fallback.logIn("ann", "U*U", wrong(null))],
    ["signal must be an AbortSignal", () => fallback.attempt("ann", "U*U", { signal: wrong({}) })],
  ]);
});

describe("a name with a slip is refused, with the name that was meant", () => {
  const named = (name: string) => ({ [name]: async () => true });
  itRefuses([
    [
      "service has importWithPasword (did you mean importWithPassword?)",
      () => createLoginFallback({ ...parts, service: { ...service, ...named("importWithPasword") } }),
    ],
    [
      "store has claimuser (did you mean claimUser?)",
      () => createLoginFallback({ ...parts, store: { ...store, ...named("claimuser") } }),
    ],
    [
      "store has adressesOf (did you mean addressesOf?)",
      () => {
        class Store {
          findLegacyUser = store.findLegacyUser;
          forgetUser = store.forgetUser;
          adressesOf() {}
        }
        return createLoginFallback({ ...parts, store: new Store() });
      },
    ],
    [
      "source must be one of SOURCE_NAMES (did you mean wordpress?)",
      () => createLoginFallback({ ...parts, hashes: { source: wrong("wordpres") } }),
    ],
    [
      "service must be one of default, supertokens, or a profile",
      () => createLoginFallback({ ...parts, service: { ...service, profile: wrong("supertoken") } }),
    ],
    [
      "createLoginFallback has no option hahses (did you mean hashes?)",
      () => createLoginFallback(wrong<never>({ ...parts, hahses: {} })),
    ],
    ["doors has no option onProblem (did you mean onProblems?)", () => webDoors(fallback, wrong({ onProblem() {} }))],
    [
      "verifyPassword has no option pepperd (did you mean pepper?)",
      () => verifyPassword("U*U", BCRYPT, wrong({ pepperd: "x" })),
    ],
    ["openKvStore has no option pepers (did you mean peppers?)", () => openKvStore(texts, wrong({ pepers: {} }))],
    [
      "openRedisStore has no option claim (did you mean claimMs?)",
      () => openRedisStore({ call: async () => 1 }, wrong({ claim: 5 })),
    ],
    [
      "limits has no option concurency (did you mean concurrency?)",
      () => verifyPassword("U*U", BCRYPT, { limits: wrong({ concurency: 2 }) }),
    ],
    ["bcrypt has no option rounds: there are cost, version", () => bcrypt(wrong({ rounds: 12 }))],
  ]);

  it("and members of a class that are called like ours for one or many are its own", () => {
    class Store {
      findLegacyUser = store.findLegacyUser;
      forgetUser = store.forgetUser;
      addressOf() {}
      claimUsers() {}
      userSharing() {}
    }
    class Service {
      signIn = service.signIn;
      importWithHash = service.importWithHash;
      profiles = {};
      _profile = {};
      profiler = {};
    }
    expect(() => createLoginFallback({ ...parts, store: new Store(), service: new Service() })).not.toThrow();
    const plain = { ...service, profiles: {} };
    expect(() => createLoginFallback({ ...parts, service: plain })).not.toThrow();
  });

  it("and functions of the caller's own are none of ours", () => {
    const own = { find: 1, claim: 1, load: 1, left: 1, forget: 1, close: 1, profiles: undefined };
    const more = { ...own, findLegacyUsers: 1, importUser: 1, import: 1 };
    const given = { ...parts, store: { ...store, ...more }, service: { ...service, ...own, signInWith: 1 } };
    const isProfile = { ...given, service: { ...given.service, profile: "default" as const } };
    expect(typeof createLoginFallback(isProfile).logIn).toBe("function");
  });
});

it("each option of a plan is taken by verifyPassword", async () => {
  const all: Required<PlanOptions> = {
    ...{ signerKey: "AA==", source: "wordpress", pepper: "", salt: {}, passwordSteps: [], limits: {} },
    ...{ catalogue: createCatalogue([]), encodings: ["utf-8"], normalForms: ["NFC"] },
  };
  for (const [name, value] of Object.entries(all)) {
    expect(await verifyPassword("U*U", BCRYPT, { [name]: value })).toHaveProperty("ok");
  }
});

describe("costs of which no hash is made are refused with their range", () => {
  itRefuses([
    [
      "argon2id: memoryCost must be a whole number from 8 to 4294967295, 8 for each lane at least",
      () => argon2id({ memoryCost: 1 }),
    ],
    [
      "argon2id: memoryCost must be a whole number from 32 to 4294967295, 8 for each lane at least",
      () => argon2id({ memoryCost: 31, parallelism: 4 }),
    ],
    ["argon2id: timeCost must be a whole number from 1 to 4294967295", () => argon2id({ timeCost: 0 })],
    ["bcrypt: cost must be a whole number from 4 to 31", () => bcrypt({ cost: 40 })],
    ["bcrypt: cost must be a whole number from 4 to 31", () => bcrypt({ cost: 3 })],
    ["bcrypt: cost must be a whole number from 4 to 31", () => bcrypt({ cost: 12.5 })],
    ["bcrypt takes an object of options", () => bcrypt(wrong(null))],
    ["scrypt: n must be a power of two, from 2 to 2147483648", () => scrypt({ n: 1000 })],
    ["scrypt: n must be a whole number from 2 to 2147483648", () => scrypt({ n: 1 })],
    ["scrypt: r must be a whole number from 1 to 999999", () => scrypt({ r: 0 })],
  ]);

  it("and those at its ends are taken", () => {
    const costs = [
      argon2id({ memoryCost: 32, parallelism: 4 }),
      bcrypt({ cost: 31 }),
      bcrypt({ cost: 4 }),
      scrypt({ n: 2 }),
    ];
    expect(costs.map(({ kind }) => kind)).toEqual(["argon2", "bcrypt", "bcrypt", "scrypt"]);
  });
});
