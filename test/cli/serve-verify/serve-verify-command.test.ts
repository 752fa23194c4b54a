import { spawn } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { BCRYPT, PHPASS, SECRET } from "../../serve/call.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";
import { PROGRAM } from "../run-built-cli.js";

const temporary = useTemporaryFolder();
const OTHER_SECRET = "the secret that is to come";

/** The file that `check --fallback` writes, and the secrets. */
function files() {
  const store = join(temporary.path(), "users.ndjson");
  const users = [
    { externalUserId: "1", identifiers: ["ann@example.com"], email: "ann@example.com", passwordHash: BCRYPT },
    {
      externalUserId: "2",
      identifiers: ["bob@example.com", "bob"],
      email: "bob@example.com",
      passwordHash: PHPASS,
    },
  ];
  writeFileSync(store, users.map((user) => `${JSON.stringify(user)}\n`).join(""));
  const secrets = join(temporary.path(), "secret.txt");
  writeFileSync(secrets, `${SECRET}\n${OTHER_SECRET}\n`);
  chmodSync(secrets, 0o600);
  return { store, secrets };
}

type Ask = (identifier: string, password: string, headers?: Record<string, string>) => Promise<number>;

function asker(url: string): Ask {
  return async (identifier, password, headers = { authorization: `Bearer ${SECRET}` }) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ identifier, password }),
    });
    await response.arrayBuffer();
    return response.status;
  };
}

/** A call whose body is still to be written, and all that is answered until the connection is closed. */
function openCall(url: string, headers: readonly string[]) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  const head = [
    "POST / HTTP/1.1",
    "host: x",
    `authorization: Bearer ${SECRET}`,
    "content-type: application/json",
    ...headers,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  let text = "";
  socket.setEncoding("utf8").on("data", (piece) => {
    text += piece;
  });
  const reply = new Promise<string>((resolve) => socket.once("close", () => resolve(text)));
  return { socket, reply };
}

