import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { createRehearsalService, type RehearsalOptions, type RehearsalService } from "../../src/rehearsal/index.js";
import { INTERFACE_VERSIONS } from "../../src/rehearsal/internal.js";
import { countCalls, runContract } from "./run-contract.mjs";

const API_KEY = "contract-key-0123456789";
const VERSIONS = ["2.7", "2.21", "3.0", "3.1", "4.0", "5.0", "5.1", "5.2", "5.3", "5.4"];

const service = (options: RehearsalOptions = {}): RehearsalService =>
  createRehearsalService({
    service: "supertokens",
    apiKeys: [API_KEY],
    tenants: ["t1"],
    interfaceVersions: VERSIONS,
    ...options,
  });

type Send = (path: string, init: RequestInit) => Promise<Response>;

const sendTo =
  ({ fetch }: RehearsalService): Send =>
  (path, init) =>
    fetch(`http://localhost${path}`, init);

const compare = (live: Send, known = sendTo(service())) =>
  runContract({ live, known, apiKey: API_KEY, tenant: "t1", versions: VERSIONS, run: "test" });

interface Answered {
  readonly text: string;
  readonly status: number;
}

type Change = (answered: Answered, path: string) => Answered;

/** A service whose answers are changed on their way. */
function changed(live: RehearsalService, changes: readonly Change[]): Send {
  return async (path, init) => {
    const response = await sendTo(live)(path, init);
    const answered = { text: await response.text(), status: response.status };
    const { text, status } = changes.reduce((before, change) => change(before, path), answered);
    return new Response(text, { status, headers: response.headers });
  };
}

const RUN = fileURLToPath(new URL("run.mjs", import.meta.url));

async function runCommand(...args: readonly string[]) {
  const env = { ...process.env, CREDPORT_API_KEY: API_KEY };
  const child = spawn(process.execPath, [RUN, ...args], { env });
  const read = async (stream: NodeJS.ReadableStream) => {
    let text = "";
    for await (const chunk of stream) text += chunk;
    return text;
  };
  const [out, err, [exitCode]] = await Promise.all([read(child.stdout), read(child.stderr), once(child, "close")]);
  return { exitCode, out, err };
}

describe("npm run contract", () => {
  it("prints each kind of difference, in words and as JSON, and ends with exit code 1", async () => {
    const changes: readonly Change[] = [
      // Another status; another text; text in the place of JSON; a field that is missing; a user who stays.
      ({ text, status }, path) => ({ text, status: path === "/recipe/contract/none" ? 500 : status }),
      ({ text, status }) => ({
        text: text.replace("Please provide exactly one of", "Provide one of"),
        status,
      }),
      ({ text, status }) => ({ text: text.replace('"isPrimaryUser":true,', ""), status }),
      ({ text, status }, path) => ({
        text: path === "/recipe/multitenancy/tenant/v2" ? "a page\n" : text,
        status: path === "/user/remove" ? 403 : status,
      }),
    ];
    const send = changed(service(), changes);
    const server = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request.setEncoding("latin1")) body += chunk;
      const { url = "/", method = "GET" } = request;
      const headers = new Headers(request.headers as Record<string, string>);
      const init = method === "GET" ? { method, headers } : { method, headers, body: Buffer.from(body, "latin1") };
      const answer = await send(url, init);
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
      response.end(await answer.text());
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { exitCode, out, err } = await runCommand("--to", to, "--tenant", "t1");
    expect([exitCode, err]).toEqual([1, ""]);
    expect(out).toContain("a path that there is not\n  service    500 Not found\n  rehearsal  404 Not found\n");
    expect(out).toMatch(/service {4}400 Provide one of .*\n {2}rehearsal {2}400 Please provide exactly one of/);
    expect(out).toMatch(/the tenant public\n {2}service {4}200 a page\n {2}rehearsal {2}200 \{/);
    expect(out).toMatch(/\d+ calls, \d+ answered differently\nNot removed: /);
    const json = JSON.parse((await runCommand("--to", to, "--tenant", "t1", "--json")).out);
    expect(json.differences.length).toBeGreaterThan(4);
  });

  it("finds a rehearsal alike, says in its help how many calls it sends, and needs an address", async () => {
    const { url, close } = await service().listen();
    onTestFinished(close);
    const { exitCode, out } = await runCommand("--to", url, "--tenant", "t1");
    const [, calls = "0"] = /^(\d+) calls, 0 answered differently\n$/.exec(out) ?? [];
    expect([exitCode, Number(calls)]).toEqual([0, countCalls(VERSIONS)]);
    const help = await runCommand("--help");
    expect(help.out).toContain(`Sends ${countCalls(INTERFACE_VERSIONS)} calls or fewer`);
    expect((await runCommand()).exitCode).toBe(2);
  });
});

describe("the contract", () => {
  it("makes more than two hundred calls, finds the rehearsal alike, and leaves nothing behind", async () => {
    const live = service();
    const listening = await live.listen();
    const { calls, differences, left } = await compare((path, init) => fetch(listening.url + path, init));
    await listening.close();
    expect(differences).toEqual([]);
    expect(left).toEqual([]);
    expect(calls).toBeGreaterThan(200);
    expect(live.state().counts).toMatchObject({ users: 0, devices: 0 });
  });

  it("finds a service that reads bodies without a charset as UTF-8", async () => {
    const live = sendTo(service());
    const { differences } = await compare((path, init) => {
      const headers = { ...(init.headers as Record<string, string>) };
      return live(path, {
        ...init,
        headers: { ...headers, "content-type": "application/json; charset=utf-8" },
      });
    });
    const names = differences.map(({ name }) => name);
    expect(names).toContain("non-ASCII without a charset: sign up");
    expect(names.every((name) => name.startsWith("non-ASCII "))).toBe(true);
  });

  it("finds what a service answers otherwise", async () => {
    const changes: Readonly<Record<string, Change>> = {
      "GET /recipe/signup": ({ text, status }) => ({ text, status: status === 405 ? 404 : status }),
      "4.5: recipeUserId is absent": ({ text, status }) => ({
        text: text.replace("is invalid in JSON input", "is invalid"),
        status,
      }),
      "4.1 again": ({ text, status }) => ({
        text: text.replace("DEVICE_ALREADY_EXISTS_ERROR", "OK"),
        status,
      }),
      "the verified user": ({ text, status }, path) => ({
        text: path.startsWith("/user/id") ? text.replaceAll('"verified":true', '"verified":false') : text,
        status,
      }),
      "4.5": ({ text, status }) => ({ text: text.replace('"isPrimaryUser":true,', ""), status }),
    };
    const { calls, differences } = await compare(changed(service(), Object.values(changes)));
    const names = differences.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(changes)));
    expect(names.length).toBeLessThan(calls / 2);
  });

  it("finds a licence that is missing, a version less, and tenants that should not be there", async () => {
    const other = service({ licensed: false, interfaceVersions: VERSIONS.slice(0, -1), tenants: undefined });
    const { differences } = await compare(sendTo(other));
    const names = differences.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["features", "versions", "4.1", "4.7 at /contract-no-such-tenant"]));
  });

  it("finds errors that come in bursts", async () => {
    const { differences } = await compare(sendTo(service({ faults: [{ kind: "500", burst: 2, every: 90 }] })));
    expect(differences.some(({ live, known }) => live.status === 500 && known.status !== 500)).toBe(true);
  });
});
