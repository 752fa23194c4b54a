/**
 * The bulk import against bare undici: 20,000 bcrypt users into the rehearsal service, which
 * runs in a process of its own; the same bodies at the same concurrency, by turns. And the
 * memory of a whole import from a file, at 20,000 and at 200,000 users.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { BCRYPT_HASH, emailOf } from "./_import-process.mjs";
import { median } from "./_median.mjs";

const USERS = 20_000;
const MANY_USERS = 200_000;
const CONCURRENCY = 16;
const ROUNDS = 5;

const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url));

export default async function benchImport() {
  const folder = await mkdtemp(join(tmpdir(), "credport-bench-"));
  try {
    return [await rateRow(folder), await memoryRow(folder)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function rateRow(folder) {
  const bare = [];
  const ours = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push((await measure("bare", folder, USERS)).perSecond);
    ours.push((await measure("import", folder, USERS)).perSecond);
  }
  const value = median(bare);
  return {
    name: `import of ${USERS} bcrypt users, journal included, ${CONCURRENCY} in flight`,
    unit: "requests/s",
    ours: median(ours),
    others: [{ name: "bare undici, same bodies", value, ratio: median(ours) / value }],
    note: `median of ${ROUNDS} rounds by turns; ratio of each round: ${bare.map((rate, round) => (ours[round] / rate).toFixed(2)).join(" ")}; aim: at least 0.95`,
  };
}

async function memoryRow(folder) {
  const few = await measureFile(folder, USERS);
  const many = await measureFile(folder, MANY_USERS);
  return {
    name: `peak memory of a whole import from a file of ${MANY_USERS} users`,
    unit: "MB",
    ours: many.peakMegabytes,
    others: [
      {
        name: `the same with ${USERS} users`,
        value: few.peakMegabytes,
        ratio: many.peakMegabytes / few.peakMegabytes,
      },
    ],
    note: `resident; heap after collection ${few.heapMegabytes.toFixed(1)} and ${many.heapMegabytes.toFixed(1)} MB; ${many.perSecond.toFixed(0)} users/s, both passes over the file included; aim: flat`,
  };
}

async function measureFile(folder, users) {
  const path = join(folder, `${users}.json`);
  const file = await open(path, "w");
  await file.write('{"users":[\n');
  for (let number = 0; number < users; number += 1000) {
    const records = Array.from({ length: Math.min(1000, users - number) }, (_, index) => record(number + index));
    await file.write(`${number === 0 ? "" : ",\n"}${records.join(",\n")}`);
  }
  await file.write("]}");
  await file.close();
  const measured = await measure("file", folder, users, path);
  await rm(path);
  return measured;
}

function record(number) {
  return JSON.stringify({ localId: `old-${number}`, email: emailOf(number), passwordHash: BCRYPT_HASH });
}

/** Runs one kind of import in a process of its own, against a service in another. */
async function measure(kind, folder, users, path) {
  const service = await startService();
  try {
    const job = {
      kind,
      url: service.url,
      users,
      concurrency: CONCURRENCY,
      path,
      journal: join(folder, `${Math.random()}`),
    };
    const child = spawn(process.execPath, ["--expose-gc", pathOf("_import-process.mjs"), JSON.stringify(job)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
    });
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`the process that imports ended with ${code}`);
    return JSON.parse(text);
  } finally {
    await service.stop();
  }
}

async function startService() {
  const child = spawn(
    process.execPath,
    [pathOf("../dist/cli/main.js"), "rehearse", "--service", "default", "--port", "0"],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/[0-9.:]+/.exec(line)?.[0];
    if (url === undefined) continue;
    return {
      url,
      stop: async () => {
        child.kill("SIGKILL");
        await once(child, "exit");
      },
    };
  }
  throw new Error("the rehearsal service did not start");
}
