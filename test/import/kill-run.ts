import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { createImportClient } from "../../src/client/index.js";
import {
  type ImportOptions,
  type ImportReport,
  importUsers,
  type OutcomeLine,
  planImport,
  readOutcomes,
} from "../../src/import/index.js";
import { createRehearsalService, type RehearsalService, type RehearsalState } from "../../src/rehearsal/index.js";
import type { Problem } from "../../src/result.js";
import { SERVICE_PROFILES } from "../../src/service/profile.js";
import type { NormalizedUser } from "../../src/source/index.js";
import { recordOf, recordsOf } from "./user-records.js";

export interface KillRun {
  readonly users: readonly NormalizedUser[];
  readonly kills: number;
  readonly concurrency: number;
  readonly seed: number;
  readonly folder: string;
  /** Imported before, in one go; the users of the run are a second export of these. */
  readonly first?: readonly NormalizedUser[];
  /** Requests that the run takes at least; left out, those of the users' plans. */
  readonly leastRequests?: number;
  /** Words before the command that runs the importing process. */
  readonly prefix?: readonly string[];
}

export interface KillRunResult {
  readonly kills: number;
  readonly state: RehearsalState;
  readonly outcomes: readonly OutcomeLine[];
  readonly report: ImportReport;
  readonly problems: readonly Problem[] | undefined;
  /** Requests that went out for a user whose outcome was in the journal already. */
  readonly sentAfterOutcome: number;
  readonly requests: number;
  readonly plannedRequests: number;
}

/** Where in a request's life its sender dies. */
const MOMENTS = ["before it is carried out", "before it is answered", "with its answer", "a little later"] as const;

/**
 * Imports users in a process of its own that is killed at random moments and started
 * again, until it ends by itself. The service lives in this process and survives.
 */
