/** The rounds of fuzz.mjs, in a thread of their own. */
import { readdirSync, readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { checkRecords, isReadyToImport } from "../../dist/check/index.js";
import { previewImport } from "../../dist/import/index.js";
import { formatFallbackUser, parseFallbackUser } from "../../dist/login/index.js";
import * as sources from "../../dist/source/index.js";
import { everySample, HASH_CONFIG_TEXT } from "../source/every-sample.mjs";
import { CALLS } from "./fuzz-calls.mjs";
import { serveRound } from "./fuzz-serve.mjs";
import { chunksOf, mutate, randomFrom, someOf } from "./mutate.mjs";

const SAMPLES = everySample(sources.READABLE_SOURCES);
const TEXTS = textsOfVectors();
const hashConfig = sources.parseFirebaseHashConfig(HASH_CONFIG_TEXT).value;
/** Long texts of hashes and secrets, which no message may hold. */
const SECRET = /\$[0-9a-zA-Z-]{1,20}\$[0-9A-Za-z./+=,$-]{24,}|[A-Z2-7]{32,}/g;

/** Every text of the vectors that could be a hash, a secret or a URI. */
function textsOfVectors() {
  const folder = new URL("../../vectors/", import.meta.url);
  const texts = new Set();
  const take = (value) => {
    if (typeof value === "string") {
      if (value.length > 3 && value.length < 2000) texts.add(value);
    } else if (typeof value === "object" && value !== null) for (const each of Object.values(value)) take(each);
  };
  for (const path of readdirSync(folder, { recursive: true })) {
    if (!path.endsWith(".json") || /package|manifest|schema|generators/.test(path)) continue;
    take(JSON.parse(readFileSync(new URL(path, folder), "utf8")));
  }
  if (texts.size === 0) throw new Error("the vectors have no texts");
  return [...texts];
}

/** A message is shown to people: what was read must not be in it. */
function leaks(problems, secrets) {
  const told = JSON.stringify(problems);
  return secrets.some((secret) => told.includes(secret));
}

async function textRound(random) {
  const text = mutate(Buffer.from(someOf(TEXTS, random)), [Buffer.from(someOf(TEXTS, random))], random).toString();
  const found = [];
  const [secrets] = [text.match(SECRET) ?? []];
  for (const [name, call] of CALLS) {
    try {
      const result = await call(text, random);
      const problems = result?.ok === false ? result.problems : (result?.warnings ?? []);
      if (result?.ok === false && problems.length === 0) found.push(`${name}: refuses without a problem`);
      if (leaks(problems, secrets)) found.push(`${name}: a message holds what was given`);
    } catch (error) {
      found.push(`${name} throws on ${JSON.stringify(text)}: ${error.stack}`);
    }
  }
  return found;
}

async function allOf(items) {
  const all = [];
  for await (const item of items) all.push(item);
  return all;
}

const readAll = (bytes, from, random) =>
  allOf(sources.readUniqueUsers(() => chunksOf(bytes, random), { from, hashConfig }));
/** As a stream that nobody can open again. */
const readOnce = (bytes, from, random) =>
  allOf(sources.readExport(chunksOf(bytes, random), { from, hashConfig, now: 0 }));

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
  const from = random() < 0.7 ? sample.from : someOf(sources.READABLE_SOURCES, random);
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
    found.push(...(await countFaults(records, what)));
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

/** Users are counted once, by check and dry run alike, and what is written of them for the login is read again. */
async function countFaults(records, what) {
  const found = [];
  const each = async function* () {
    yield* records;
  };
  const lines = [];
  const checked = await checkRecords(each(), {
    onLoginOnly: (user) => void lines.push(formatFallbackUser(user)),
  });
  const previewed = await previewImport(each());
  if (checked.ok !== previewed.ok) return [`${what}: check and dry run do not agree`];
  if (!checked.ok) return [];
  isReadyToImport(checked.value);
  const { records: all, importable, loginOnly, refused, skipped } = checked.value;
  if (importable + loginOnly + refused + skipped !== all) found.push(`${what}: the numbers do not add up`);
  if (previewed.value.records !== all) found.push(`${what}: the dry run counts ${previewed.value.records} of ${all}`);
  const unread = lines.filter((line) => !parseFallbackUser(line).ok);
  if (unread.length > 0) found.push(`${what}: ${unread.length} lines for the login cannot be read`);
  for (const { result } of records.filter(({ kind }) => kind === "user"))
    if (result.ok && !(await sources.parseUser(sources.formatUser(result.value.user))).ok)
      found.push(`${what}: a user that was written cannot be read`);
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
  const found = await someOf([exportRound, exportRound, textRound, textRound, serveRound], random)(random);
  parentPort.postMessage({ round, found: round % 2000 === 1999 ? [...found, ...growth()] : found });
}
parentPort.postMessage({ done: true });
