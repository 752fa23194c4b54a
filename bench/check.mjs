/**
 * How much processor time a check takes, beside a script that splits the same file and parses each record. And how long
 * a check with two threads takes, beside one thread, and beside two processes that check half of the file each and
 * combine nothing: the most that two cores can give.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./_median.mjs";

const USERS = Number(process.env.BENCH_USERS ?? 1_000_000);
const CHECK = fileURLToPath(new URL("../dist/check/index.js", import.meta.url));
const SOURCE = fileURLToPath(new URL("../dist/source/index.js", import.meta.url));
/** Users that are written at once. */
const BLOCK = 1000;
/** Each by turns; the median counts. */
const ROUNDS = 3;

/** Streams the file, splits it at line ends and parses what is a record: the least that any check does. */
const SPLIT_AND_PARSE = `
import { createReadStream } from "node:fs";
let rest = "";
let records = 0;
for await (const chunk of createReadStream(process.argv[1], { encoding: "utf8" })) {
  const lines = (rest + chunk).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    if (!line.startsWith("{\\"l") && !line.startsWith("{\\"e")) continue;
    JSON.parse(line.replace(/,$/, ""));
    records++;
  }
}
if (records !== ${USERS}) throw new Error("not all records were read");`;

const HASH_CONFIG = `hash_config { algorithm: SCRYPT, base64_signer_key: ${Buffer.alloc(64, 7).toString("base64")}, base64_salt_separator: Bw==, rounds: 8, mem_cost: 14, }`;

const checkOf = (from, { users = USERS, threads = 1 } = {}) => `
import { createReadStream } from "node:fs";
import { checkExport } from ${JSON.stringify(CHECK)};
import { parseFirebaseHashConfig } from ${JSON.stringify(SOURCE)};
const config = parseFirebaseHashConfig(${JSON.stringify(HASH_CONFIG)});
const options = { threads: ${threads}, from: "${from}", ...("${from}" === "firebase" ? { hashConfig: config.value } : {}) };
const report = await checkExport(() => createReadStream(process.argv[1]), options);
if (!report.ok || report.value.importable !== ${users}) throw new Error("not all users can be imported");`;

const digest = (text) => createHash("sha512").update(text).digest();
const letters = (text, length) => digest(text).toString("base64").replaceAll(/[+=]/g, "/").slice(0, length);

const firebaseUser = (n) => ({
  localId: letters(`i${n}`, 28),
  email: `user${n}@example.com`,
  emailVerified: true,
  passwordHash: digest(`p${n}`).toString("base64"),
  salt: digest(`s${n}`).subarray(0, 10).toString("base64"),
  displayName: `User ${n}`,
  lastSignedInAt: `${1.6e12 + n}`,
  createdAt: `${1.5e12 + n}`,
  providerUserInfo: n % 3 === 0 ? [{ providerId: "google.com", rawId: `${n}`, email: `user${n}@example.com` }] : [],
});

const credportUser = (n) => ({
  externalUserId: `u${n}`,
  email: `user${n}@example.com`,
  emailVerified: true,
  passwordHash: `$2b$10$${letters(`s${n}`, 21)}u${letters(`h${n}`, 30)}u`,
});

const FILES = {
  firebase: { start: '{"users": [\n', user: firebaseUser, between: ",\n", end: "\n]}\n" },
  credport: { start: "", user: credportUser, between: "\n", end: "\n" },
};

/** Writes the users from one number to before another. */
function write(path, { start, user, between, end }, first = 0, after = USERS) {
  const file = openSync(path, "w");
  writeSync(file, start);
  for (let from = first; from < after; from += BLOCK) {
    const block = Array.from({ length: Math.min(BLOCK, after - from) }, (_, n) => JSON.stringify(user(from + n)));
    writeSync(file, (from === first ? "" : between) + block.join(between));
  }
  writeSync(file, end);
  closeSync(file);
  return path;
}

/** Of a whole process that runs a program: seconds of processor time, the most memory in MiB, and seconds by the clock. */
async function measured(program, file) {
  const last = `
const { user, system } = process.cpuUsage();
console.log(JSON.stringify([(user + system) / 1e6, process.resourceUsage().maxRSS / 1024]));`;
  const begun = performance.now();
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program + last, file]);
  let [text, fault] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (more) => {
    text += more;
  });
  child.stderr.setEncoding("utf8").on("data", (more) => {
    fault += more;
  });
  const [status] = await once(child, "close");
  if (status !== 0) throw new Error(fault);
  const [cpu, memory] = JSON.parse(text);
  return { cpu, memory, wall: (performance.now() - begun) / 1000 };
}

async function roundOf(from, file, halves) {
  const split = await measured(SPLIT_AND_PARSE, file);
  const one = await measured(checkOf(from), file);
  const two = await measured(checkOf(from, { threads: 2 }), file);
  const half = checkOf(from, { users: USERS / 2 });
  const apart = await Promise.all(halves.map((path) => measured(half, path)));
  return { split, one, two, apart: Math.max(...apart.map(({ wall }) => wall)) };
}

async function rowsOf(from, form, folder) {
  const file = write(join(folder, from), form);
  const halves = [
    write(join(folder, `${from}-1`), form, 0, USERS / 2),
    write(join(folder, `${from}-2`), form, USERS / 2),
  ];
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await roundOf(from, file, halves));
  for (const path of [file, ...halves]) rmSync(path);
  const of = (pick) => median(rounds.map(pick));
  const ratios = (pick) => rounds.map((round) => pick(round).toFixed(2)).join(" ");
  const [cpu, splitCpu] = [of(({ one }) => one.cpu), of(({ split }) => split.cpu)];
  const [alone, shared, apart] = [of(({ one }) => one.wall), of(({ two }) => two.wall), of((round) => round.apart)];
  return [
    {
      name: `check of ${USERS} users with passwords, ${from}`,
      unit: "s of CPU",
      ours: cpu,
      others: [{ name: "split and JSON.parse", value: splitCpu, ratio: cpu / splitCpu }],
      note: `ratio of each round: ${ratios(({ one, split }) => one.cpu / split.cpu)}; aim: at most 4; it held ${of(({ one }) => one.memory).toFixed(0)} MiB at most`,
    },
    {
      name: `the same with two threads, ${from}`,
      unit: "s",
      ours: shared,
      others: [
        { name: "one thread", value: alone, ratio: shared / alone },
        { name: "two processes with half of the file each", value: apart, ratio: shared / apart },
      ],
      note: `ratio to one thread of each round: ${ratios(({ one, two }) => two.wall / one.wall)}; aim: at most 0.6; it held ${of(({ two }) => two.memory).toFixed(0)} MiB at most`,
    },
  ];
}

export default async function run() {
  const folder = mkdtempSync(join(tmpdir(), "credport-bench-"));
  try {
    const rows = [];
    for (const [from, form] of Object.entries(FILES)) rows.push(...(await rowsOf(from, form, folder)));
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