describe("in a test's process", () => {
  let stop: (() => Promise<void>) | undefined;
  afterEach(() => stop?.());

  async function started(flags: readonly string[]) {
    const fake = fakeIo();
    const { store } = files();
    const running = runCli(["serve-verify", "--store", store, "--port", "0", "--json", ...flags], fake.io);
    await expect.poll(() => fake.out() + fake.err()).toContain("\n");
    const { url, ...settings } = JSON.parse(fake.out().split("\n")[0] as string) as { url: string };
    stop = async () => {
      stop = undefined;
      fake.interrupt();
      expect(await running).toBe(0);
    };
    return { url, settings, ask: asker(url), fake, end: () => stop?.() };
  }
  const secretFile = () => ["--secret-file", join(temporary.path(), "secret.txt")];

  it("answers, counts what it answered, and names nobody", async () => {
    const { url, settings, ask, fake, end } = await started(["--shape", "ory", "--log", ...secretFile()]);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(settings).toEqual({ shape: "ory", auth: "bearer", left: 2 });
    expect(await ask("ann@example.com", "U*U")).toBe(200);
    expect(await ask("ANN@example.com", "U*U", { authorization: `Bearer ${OTHER_SECRET}` })).toBe(200);
    expect(await ask("bob", "hashcat")).toBe(200);
    expect(await ask("bob", "U*U")).toBe(403);
    expect(await ask("ann@example.com", "U*U", {})).toBe(401);
    await end();
    const lines = fake.out().trimEnd().split("\n");
    expect(JSON.parse(lines.at(-1) as string)).toEqual({ match: 3, refused: 1, "serve/caller-refused": 1 });
    const log = lines.slice(1, -1).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(log.map(({ status, answer, problems }) => [status, answer, problems])).toEqual([
      [200, "match", []],
      [200, "match", []],
      [200, "match", []],
      [403, "refused", []],
      [401, null, ["serve/caller-refused"]],
    ]);
    expect(fake.out() + fake.err()).not.toMatch(/ann@|bob|U\*U|hashcat|secret that|\$2a\$/);
  });

  it("forgets whoever got in where it is asked to, and keeps them otherwise", async () => {
    const first = await started(["--shape", "ory", ...secretFile()]);
    expect(await first.ask("ann@example.com", "U*U")).toBe(200);
    expect(await first.ask("ann@example.com", "U*U")).toBe(200);
    await first.end();
    const second = await started(["--shape", "ory", "--forget", ...secretFile()]);
    expect(await second.ask("bob", "wrong")).toBe(403);
    expect(await second.ask("ann@example.com", "U*U")).toBe(200);
    expect(await second.ask("ann@example.com", "U*U")).toBe(403);
    expect(await second.ask("bob", "hashcat")).toBe(200);
    await second.end();
    const { io, out } = fakeIo();
    await runCli(["fallback", "status", join(temporary.path(), "users.ndjson"), "--json"], io);
    expect(JSON.parse(out())).toMatchObject({ left: 0 });
  });

  it("lets a user with a second factor in only where their loss is accepted, and says so", async () => {
    files();
    const store = join(temporary.path(), "with-totp.ndjson");
    const totp = [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 }];
    const ann = { externalUserId: "1", identifiers: ["ann@example.com"], passwordHash: BCRYPT, totp };
    writeFileSync(store, `${JSON.stringify(ann)}\n`);
    const flags = ["--store", store, "--shape", "ory", ...secretFile()];
    const first = await started([...flags, "--log"]);
    expect(await first.ask("ann@example.com", "U*U")).toBe(403);
    await first.end();
    expect(first.fake.out()).toContain('"problems":["serve/second-factor-lost"],"userId":"1"');
    expect(first.fake.out()).not.toContain("GEZD");
    const second = await started([...flags, "--log", "--second-factors", "accept-loss"]);
    expect(await second.ask("ann@example.com", "U*U")).toBe(200);
    await second.end();
    expect(second.fake.out()).toContain('"problems":["serve/second-factor-lost"],"userId":"1"');
  });

  it("takes the secret as it is sent, or from whoever is let through by a proxy", async () => {
    const header = await started(["--shape", "ory", "--auth", "header:X-Hook-Secret", ...secretFile()]);
    expect(await header.ask("bob", "hashcat", { "x-hook-secret": SECRET })).toBe(200);
    expect(await header.ask("bob", "hashcat")).toBe(401);
    await header.end();
    const front = await started(["--shape", "ory", "--auth", "in-front"]);
    expect(await front.ask("bob", "hashcat", {})).toBe(200);
    expect(await front.ask("bob", "hashcat", { origin: "http://page.example" })).toBe(403);
    expect(await front.ask("bob", "hashcat", { "sec-fetch-site": "cross-site" })).toBe(403);
    await front.end();
    expect(front.fake.out()).toContain('"serve/caller-refused":2');
    const pairs = join(temporary.path(), "pairs.txt");
    writeFileSync(pairs, "okta:a long password\n");
    const basic = await started(["--shape", "ory", "--auth", "basic", "--secret-file", pairs]);
    const authorization = `Basic ${Buffer.from("okta:a long password").toString("base64")}`;
    expect(await basic.ask("bob", "hashcat", { authorization })).toBe(200);
    expect(await basic.ask("bob", "hashcat")).toBe(401);
  });

  /** The status of a call under this name: a page whose own name was pointed here sends it. */
  const calledAs = (url: string, host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { host, "content-type": "application/json" };
      const call = request(url, { method: "POST", headers }, (response) => {
        response.resume().once("end", () => resolve(response.statusCode));
      });
      call.once("error", reject);
      call.end(JSON.stringify({ identifier: "bob", password: "hashcat" }));
    });

  it("takes no call under a name that is not its own where it asks for no secret", async () => {
    const front = await started(["--shape", "ory", "--auth", "in-front"]);
    const { host, port } = new URL(front.url);
    for (const own of [host, `localhost:${port}`]) expect(await calledAs(front.url, own)).toBe(200);
    for (const other of ["rebound.example", `rebound.example:${port}`, "127.0.0.1", "127.0.0.1:1"])
      expect([other, await calledAs(front.url, other)]).toEqual([other, 403]);
    await front.end();
    const named = ["--proxy-name", "Verify.example.com", "--proxy-name", "10.0.0.7"];
    const proxied = await started(["--shape", "ory", "--auth", "in-front", ...named]);
    for (const own of ["verify.example.com", "verify.example.com:8443", "10.0.0.7", new URL(proxied.url).host])
      expect([own, await calledAs(proxied.url, own)]).toEqual([own, 200]);
    expect(await calledAs(proxied.url, "rebound.example")).toBe(403);
  });

  it("takes a token that the service has signed, by the keys that it publishes", async () => {
    const { publicKey, privateKey } = await generateKeyPair("RS256");
    const jwk = { ...(await exportJWK(publicKey)), kid: "one" };
    let asked = 0;
    const keys = createServer((_, response) => {
      asked++;
      response.end(JSON.stringify({ keys: [jwk] }));
    });
    await new Promise<void>((resolve) => keys.listen(0, "127.0.0.1", resolve));
    const { port } = keys.address() as AddressInfo;
    const settings = { issuer: "https://issuer.example/v2.0", audience: "app", claims: { azp: "entra" } };
    const tokenFile = join(temporary.path(), "token.json");
    // As an editor of Windows saves it.
    writeFileSync(tokenFile, `\ufeff${JSON.stringify({ ...settings, keys: `http://127.0.0.1:${port}/keys` })}`);
    const { ask, end } = await started(["--shape", "ory", "--auth", "token", "--token-file", tokenFile]);
    const signed = (audience: string) =>
      new SignJWT(settings.claims)
        .setProtectedHeader({ alg: "RS256", kid: "one" })
        .setIssuer(settings.issuer)
        .setAudience(audience)
        .setExpirationTime("5m")
        .sign(privateKey);
    expect(await ask("bob", "hashcat", { authorization: `Bearer ${await signed("app")}` })).toBe(200);
    expect(await ask("bob", "hashcat", { authorization: `Bearer ${await signed("app")}` })).toBe(200);
    expect(await ask("bob", "hashcat", { authorization: `Bearer ${await signed("another")}` })).toBe(401);
    expect(await ask("bob", "hashcat")).toBe(401);
    expect(asked).toBe(1);
    await end();
    await new Promise((resolve) => keys.close(resolve));
  });

  it("answers a flood with what is known or with 503, and the next call as before", async () => {
    const { ask, end, fake } = await started(["--shape", "ory", ...secretFile()]);
    const calls = Array.from({ length: 240 }, (_, index) =>
      index % 3 === 0
        ? ask("ann@example.com", "U*U")
        : ask("ann@example.com", `guess ${index}`, index % 3 === 1 ? undefined : {}),
    );
    const statuses = await Promise.all(calls);
    expect([...new Set(statuses.filter((_, index) => index % 3 === 2))]).toEqual([401]);
    const seen = new Set(statuses.filter((_, index) => index % 3 === 0));
    expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const guessed = new Set(statuses.filter((_, index) => index % 3 === 1));
    expect([...guessed].filter((status) => status !== 403 && status !== 503)).toEqual([]);
    expect(await ask("ann@example.com", "U*U")).toBe(200);
    await end();
    const counts = JSON.parse(fake.out().trimEnd().split("\n").at(-1) as string) as Record<string, number>;
    expect(counts["serve/caller-refused"]).toBe(80);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(241);
  });

  it("holds each verification and all of them together to the limits that are given", async () => {
    // What unknown users cost has to be within the limits too.
    const common = join(temporary.path(), "common.txt");
    writeFileSync(common, `\ufeff${PHPASS}\n`);
    const flags = ["--shape", "ory", "--log", "--limit", "bcryptCost=4", "--common-hash-file", common];
    const tight = await started([...flags, ...secretFile()]);
    expect(await tight.ask("ann@example.com", "U*U")).toBe(403);
    expect(await tight.ask("bob", "hashcat")).toBe(200);
    await tight.end();
    expect(tight.fake.out()).toContain("verify/cost-over-limit");
    const load = ["--limit", "concurrency=1", "--limit", "totalMemoryBytes=1048576", "--limit", "queueLength=1"];
    const narrow = await started(["--shape", "ory", ...load, ...secretFile()]);
    // One computes, one waits: others have to come again.
    const statuses = await Promise.all(Array.from({ length: 40 }, () => narrow.ask("ann@example.com", "U*U")));
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(await narrow.ask("ann@example.com", "U*U")).toBe(200);
  });

  it("answers as many calls at a time as are given, and tells others to come again", async () => {
    const { url, ask } = await started(["--shape", "ory", "--calls", "1", ...secretFile()]);
    const body = JSON.stringify({ identifier: "bob", password: "hashcat" });
    const { socket, reply } = openCall(url, ["connection: close", `content-length: ${body.length}`]);
    // The body does not come: the call is one of those that are answered.
    await expect.poll(() => ask("bob", "hashcat")).toBe(503);
    socket.write(body);
    expect(await reply).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask("bob", "hashcat")).toBe(200);
  });

  it("serves Keycloak's GET over HTTP, with a name that is encoded", async () => {
    const { url } = await started(["--shape", "keycloak", ...secretFile()]);
    // Two slashes are what Keycloak sends to an address that was given with one at its end.
    for (const path of ["/auth/bob%40example.com", "//bob@example.com", "//bob"]) {
      const reply = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${SECRET}` } });
      // The user name of the record, whichever of its identifiers was typed: one account at Keycloak.
      expect(await reply.json()).toMatchObject({ id: "2", username: "bob", enabled: true });
    }
  });

  it("refuses a body without end before it has come, and stays up", async () => {
    const { url, ask } = await started(["--shape", "ory", ...secretFile()]);
    const { socket, reply } = openCall(url, ["transfer-encoding: chunked"]);
    const chunk = `${(10_000).toString(16)}\r\n${"x".repeat(10_000)}\r\n`;
    for (let index = 0; index < 20; index++) socket.write(chunk);
    expect(await reply).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close[\s\S]*serve\/body-too-large/i);
    expect(await ask("bob", "hashcat")).toBe(200);
  });
});

describe("settings that can't be used", () => {
  beforeEach(() => files());
  const at = (name: string) => join(temporary.path(), name);
  it.each<[readonly string[], string]>([
    [["--shape", "ory"], "--secret-file is missing"],
    [
      ["--shape", "ory", "--secret-file", "secret.txt", "--second-factors", "require-enrolment"],
      "--private-key-file and --second-factors, and at what --help says",
    ],
    [["--shape", "ory", "--auth", "in-front", "--secret-file", "secret.txt"], "takes no --secret-file"],
    [["--shape", "ory", "--secret-file", "secret.txt", "--proxy-name", "a.example"], "takes no --proxy-name"],
    [["--shape", "ory", "--auth", "in-front", "--proxy-name", "a.example:443"], "without port and path"],
    [["--shape", "ory", "--auth", "in-front", "--proxy-name", "https://a.example"], "without port and path"],
    [["--shape", "ory", "--auth", "token"], "--token-file is missing"],
    [["--shape", "ory", "--auth", "bearer", "--token-file", "short.txt"], "takes no --token-file"],
    [["--shape", "ory", "--auth", "token", "--token-file", "short.txt"], "it is not a JSON object"],
    [["--shape", "ory", "--auth", "token", "--token-file", "other.txt"], "has a field beside"],
    [["--shape", "ory", "--auth", "token", "--token-file", "claims.txt"], "claims is not a JSON object"],
    [["--shape", "ory", "--auth", "token", "--token-file", "texts.txt"], "have to be texts"],
    [["--shape", "ory", "--auth", "token", "--token-file", "plain.txt"], "begins with https"],
    [["--shape", "ory", "--auth", "header:", "--secret-file", "secret.txt"], "--auth is not bearer"],
    [["--shape", "ory", "--auth", "cookie", "--secret-file", "secret.txt"], "--auth is not bearer"],
    [["--shape", "ory", "--secret-file", "short.txt"], "16 or more characters"],
    [["--shape", "ory", "--secret-file", "empty.txt"], "there is no secret"],
    [["--shape", "entra", "--auth", "in-front"], "--private-key-file is missing"],
    [["--shape", "entra", "--auth", "in-front", "--private-key-file", "short.txt"], "must be PKCS #8 in PEM"],
    [["--shape", "ory", "--auth", "basic", "--secret-file", "secret.txt"], "--auth basic must be user:password"],
    [["--shape", "ory", "--auth", "header:a b", "--secret-file", "secret.txt"], "--auth header:<name> must be"],
    [["--shape", "ory", "--calls", "0", "--secret-file", "secret.txt"], "--calls is not a number from 1"],
    [["--shape", "ory", "--calls", "9e9", "--secret-file", "secret.txt"], "--calls is not a number from 1"],
    [["--shape", "ory", "--port", "x", "--secret-file", "secret.txt"], "--port is not a number"],
    [["--shape", "ory", "--secret-file", "none.txt"], "cannot read"],
    [["--shape", "ory", "--limit", "calls=9", "--secret-file", "secret.txt"], "with one of these names"],
    [["--shape", "ory", "--limit", "bcryptCost=9", "--secret-file", "secret.txt"], "bcrypt of cost 10 without"],
    [
      ["--shape", "ory", "--common-hash-file", "short.txt", "--secret-file", "secret.txt"],
      "the hash of --common-hash-file",
    ],
    [["--shape", "ory", "--limit", "concurrency=many", "--secret-file", "secret.txt"], "give name=number"],
    [["--shape", "other", "--secret-file", "secret.txt"], "it must be one of"],
  ])("%j", async (flags, message) => {
    writeFileSync(at("short.txt"), "short\n");
    writeFileSync(at("empty.txt"), "\n");
    const token = { issuer: "i", audience: "a", keys: "http://keys.example.com/" };
    writeFileSync(at("plain.txt"), JSON.stringify(token));
    writeFileSync(at("texts.txt"), JSON.stringify({ ...token, claims: { azp: 1 } }));
    writeFileSync(at("claims.txt"), JSON.stringify({ ...token, claims: [] }));
    writeFileSync(at("other.txt"), JSON.stringify({ ...token, secret: "x" }));
    const fake = fakeIo();
    const given = flags.map((flag) => (flag.endsWith(".txt") ? at(flag) : flag));
    expect(await runCli(["serve-verify", "--store", at("users.ndjson"), ...given], fake.io)).toBe(2);
    expect(fake.err()).toContain(message);
    expect(fake.err()).not.toContain(SECRET);
  });

  it("has to have its file", async () => {
    const fake = fakeIo();
    const args = ["serve-verify", "--store", at("none.ndjson"), "--shape", "ory", "--secret-file", at("secret.txt")];
    expect(await runCli(args, fake.io)).toBe(2);
    expect(fake.err()).toContain("credport:");
  });
});

it("runs as the program, and ends on the system's signal", async () => {
  const { store, secrets } = files();
  const args = ["serve-verify", "--store", store, "--shape", "okta", "--secret-file", secrets, "--port", "0"];
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  await expect.poll(() => out).toContain("Ctrl-C");
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0] as string;
  expect(out).toContain("Verification for okta");
  const reply = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${SECRET}`, "content-type": "application/json" },
    body: JSON.stringify({
      eventType: "com.okta.user.credential.password.import",
      data: { context: { credential: { username: "bob@example.com", password: "hashcat" } } },
    }),
  });
  expect(await reply.json()).toEqual({
    commands: [{ type: "com.okta.action.update", value: { credential: "VERIFIED" } }],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(JSON.parse(out.trimEnd().split("\n").at(-1) as string)).toEqual({ match: 1 });
});
