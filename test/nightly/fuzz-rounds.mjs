/** The rounds of fuzz.mjs, in a thread of their own. */
import { readdirSync, readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import * as pure from "../../dist/index.js";
import * as sources from "../../dist/source/index.js";
import * as verify from "../../dist/verify/index.js";
import { chunksOf, mutate, randomFrom, someOf } from "./mutate.mjs";

const FOLDER = new URL("../source/systems/samples/", import.meta.url);
const SAMPLES = readdirSync(FOLDER)
  .filter((name) => !/\.(?:py|sh)$/.test(name))
  .map((name) => ({ name, bytes: readFileSync(new URL(name, FOLDER)), source: sourceOf(name) }));
const TEXTS = textsOfVectors();
/** Of what a round may cost, not of what is right: a damaged cost is refused instead of computed. */
const LIMITS = {
  memoryBytes: 1 << 24,
  bcryptCost: 6,
  argon2Work: 1 << 15,
  scryptWork: 1 << 15,
  pbkdf2Iterations: 5000,
};
/** Long texts of hashes and secrets, which no message may hold. */
const SECRET = /\$[0-9a-zA-Z-]{1,20}\$[0-9A-Za-z./+=,$-]{24,}|[A-Z2-7]{32,}/g;

function sourceOf(name) {
  const fitting = sources.READABLE_SOURCES.filter((one) => name.startsWith(one));
  return fitting.sort((one, other) => other.length - one.length)[0] ?? "auto";
}

/** Every text of the vectors that could be a hash, a secret or a URI. */
function textsOfVectors() {
  const folder = new URL("../../vectors/", import.meta.url);
  const texts = new Set();
  const take = (value) => {
    if (typeof value === "string") {
      if (value.length > 3 && value.length < 2000) texts.add(value);
    } else if (typeof value === "object" && value !== null)
      for (const each of Object.values(value)) take(each);
  };
  for (const path of readdirSync(folder, { recursive: true })) {
    if (!path.endsWith(".json") || /package|manifest|schema|generators/.test(path)) continue;
    take(JSON.parse(readFileSync(new URL(path, folder), "utf8")));
  }
  if (texts.size === 0) throw new Error("the vectors have no texts");
  return [...texts];
}

/** What is called with one text. Functions that are not here are named in OTHERS, or the run ends. */
const OF_TEXT = {
  decodeBase32Secret: pure.decodeBase32Secret,
  identifyHash: pure.identifyHash,
  normalizeHash: pure.normalizeHash,
  parseArgon2: pure.parseArgon2,
  parseBcrypt: pure.parseBcrypt,
  parseOtpauthMigrationBatch: pure.parseOtpauthMigrationBatch,
  parseOtpauthMigrationUri: pure.parseOtpauthMigrationUri,
  parseOtpauthUri: pure.parseOtpauthUri,
  parseProviderScrypt: pure.parseProviderScrypt,
  possibleSecretEncodings: pure.possibleSecretEncodings,
  readSecretText: pure.readSecretText,
  parseDecryptionKeys: sources.parseDecryptionKeys,
  parseFirebaseHashConfig: sources.parseFirebaseHashConfig,
  parseTableMap: sources.parseTableMap,
  parseUser: sources.parseUser,
  estimateVerification: verify.estimateVerification,
};

const WITH_MORE = {
  toBase32Secret: (text, random) => pure.toBase32Secret(text, someOf(pure.SECRET_ENCODINGS, random)),
  "identifyHash of a system": (text, random) =>
    pure.identifyHash(text, { source: someOf(pure.SOURCE_NAMES, random) }),
  "normalizeHash of a system": (text, random) =>
    pure.normalizeHash(text, { source: someOf(pure.SOURCE_NAMES, random), service: "supertokens" }),
  buildProviderScrypt: (text, random) =>
    pure.buildProviderScrypt({
      ...{ passwordHash: text, salt: someOf(TEXTS, random), saltSeparator: "Bw==" },
      ...{ memCost: Math.floor(random() * 40), rounds: Math.floor(random() * 40) },
    }),
};

/** Called with what a caller's own program makes; tested elsewhere. */
const OTHERS = new Set([
  ...["composeHash", "createCatalogue", "defineFormat", "formatArgon2", "formatBcrypt", "formatOtpauthUri"],
]);

const untested = Object.entries(pure)
  .filter(([name, value]) => typeof value === "function" && !OTHERS.has(name))
  .map(([name]) => name)
  .filter((name) => !Object.hasOwn(OF_TEXT, name) && !Object.hasOwn(WITH_MORE, name));
if (untested.length > 0) throw new Error(`no round calls ${untested.join(", ")}`);

/** A message is shown to people: what was read must not be in it. */
function leaks(problems, secrets) {
  const told = JSON.stringify(problems);
  return secrets.some((secret) => told.includes(secret));
}

async function textRound(random) {
  const text = mutate(
    Buffer.from(someOf(TEXTS, random)),
    [Buffer.from(someOf(TEXTS, random))],
    random,
  ).toString();
  const found = [];
  const [secrets] = [text.match(SECRET) ?? []];
  for (const [name, call] of [...Object.entries(OF_TEXT), ...Object.entries(WITH_MORE)]) {
    try {
      const result = call(text, random);
      const problems = result?.ok === false ? result.problems : (result?.warnings ?? []);
      if (result?.ok === false && problems.length === 0) found.push(`${name}: refuses without a problem`);
      if (leaks(problems, secrets)) found.push(`${name}: a message holds what was given`);
    } catch (error) {
      found.push(`${name} throws on ${JSON.stringify(text)}: ${error.stack}`);
    }
  }
  try {
    const result = await verify.verifyPassword(someOf(TEXTS, random), text, { limits: LIMITS });
    if (!result.ok && leaks(result.problems, secrets)) found.push("verifyPassword: a message holds the hash");
  } catch (error) {
    found.push(`verifyPassword throws on ${JSON.stringify(text)}: ${error.stack}`);
  }
  return found;
}

async function allOf(items) {
  const all = [];
  for await (const item of items) all.push(item);
  return all;
}

const readAll = (bytes, from, random) =>
  allOf(sources.readUniqueUsers(() => chunksOf(bytes, random), { from }));
/** As a stream that nobody can open again. */
const readOnce = (bytes, from, random) =>
  allOf(sources.readExport(chunksOf(bytes, random), { from, now: 0 }));

/** By gzip, and half of them cut. */
function packed(bytes, random) {
  const all = gzipSync(bytes);
  return random() < 0.5 ? all : all.subarray(0, Math.floor(random() * all.length));
}

async function exportRound(random) {
  const sample = someOf(SAMPLES, random);
  const others = [someOf(SAMPLES, random).bytes];
  const plain = mutate(sample.bytes, others, random);
  const bytes = random() < 0.15 ? packed(plain, random) : plain;
  const from = random() < 0.7 ? sample.source : someOf(sources.READABLE_SOURCES, random);
  const what = `${sample.name} as ${from}`;
  const found = [];
  try {
    await sources.detectSource(bytes);
    const records = await readAll(bytes, from, random);
    // The same in chunks that are as large as they come.
    const large = () => 0.9999;
    const pairs = [
      [records, await readAll(bytes, from, large)],
      [await readOnce(bytes, from, random), await readOnce(bytes, from, large)],
    ];
    if (pairs.some(([one, other]) => JSON.stringify(one) !== JSON.stringify(other)))
      found.push(`${what}: the answer depends on how the bytes arrive`);
    const problems = records.flatMap((record) =>
      record.kind === "unreadable" ? [record.problem] : (record.result.problems ?? record.result.warnings),
    );
    const secrets = [...new Set(plain.toString("latin1").match(SECRET) ?? [])];
    if (leaks(problems, secrets)) found.push(`${what}: a message holds a hash or secret`);
    for (const { kind, result } of records) {
      if (kind !== "unreadable" && result.ok === false && result.problems.length === 0)
        found.push(`${what}: refuses without a problem`);
    }
  } catch (error) {
    found.push(`${what} throws: ${error.stack}`);
  }
  return found;
}

/** Memory that is not given back grows with the rounds. */
const MOST_GROWTH = 256 * 2 ** 20;
let settled;

function growth() {
  if (globalThis.gc === undefined) return [];
  globalThis.gc();
  const { heapUsed } = process.memoryUsage();
  settled ??= heapUsed;
  return heapUsed - settled > MOST_GROWTH ? [`memory has grown by ${heapUsed - settled} bytes`] : [];
}

const { from, to, endAt } = workerData;
for (let round = from; round < to && Date.now() < endAt; round++) {
  const random = randomFrom(round);
  const found = await (random() < 0.5 ? exportRound(random) : textRound(random));
  parentPort.postMessage({ round, found: round % 2000 === 1999 ? [...found, ...growth()] : found });
}
parentPort.postMessage({ done: true });
