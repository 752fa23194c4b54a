import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { useTemporaryFolder } from "../../temporary-folder.js";

const BCRYPT = "$2b$04$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ0123u";
// Known answer of hashcat's examples.
const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";
const DIST = pathToFileURL(resolve(import.meta.dirname, "../../../dist/")).href;
const temporary = useTemporaryFolder();
const run = promisify(execFile);

/** Checks a file on one thread and in three, and says whether all is the same, threads that were started, and how it went. */
const PROGRAM = `
import { deepEqual, equal } from "node:assert/strict";
import { inspect } from "node:util";
import { createReadStream } from "node:fs";
import { checkExport } from "${DIST}/check/index.js";
import { checkInThreads } from "${DIST}/check/threads/check-in-threads.js";
import { startThreads } from "${DIST}/check/threads/crew.js";
import { pinInput } from "${DIST}/source/index.js";
const open = () => createReadStream(process.argv[1]);
const toldOf = async (check) => {
  const told = [];
  const report = await check({
    from: "credport",
    now: 0,
    onUser: (user, record) => void told.push([user, record]),
    onLoginOnly: (user, record) => void told.push([user, record]),
    onRejected: (rejection) => void told.push(rejection),
  });
  return { report, told };
};
const read = { here: 0, sent: 0 };
const start = (size, setup) => {
  const crew = startThreads(size, setup);
  const ask = (task) => {
    const answer = crew.ask(task);
    // What is sent to a thread is gone from here.
    read[task.chunk.body.buffer.byteLength > 0 ? "here" : "sent"]++;
    return answer;
  };
  return crew && { size, end: () => crew.end(), roomOf: crew.roomOf, free: crew.free, ask };
};
const alone = await toldOf((options) => checkExport(open, options));
const shared = await toldOf((options) => checkExport(open, { ...options, threads: 3 }));
deepEqual(shared, alone);
// What is shown of a user has no secret in it.
equal(inspect(shared.told.slice(-20), { depth: 9 }), inspect(alone.told.slice(-20), { depth: 9 }));
const seen = await checkInThreads(pinInput(open), { from: "credport" }, {}, { threads: 3, chunkBytes: 20_000, start });
const { source: _, ...counted } = alone.report.value;
deepEqual(seen.value, counted);
console.log(JSON.stringify({ told: alone.told.length, records: seen.value.records, refused: seen.value.refused, ...read }));
`;

it("reads a file in threads as in one, and leaves no thread behind", async () => {
  const file = join(temporary.path(), "users.json");
  const lines = Array.from({ length: 3000 }, (_, n) => {
    // The last one shares a number with somebody in another chunk.
    const phoneNumber = `+1555${String(1_000_000 + (n > 2997 ? n - 2900 : n))}`;
    const password = { email: `a${n}@example.com`, passwordHash: n % 2 === 0 ? BCRYPT : PHPASS };
    const totp = [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 }];
    return JSON.stringify({
      externalUserId: `u${n}`,
      ...(n % 3 === 0 || n > 2997 ? { phoneNumber } : { ...password, totp }),
    });
  });
  await writeFile(file, lines.join("\n"));
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", PROGRAM, file]);
  const { here, sent, ...counts } = JSON.parse(stdout) as Record<"here" | "sent", number>;
  expect(counts).toEqual({ told: 3000, records: 3000, refused: 2 });
  // Both passes: in the second one, those who share a number are refused. The thread that asks reads chunks too.
  expect(here).toBeGreaterThan(0);
  expect(sent).toBeGreaterThan(3);
  expect(here + sent).toBeGreaterThan(10);
});

/** As above, but the threads end while the first users are told. */
const KILLED = `
import { createReadStream } from "node:fs";
import { Worker } from "node:worker_threads";
import { checkExport } from "${DIST}/check/index.js";
const workers = [];
const threads = process.getBuiltinModule("node:worker_threads");
threads.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    workers.push(this);
  }
};
const told = [];
const ended = [];
const onUser = async ({ externalUserId }) => {
  told.push(externalUserId);
  if (told.length === 10) for (const worker of workers) ended.push(await worker.terminate());
};
const report = await checkExport(() => createReadStream(process.argv[1]), { from: "credport", threads: 3, onUser });
console.log(JSON.stringify({ ended: ended.length, told: told.length, different: new Set(told).size, ...report.value }));
`;

it("reads the rest of a file in one thread where its threads are ended from outside, and tells nobody twice", async () => {
  const file = join(temporary.path(), "killed.ndjson");
  // Some ten chunks, of which a few are read ahead.
  const users = 80_000;
  const padding = "x".repeat(150);
  const lines = Array.from({ length: users }, (_, n) =>
    JSON.stringify({
      externalUserId: `u${n}-${padding.slice(0, 80)}`,
      email: `a${n}@${padding}.com`,
      passwordHash: BCRYPT,
    }),
  );
  await writeFile(file, lines.join("\n"));
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", KILLED, file]);
  expect(JSON.parse(stdout)).toMatchObject({
    ended: 2,
    told: users,
    different: users,
    records: users,
    importable: users,
  });
});
