import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createAdministrationClient, createImportClient } from "../../src/client/index.js";
import { importUsers } from "../../src/import/index.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { byDay } from "../by-day.js";
import { PROGRAM } from "../cli/run-built-cli.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { seededRandom } from "./kill-run.js";
import { makeUsers, recordsOf } from "./user-records.js";

const numberFrom = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
const USERS = numberFrom("CREDPORT_KILL_USERS", 120);
const KILLS = numberFrom("CREDPORT_KILLS", byDay(12));
const SEED = numberFrom("CREDPORT_KILL_SEED", Math.floor(Math.random() * 2 ** 32));
const temporary = useTemporaryFolder();

/** A service on a port, whose caller is killed at so many of its deletions. */
async function deadlyService(random: () => number, kill: () => void) {
  const rehearsal = createRehearsalService({ service: "supertokens" });
  const every = Math.max(1, Math.floor(USERS / (KILLS + 1)));
  let [deletions, left] = [0, KILLS];
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const { method = "GET", url = "/" } = request;
    const isFatal = url === "/user/remove" && left > 0 && ++deletions % every === 0;
    const moment = isFatal ? Math.floor(random() * 3) : -1;
    if (isFatal) left--;
    if (moment === 0) return kill();
    const reply = await rehearsal.fetch(`http://localhost${url}`, method === "GET" ? { method } : { method, body });
    const text = await reply.text();
    if (moment === 1) return kill();
    response.writeHead(reply.status, { "content-type": "application/json" });
    response.end(text, () => moment === 2 && kill());
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { rehearsal, baseUrl, left: () => left };
}

test(`an undo that is killed ${KILLS} times and resumed leaves nobody whom the import made, and nobody else is gone`, {
  timeout: 600_000,
}, async () => {
  let child: ChildProcess | undefined;
  const service = await deadlyService(seededRandom(SEED), () => void child?.kill("SIGKILL"));
  const { rehearsal, baseUrl } = service;
  const users = makeUsers(USERS);
  const before = {
    email: { id: "before@example.com", isVerified: true },
    thirdPartyId: "x",
    thirdPartyUserId: "1",
  };
  await rehearsal.fetch(`${baseUrl}/recipe/signinup`, { method: "POST", body: JSON.stringify(before) });
  const path = join(temporary.path(), "journal");
  const binding = {
    ...{ input: { bytes: 1, sha256: "test" }, source: "test", baseUrl },
    ...{ tenantPath: "", profile: "supertokens" },
  };
  const run = () => {
    const options = { baseUrl, apiKey: "kill-test", service: "supertokens", fetch: rehearsal.fetch } as const;
    const existing = { policy: "overwrite", administration: createAdministrationClient(options) } as const;
    const client = createImportClient(options);
    return importUsers(recordsOf(users), { existing, client, journal: { path, binding } });
  };
  expect((await run()).progress.imported).toBe(USERS);
  const all = rehearsal.state().counts.users;
  const args = [PROGRAM, "undo", path, "--to", baseUrl, "--yes", "--json"];
  let signal: NodeJS.Signals | null = "SIGKILL";
  for (let code: number | null = null; code === null; ) {
    const env = { ...process.env, CREDPORT_API_KEY: "kill-test" };
    child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "inherit"] });
    [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
    if (code !== null) expect([code, signal, SEED]).toEqual([0, null, SEED]);
  }
  console.log(`undo kill test: ${USERS} users, CREDPORT_KILL_SEED=${SEED}`);
  expect(service.left()).toBe(0);
  expect(rehearsal.state().counts).toMatchObject({ users: 1, devices: 0 });
  // Users whom a killed undo had deleted are imported again as all others are.
  expect((await run()).progress.imported).toBe(USERS);
  expect(rehearsal.state().counts.users).toBe(all);
});
