import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { type ImportReport, type OutcomeLine, readOutcomes } from "../../../src/import/index.js";
import { createRehearsalService } from "../../../src/rehearsal/index.js";
import type { Problem } from "../../../src/result.js";
import type { NormalizedUser } from "../../../src/source/index.js";
import { byDay } from "../../by-day.js";
import { seededRandom } from "../kill-run.js";
import { makeUsers, recordOf } from "../user-records.js";

const numberFrom = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
const USERS = numberFrom("CREDPORT_KILL_USERS", 250);
const KILLS = numberFrom("CREDPORT_KILLS", byDay(18));
const SEED = numberFrom("CREDPORT_KILL_SEED", Math.floor(Math.random() * 2 ** 32));

const MOMENTS = ["before it is carried out", "before it is answered", "with its answer", "a little later"];

/** The service, on a port, whose callers are killed at random moments of requests. */
async function startDeadlyService(random: () => number, kill: () => boolean) {
  const rehearsal = createRehearsalService({ service: "supertokens", bulk: { delayMs: 20 } });
  const sent = new Map<string, number>();
  let left = KILLS;
  const moment = (url = "") => {
    // The call with the users is the one that matters most.
    const isLikely = random() < (url === "/bulk-import/users" ? 0.5 : 0.04);
    return left > 0 && isLikely ? MOMENTS[Math.floor(random() * MOMENTS.length)] : undefined;
  };
  const strike = () => {
    if (left > 0 && kill()) left--;
  };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const { method = "GET", url = "/" } = request;
    const when = moment(url);
    if (when === "before it is carried out") {
      strike();
      // Half of them never arrive.
      if (random() < 0.5) return;
    }
    const init = method === "GET" ? { method } : { method, body };
    const reply = await rehearsal.fetch(`http://localhost${url}`, init);
    const text = await reply.text();
    if (method === "POST" && url === "/bulk-import/users" && reply.ok) {
      const { users } = JSON.parse(body) as { users: { externalUserId: string }[] };
      for (const { externalUserId: id } of users) sent.set(id, (sent.get(id) ?? 0) + 1);
    }
    if (when === "before it is answered") strike();
    response.writeHead(reply.status, { "content-type": "application/json" });
    response.end(text, () => {
      if (when === "with its answer") strike();
      if (when === "a little later") setTimeout(strike, random() * 5);
    });
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    rehearsal,
    sent,
    left: () => left,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
}

interface Ended {
  readonly progress: ImportReport;
  readonly problems?: readonly Problem[];
}

/** What the process printed, or undefined where it was killed. */
async function outputOf(child: ChildProcess): Promise<Ended | undefined> {
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  if (signal === "SIGKILL") return undefined;
  expect(code).toBe(0);
  return JSON.parse(text) as Ended;
}

async function outcomesIn(journal: string): Promise<readonly OutcomeLine[]> {
  const outcomes = await readOutcomes(journal);
  const rows: OutcomeLine[] = [];
  if (outcomes.ok) for await (const row of outcomes.value) rows.push(row);
  return rows;
}

const CHILD = fileURLToPath(new URL("kill-bulk-child.mjs", import.meta.url));

test(`a bulk import that is killed ${KILLS} times and resumed loses nobody and makes nobody twice`, {
  timeout: 600_000,
}, async () => {
  const isBuilt = existsSync(new URL("../../../dist/import/index.js", import.meta.url));
  expect(isBuilt, "npm run build comes first").toBe(true);
  const folder = await mkdtemp(join(tmpdir(), "credport-kill-bulk-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const users = makeUsers(USERS);
  let child: ChildProcess | undefined;
  const service = await startDeadlyService(seededRandom(SEED), () => child?.kill("SIGKILL") === true);
  const { rehearsal, sent, baseUrl } = service;
  const recordsPath = join(folder, "records.ndjson");
  const lines = users.map((user, index) => `${JSON.stringify(recordOf(user, index))}\n`);
  await writeFile(recordsPath, lines.join(""));
  const binding = { input: { bytes: 1, sha256: "test" }, source: "test", baseUrl, tenantPath: "" };
  const journal = { path: join(folder, "journal"), binding: { ...binding, profile: "supertokens" } };
  const bulk = { batchUsers: 25, batchesInRound: 3, pollMs: 5, readBack: 5 };
  const options = JSON.stringify({ baseUrl, recordsPath, journal, bulk });
  let ended: Ended | undefined;
  while (ended === undefined) {
    child = spawn(process.execPath, [CHILD, options], { stdio: ["ignore", "pipe", "inherit"] });
    ended = await outputOf(child);
  }
  console.log(`bulk kill test: ${USERS} users, CREDPORT_KILL_SEED=${SEED}, ${ended.progress.reconciled} reconciled`);
  expect(service.left()).toBe(0);
  expect(ended.problems).toBeUndefined();
  const { records, imported, unfinished, failed } = ended.progress;
  expect({ records, imported, unfinished, failed }).toEqual({
    ...{ records: USERS, imported: USERS, unfinished: 0, failed: 0 },
  });
  const outcomes = await outcomesIn(journal.path);
  expect(new Set(outcomes.map(({ record }) => record)).size).toBe(USERS);
  expect(outcomes.every(({ outcome }) => outcome === "imported")).toBe(true);
  expect(outcomes.flatMap(({ problems = [] }) => problems)).toEqual([]);
  // Nobody whom the service had was sent once more.
  expect([...sent].filter(([, times]) => times !== 1)).toEqual([]);
  await expectAllThere(rehearsal, users);
  expect((await readdir(folder)).sort()).toEqual(["journal", "records.ndjson"]);
});

async function expectAllThere(
  rehearsal: ReturnType<typeof createRehearsalService>,
  users: readonly NormalizedUser[],
): Promise<void> {
  const { counts, devices } = rehearsal.state();
  expect(counts.users).toBe(users.length);
  expect(devices).toHaveLength(users.flatMap(({ totp }) => totp).length);
  for (const { externalUserId, passwordHash, thirdParty, phoneNumber } of users) {
    const reply = await rehearsal.fetch(`http://localhost/user/id?userId=${externalUserId}`);
    const { user } = (await reply.json()) as { user: { loginMethods: { recipeId: string }[] } };
    expect(user.loginMethods.map(({ recipeId }) => recipeId).sort()).toEqual(
      [
        ...(passwordHash === undefined ? [] : ["emailpassword"]),
        ...thirdParty.map(() => "thirdparty"),
        ...(phoneNumber === undefined ? [] : ["passwordless"]),
      ].sort(),
    );
  }
  const left = await (await rehearsal.fetch("http://localhost/bulk-import/users/count")).json();
  expect(left).toMatchObject({ count: 0 });
}