export async function killAndResume({
  users,
  kills,
  concurrency,
  seed,
  folder,
  first,
  leastRequests,
  prefix = [],
}: KillRun): Promise<KillRunResult> {
  const random = seededRandom(seed);
  const plannedRequests =
    leastRequests ?? users.reduce((sum, user) => sum + planImport(user, SERVICE_PROFILES.default).length, 0);
  const moments = killMoments(kills, plannedRequests, random);
  const rehearsal = createRehearsalService();
  const recordsOfKeys = new RecordKeys(users);
  const journal = join(folder, "journal");
  const recordsPath = join(folder, "records.ndjson");
  await writeFile(recordsPath, users.map((user, index) => `${JSON.stringify(recordOf(user, index))}\n`).join(""));

  const done = new Set<number>();
  let child: ChildProcess | undefined;
  let requests = 0;
  let killed = 0;
  let sentAfterOutcome = 0;
  const kill = (): void => {
    if (child?.kill("SIGKILL") === true) killed++;
    // Another request's kill was quicker than a late one: this one is made up for at the next request.
    else moments.unshift(requests + 1);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    requests++;
    const record = recordsOfKeys.find(body);
    if (record !== undefined && done.has(record)) sentAfterOutcome++;
    const isLast = moments[0] !== undefined && requests >= moments[0];
    const moment = isLast ? MOMENTS[Math.floor(random() * MOMENTS.length)] : undefined;
    if (isLast) moments.shift();
    if (moment === "before it is carried out") {
      kill();
      // Half of them never arrive.
      if (random() < 0.5) return;
    }
    const reply = await rehearsal.fetch(`http://localhost${request.url}`, {
      method: request.method ?? "POST",
      headers: headersOf(request),
      body,
    });
    const text = await reply.text();
    recordsOfKeys.learn(record, text);
    if (moment === "before it is answered") kill();
    response.writeHead(reply.status, { "content-type": "application/json" });
    response.end(text, () => {
      if (moment === "with its answer") kill();
      if (moment === "a little later") setTimeout(kill, random() * 5);
    });
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const binding = {
    input: { bytes: 1, sha256: "test" },
    source: "test",
    baseUrl,
    tenantPath: "",
    profile: "default",
  };
  const firstJournal = join(folder, "first.journal");
  const before = { ...binding, input: { bytes: 2, sha256: "first" } };
  if (first !== undefined) await importAll(first, { path: firstJournal, binding: before }, rehearsal);
  const changedSince = first === undefined ? undefined : { journal: firstJournal, passwords: "overwrite" };
  const options = { baseUrl, recordsPath, concurrency, changedSince, journal: { path: journal, binding } };
  try {
    for (;;) {
      const [command = "", ...args] = [...prefix, process.execPath, CHILD, JSON.stringify(options)];
      child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
      const output = await outputOf(child);
      const outcomes = await allOutcomes(journal);
      for (const { record } of outcomes) done.add(record);
      if (output === undefined) continue;
      const { progress: report, problems } = JSON.parse(output) as {
        progress: ImportReport;
        problems?: Problem[];
      };
      const state = rehearsal.state();
      return {
        kills: killed,
        state,
        outcomes,
        report,
        problems,
        sentAfterOutcome,
        requests,
        plannedRequests,
      };
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Past the port, whose requests are counted. */
async function importAll(
  users: readonly NormalizedUser[],
  journal: ImportOptions["journal"],
  { fetch }: RehearsalService,
): Promise<void> {
  const client = createImportClient({ baseUrl: "http://localhost", apiKey: "kill-test", fetch });
  const { ok, progress } = await importUsers(recordsOf(users), { existing: { policy: "overwrite" }, client, journal });
  if (!ok || progress.imported !== users.length) throw new Error("the first import has failed");
}

const CHILD = fileURLToPath(new URL("kill-child.mjs", import.meta.url));

/** What the process printed, or undefined where it was killed. */
async function outputOf(child: ChildProcess): Promise<string | undefined> {
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  if (signal === "SIGKILL") return undefined;
  if (code !== 0) throw new Error(`the importing process ended with ${code ?? signal}`);
  return text;
}

async function allOutcomes(journal: string): Promise<OutcomeLine[]> {
  const outcomes = await readOutcomes(journal);
  const rows: OutcomeLine[] = [];
  // Killed before the journal was begun.
  if (!outcomes.ok) return rows;
  for await (const row of outcomes.value) rows.push(row);
  return rows;
}

/**
 * Numbers of requests, over all runs, at which the sender is killed; spread over the import but for its last tenth, so
 * that a kill which is slow to arrive still finds it running.
 */
function killMoments(kills: number, requests: number, random: () => number): number[] {
  const moments = new Set<number>();
  while (moments.size < Math.min(kills, requests)) moments.add(1 + Math.floor(random() * requests * 0.9));
  return [...moments].sort((a, b) => a - b);
}

/** Which record a request is about, by what appears in its body. */
class RecordKeys {
  readonly #records = new Map<string, number>();

  constructor(users: readonly NormalizedUser[]) {
    users.forEach(({ email, phoneNumber, thirdParty }, index) => {
      for (const key of [email, phoneNumber, ...thirdParty.map(({ thirdPartyUserId }) => thirdPartyUserId)]) {
        if (key !== undefined) this.#records.set(key, index);
      }
    });
  }

  find(body: string): number | undefined {
    let found: number | undefined;
    JSON.parse(body, (_name, value) => {
      if (typeof value === "string") found ??= this.#records.get(value);
      return value;
    });
    return found;
  }

  /** Codes and user IDs of a reply belong to the same record from here on. */
  learn(record: number | undefined, reply: string): void {
    if (record === undefined || !reply.startsWith("{")) return;
    const { preAuthSessionId, recipeUserId, user } = JSON.parse(reply) as Record<string, unknown>;
    const userId = (user as { id?: unknown } | undefined)?.id;
    for (const key of [preAuthSessionId, recipeUserId, userId]) {
      if (typeof key === "string") this.#records.set(key, record);
    }
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const { rid } = headers;
  return typeof rid === "string" ? { rid, "api-key": "kill-test" } : { "api-key": "kill-test" };
}

/** mulberry32: small, and the same numbers everywhere. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Each device is there under its name; one whose call was cut off may be there under a further number, too. */
export function expectDevices(names: readonly string[], totp: NormalizedUser["totp"]): void {
  const wanted = totp.map(({ deviceName = "Imported TOTP device" }) => deviceName);
  expect(names).toEqual(expect.arrayContaining(wanted));
  const others = names.filter((name) => !wanted.includes(name));
  expect(others.filter((name) => !wanted.includes(name.replace(/ \d+$/, "")))).toEqual([]);
}
