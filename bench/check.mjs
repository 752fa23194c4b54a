/** How much processor time a check takes, beside a script that splits the same file and parses each record. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const USERS = Number(process.env.BENCH_USERS ?? 200_000);
const CHECK = fileURLToPath(new URL("../dist/check/index.js", import.meta.url));

/** Streams the file, splits it at line ends and parses what is a record: the least that any check does. */
const SPLIT_AND_PARSE = `
import { createReadStream } from "node:fs";
let rest = "";
for await (const chunk of createReadStream(process.argv[1], { encoding: "utf8" })) {
  const lines = (rest + chunk).split("\\n");
  rest = lines.pop();
  for (const line of lines) if (line.startsWith("{\\"l") || line.startsWith("{\\"id")) JSON.parse(line.replace(/,$/, ""));
}`;

const checkOf = (from) => `
import { createReadStream } from "node:fs";
import { checkExport } from ${JSON.stringify(CHECK)};
const report = await checkExport(() => createReadStream(process.argv[1]), { from: "${from}" });
if (!report.ok || report.value.records !== ${USERS}) throw new Error("not all records were read");`;

const digest = (text, length) =>
  createHash("sha512").update(text).digest("base64").replaceAll(/[+=]/g, "/").slice(0, length);

const FILES = {
  firebase: () =>
    `{"users": [\n${listOf((n) => ({ localId: digest(`i${n}`, 28), email: `user${n}@example.com`, emailVerified: true, displayName: `User ${n}`, createdAt: `${1.5e12 + n}`, providerUserInfo: [{ providerId: "google.com", rawId: `${n}`, email: `user${n}@example.com` }] })).join(",\n")}\n]}\n`,
  credport: () =>
    `${listOf((n) => ({ id: `u${n}`, email: `user${n}@example.com`, emailVerified: true, passwordHash: `$2b$10$${digest(`s${n}`, 21)}u${digest(`h${n}`, 30)}u` })).join("\n")}\n`,
};

const listOf = (make) => Array.from({ length: USERS }, (_, n) => JSON.stringify(make(n)));

/** Seconds of processor time of a process that runs a program. */
function processorTime(program, file) {
  const last = "\nconst { user, system } = process.cpuUsage(); console.log((user + system) / 1e6);";
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", program + last, file],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

export default function run() {
  const folder = mkdtempSync(join(tmpdir(), "credport-bench-"));
  try {
    return Object.entries(FILES).map(([from, write]) => {
      const file = join(folder, from);
      writeFileSync(file, write());
      const value = processorTime(SPLIT_AND_PARSE, file);
      const ours = processorTime(checkOf(from), file);
      return {
        name: `check of ${USERS} users, ${from}`,
        unit: "s of CPU",
        ours,
        others: [{ name: "split and JSON.parse", value, ratio: ours / value }],
        note: "a check reads the file twice, normalises every user and finds duplicates",
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
