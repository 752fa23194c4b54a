/** One import in a process of its own, for import.mjs: `node _import-process.mjs <job as JSON>`. */
import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { createImportClient } from "../dist/client/index.js";
import { importUsers } from "../dist/import/index.js";
import { fingerprintExport, pinInput, readUniqueUsers } from "../dist/source/index.js";

/** Its form is what matters here; nobody signs in. */
export const BCRYPT_HASH = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";
export const emailOf = (number) => `user${number}@example.com`;

const PATH = "/recipe/user/passwordhash/import";

async function postBare({ url, users, concurrency }) {
  const pool = new Pool(url, { connections: concurrency });
  const headers = { "api-key": "bench", "content-type": "application/json; charset=utf-8" };
  let next = 0;
  const work = async () => {
    while (next < users) {
      const body = JSON.stringify({ email: emailOf(next++), passwordHash: BCRYPT_HASH });
      const answer = await pool.request({ path: PATH, method: "POST", headers, body });
      const { status } = await answer.body.json();
      if (status !== "OK") throw new Error(`answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  await pool.close();
}

async function importAll({ url, users, concurrency, journal }, records, input = { bytes: 1, sha256: "" }) {
  const binding = {
    input,
    source: "bench",
    baseUrl: url,
    tenantPath: "",
    profile: "default",
  };
  const client = createImportClient({ baseUrl: url, apiKey: "bench" });
  const outcome = await importUsers(records, {
    existing: { policy: "overwrite" },
    client,
    concurrency,
    journal: { path: journal, binding },
  });
  if (!outcome.ok) throw new Error(outcome.problems[0].message);
  const { imported } = outcome.progress;
  if (imported !== users) throw new Error(`${imported} of ${users} were imported`);
}

/** As the command does it: the file's fingerprint is taken before anybody is sent. */
async function importFile(job) {
  const input = pinInput(() => createReadStream(job.path));
  const fingerprint = await fingerprintExport(input);
  await importAll(job, readUniqueUsers(input, { from: "firebase" }), fingerprint);
}

async function* normalised(count) {
  for (let index = 0; index < count; index++) {
    const externalUserId = `old-${index}`;
    const user = {
      externalUserId,
      email: emailOf(index),
      emailVerified: false,
      passwordHash: BCRYPT_HASH,
      thirdParty: [],
      totp: [],
    };
    const result = { ok: true, value: { user, changes: [] }, warnings: [] };
    yield { kind: "user", index, line: index + 1, userId: externalUserId, identifiers: [], result };
  }
}

const KINDS = {
  bare: postBare,
  import: (job) => importAll(job, normalised(job.users)),
  file: importFile,
};

async function main() {
  const job = JSON.parse(process.argv[2]);
  const startedAt = performance.now();
  await KINDS[job.kind](job);
  const perSecond = (job.users / (performance.now() - startedAt)) * 1000;
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  globalThis.gc();
  const heapMegabytes = process.memoryUsage().heapUsed / 2 ** 20;
  process.stdout.write(JSON.stringify({ perSecond, peakMegabytes, heapMegabytes }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
