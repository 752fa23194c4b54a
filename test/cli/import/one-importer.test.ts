import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createRehearsalService, type RehearsalService } from "../../../src/rehearsal/index.js";
import { NAMESPACE_FLAGS, NAMESPACES } from "../../files/namespaces.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { PROGRAM } from "../run-built-cli.js";

const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);
const USERS = 200;

/** A service that answers some requests, and the others once it is told to. */
async function startHolding(service: RehearsalService) {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let requests = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (++requests > USERS / 2) await released;
    const { "api-key": key = "", rid = "" } = request.headers;
    const reply = await service.fetch(`http://localhost${request.url}`, {
      method: request.method ?? "POST",
      headers: { "api-key": String(key), rid: String(rid) },
      body,
    });
    response.writeHead(reply.status, { "content-type": "application/json" }).end(await reply.text());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, release };
}

test("of two processes on one journal, one imports, also by a symbolic link", () => expectOneImporter([]));

NAMESPACES.test("so it is in two containers that share a host name", () => expectOneImporter(NAMESPACE_FLAGS));

async function expectOneImporter(prefix: readonly string[]): Promise<void> {
  expect(existsSync(PROGRAM), "npm run build comes first").toBe(true);
  const service = createRehearsalService({ apiKeys: ["k"] });
  const { url, release } = await startHolding(service);
  const users = Array.from({ length: USERS }, (_, index) => ({
    localId: `u${index}`,
    phoneNumber: `+1555${String(index).padStart(7, "0")}`,
  }));
  writeFileSync(place("users.json"), JSON.stringify({ users }));
  symlinkSync("users.json.journal", place("link"));
  const start = (...more: string[]) => {
    const program = [process.execPath, PROGRAM, "import", place("users.json"), "--from", "firebase"];
    const [command = "", ...args] = [
      ...prefix,
      ...program,
      "--to",
      url,
      "--service",
      "default",
      "--existing",
      "overwrite",
      "--no-preflight",
      "--json",
      ...more,
    ];
    const child = spawn(command, args, {
      env: { ...process.env, CREDPORT_API_KEY: "k" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  };
  const endOf = async (child: ReturnType<typeof start>) => {
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      out += chunk;
    });
    await once(child, "close");
    return JSON.parse(out);
  };
  const first = start();
  const ending = endOf(first);
  await expect.poll(() => service.state().counts.users).toBeGreaterThan(5);
  for (const journal of [[], ["--journal", place("link")]]) {
    expect(await endOf(start(...journal))).toMatchObject({
      records: 0,
      stopped: { code: "import/journal-locked" },
    });
  }
  expect(service.state().counts.users).toBeLessThan(USERS);
  release();
  expect(await ending).toMatchObject({ imported: USERS, stopped: null });
  const begun = readFileSync(place("users.json.journal"), "utf8").match(/"begun"/g);
  expect(begun).toHaveLength(USERS);
  expect(temporary.entries()).toEqual(["link", "users.json", "users.json.journal"]);
}
