/** How much processor time a check takes, beside a script that splits the same file and parses each record. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const USERS = Number(process.env.BENCH_USERS ?? 1_000_000);
const CHECK = fileURLToPath(new URL("../dist/check/index.js", import.meta.url));
const SOURCE = fileURLToPath(new URL("../dist/source/index.js", import.meta.url));
/** Users that are written at once. */
const BLOCK = 1000;

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

const checkOf = (from) => `
import { createReadStream } from "node:fs";
import { checkExport } from ${JSON.stringify(CHECK)};
import { parseFirebaseHashConfig } from ${JSON.stringify(SOURCE)};
const config = parseFirebaseHashConfig(${JSON.stringify(HASH_CONFIG)});
const options = { from: "${from}", ...("${from}" === "firebase" ? { hashConfig: config.value } : {}) };
const report = await checkExport(() => createReadStream(process.argv[1]), options);
if (!report.ok || report.value.importable !== ${USERS}) throw new Error("not all users can be imported");`;

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
  providerUserInfo:
    n % 3 === 0 ? [{ providerId: "google.com", rawId: `${n}`, email: `user${n}@example.com` }] : [],
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

function write(path, { start, user, between, end }) {
  const file = openSync(path, "w");
  writeSync(file, start);
  for (let from = 0; from < USERS; from += BLOCK) {
    const block = Array.from({ length: Math.min(BLOCK, USERS - from) }, (_, n) =>
      JSON.stringify(user(from + n)),
    );
    writeSync(file, (from === 0 ? "" : between) + block.join(between));
  }
  writeSync(file, end);
  closeSync(file);
}

/** Seconds of processor time of a whole process that runs a program, and the most memory that it held, in MiB. */
function measured(program, file) {
  const last = `
const { user, system } = process.cpuUsage();
console.log(JSON.stringify([(user + system) / 1e6, process.resourceUsage().maxRSS / 1024]));`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", program + last, file],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

export default function run() {
  const folder = mkdtempSync(join(tmpdir(), "credport-bench-"));
  try {
    return Object.entries(FILES).map(([from, form]) => {
      const file = join(folder, from);
      write(file, form);
      const [value] = measured(SPLIT_AND_PARSE, file);
      const [ours, memory] = measured(checkOf(from), file);
      rmSync(file);
      return {
        name: `check of ${USERS} users with passwords, ${from}`,
        unit: "s of CPU",
        ours,
        others: [{ name: "split and JSON.parse", value, ratio: ours / value }],
        note: `a check normalises every user and finds duplicates; it held ${Math.round(memory)} MiB at most`,
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
