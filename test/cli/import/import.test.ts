import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { createRehearsalService, type ListeningService, type RehearsalService } from "../../../src/rehearsal/index.js";
import { parseFirebaseHashConfig } from "../../../src/source/index.js";
import { type FakeIoOptions, fakeIo } from "../fake-io.js";
import { JOINED_SHOP } from "../joined-shop.js";

const SAMPLE = fileURLToPath(new URL("../../../docs/examples/firebase/", import.meta.url));
const USERS = join(SAMPLE, "users.json");
/** The tests of the public core are beside this file. */
const SERVICE = ["--service", "default"];
/** It can't be asked which users it has, so this has to be meant. */
const TO_SERVICE = [...SERVICE, "--existing", "overwrite"];
const SOURCE = ["--from", "firebase", "--hash-config", join(SAMPLE, "hash-config.txt"), ...SERVICE];
const API_KEY = "test-key-0123456789abcdef";
const env = { CREDPORT_API_KEY: API_KEY };

let folder: string;
let rehearsal: RehearsalService;
let listening: ListeningService;
let signerKey: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "credport-cli-"));
  const config = parseFirebaseHashConfig(await readFile(join(SAMPLE, "hash-config.txt"), "utf8"));
  signerKey = config.ok ? config.value.signerKey : "";
  rehearsal = createRehearsalService({ apiKeys: [API_KEY], signerKey });
  listening = await rehearsal.listen();
});
afterEach(async () => {
  await listening.close();
  await rm(folder, { recursive: true, force: true });
});

async function credport(args: readonly string[], options: FakeIoOptions = {}) {
  const fake = fakeIo(options);
  const exitCode = await runCli(args, fake.io);
  return { exitCode, out: fake.out(), err: fake.err() };
}

const isMeant = (more: readonly string[]) => more.includes("--to") && !more.includes("--service");
const importOf = (file: string, ...more: string[]) => {
  const existing = isMeant(more) && !more.includes("--existing") ? ["--existing", "overwrite"] : [];
  return ["import", file, ...SOURCE, ...existing, ...more];
};
const importArgs = (...more: string[]) => importOf(USERS, ...more);
const toService = (...more: string[]) =>
  importArgs("--to", listening.url, "--journal", join(folder, "journal"), ...more);

describe("credport import without --to", () => {
  test("rehearses loudly, proves the known password, and ends with 1 because some are refused", async () => {
    const password = await readFile(join(SAMPLE, "known-password.txt"), "utf8");
    const { exitCode, out, err } = await credport(importArgs("--known", "ada@example.com"), {
      stdin: password,
    });
    expect(exitCode).toBe(1);
    expect(err).toContain("REHEARSAL");
    expect(out).toContain("REHEARSAL: no user was really imported.");
    expect(out).toContain("1 of 1 known password signs in");
    const expected = JSON.parse(await readFile(join(SAMPLE, "expected.json"), "utf8"));
    const { importable, importableAfterRepair, refused } = expected.totals;
    expect(out).toMatch(new RegExp(`\\b${importable + importableAfterRepair} imported`));
    expect(out).toMatch(new RegExp(`\\b${refused} not importable: not sent`));
    expect(rehearsal.state().counts.users).toBe(0);
  });

  test("a wrong known password is told, and a list of them is counted", async () => {
    const lines = (await readFile(join(SAMPLE, "passwords.ndjson"), "utf8")).split("\n").slice(0, 5);
    const list = [...lines, '{"email":"ada@example.com","password":"Wr0ng-Pa55"}'].join("\n");
    const { exitCode, out } = await credport(importArgs("--known", "-", "--json"), { stdin: list });
    expect(exitCode).toBe(1);
    const { known, rehearsal: isRehearsal } = JSON.parse(out);
    expect(isRehearsal).toBe(true);
    expect(known.failed).toEqual(["ada@example.com"]);
    expect(known.tried).toBe(known.signedIn + 1);
    expect(out).not.toContain("Wr0ng-Pa55");
  });

  test("never recommends the import where no known password signs in", async () => {
    for (const [user, reason] of [
      ["ada@example.com", "could not sign in"],
      ["nobody@example.com", "no known password is that of a user who was imported"],
      ["nobody@example.com", "no known user was imported, so no password was tried"],
    ] as const) {
      const { exitCode, out } = await credport(importArgs("--known", user), { stdin: "Wr0ng-Pa55" });
      expect(exitCode).toBe(1);
      expect(out).toContain("Do not import yet");
      expect(out).toContain(reason);
      expect(out).not.toContain("Add --to");
    }
  });

  test("says that users can't be read before it recommends anything, and that a file has none", async () => {
    const users = join(folder, "users.json");
    await writeFile(users, '[{"localId":"a","phoneNumber":"+15555550100"},\n{"localId":"b" "c":1}]');
    for (const args of [
      ["import", users, "--from", "firebase"],
      ["import", users, "--from", "firebase", "--dry-run"],
    ]) {
      const { exitCode, out } = await credport(args);
      expect(exitCode).toBe(1);
      expect(out).toContain("1 user could not be read and would be left out");
    }
    await writeFile(users, '{"users":[]}');
    const { out } = await credport(["import", users, "--from", "firebase"]);
    expect(out).toContain("The export holds no users");
    expect(out).not.toContain("Add --to");
  });

  test("sends nothing to a service that can't be asked who is there, unless to overwrite is meant", async () => {
    const args = ["import", USERS, ...SOURCE, "--to", listening.url, "--journal", join(folder, "journal")];
    const { exitCode, err } = await credport(args, { env });
    expect([exitCode, err]).toEqual([
      2,
      expect.stringContaining("--existing was not given for a service without a call"),
    ]);
    expect(err).toContain("add --existing overwrite");
    expect(rehearsal.state().counts.users).toBe(0);
  });

  test("a dry run sends nothing, and prints the calls and the plans", async () => {
    const { exitCode, out } = await credport(importArgs("--dry-run"));
    expect(exitCode).toBe(1);
    expect(out).toContain("nothing was sent");
    expect(out).toContain("importPasswordHash");
    expect(out).toContain("password → code → one-time-code → contact → primary → link-one-time-code");
    const json = await credport(importArgs("--dry-run", "--json"));
    const { records, users, refusedByUs, notCarried } = JSON.parse(json.out);
    expect(users + refusedByUs).toBe(records);
    expect(out).toContain("get the export's password (this profile has no call to look them up).");
    const lost = "verification of the e-mail address";
    expect(out).toContain(lost);
    expect(notCarried).toContainEqual(expect.objectContaining({ name: lost }));
  });

  test.each([
    [[], "stay as they are, and are reported (--existing refuse)"],
    [["--existing", "refuse"], "stay as they are, and are reported (--existing refuse)"],
    [["--existing", "skip"], "stay as they are (--existing skip)"],
    [
      ["--existing", "overwrite"],
      "get the export's password, unless the account may be another person's (--existing overwrite)",
    ],
  ])("a dry run says what the import would do with existing users: %j", async (more, what) => {
    const { out } = await credport(importArgs("--dry-run", "--service", "supertokens", ...more));
    expect(out).toContain(`Keep in mind for the import: users who are there already ${what}.`);
    expect(out.match(/there already/g)).toHaveLength(1);
  });

  test("tells a password that this machine can't verify as what it is", async () => {
    const users = join(folder, "users.ndjson");
    const passwordHash = `$2b$17$${"abcdefghijklmnopqrstuu"}${"0123456789012345678901234567890"}`;
    await writeFile(users, `${JSON.stringify({ externalUserId: "a", email: "a@example.com", passwordHash })}\n`);
    const args = ["import", users, "--from", "credport", "--known", "a@example.com"];
    const { exitCode, out, err } = await credport(args, { stdin: "a password" });
    expect(exitCode).toBe(1);
    expect(err).not.toContain("unexpected error");
    expect(out).toContain("0 of 1 known password signs in");
    expect(out).toContain("a@example.com: The password could not be verified: verify/");
    expect(out).toContain("this machine could not verify the password");
    expect(out).not.toContain("a user could not sign in");
  });

  test("Ctrl-C promises no resume, and says how many of how many records it reached", async () => {
    const users = join(folder, "users.json");
    const all = Array.from({ length: 20_000 }, (_, index) => ({
      localId: `u${index}`,
      phoneNumber: `+1555${String(index).padStart(7, "0")}`,
    }));
    await writeFile(users, JSON.stringify({ users: all }));
    const fake = fakeIo({ stderrIsTerminal: true, columns: 120 });
    const run = runCli(["import", users, "--from", "firebase"], fake.io);
    await expect.poll(fake.err, { interval: 20 }).toContain("3 of 3: ");
    fake.interrupt();
    expect(await run).toBe(2);
    expect(fake.out()).toContain("import/interrupted");
    expect(fake.out()).toMatch(/\d+ of 20000 records in /);
    expect(fake.out()).toContain("a rehearsal keeps nothing");
    expect(fake.out()).not.toMatch(/acknowledged|resume/);
  });

  test("leaves nothing behind", async () => {
    vi.stubEnv("TMPDIR", folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    await credport(importArgs());
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("credport import --from auto", () => {
  const phone = { phoneNumber: ["+15555550100"], phoneNumberVerified: ["true"] };
  const user = { id: "k-ada", username: "ada", enabled: true, attributes: phone, credentials: [] };

  test("stops at a source that is only a possible one, and says which to name", async () => {
    const path = join(folder, "users.json");
    await writeFile(path, JSON.stringify({ users: [user] }));
    for (const args of [
      ["import", path, "--to", listening.url, "--journal", join(folder, "journal")],
      ["check", path],
    ]) {
      const { exitCode, err } = await credport([...args, "--from", "auto"], { env });
      expect([exitCode, err]).toEqual([2, expect.stringContaining("the file may be of Keycloak (keycloak)")]);
      expect(err).toContain("Name the system that wrote the file with --from");
    }
    expect(rehearsal.state().counts.users).toBe(0);
  });

  test("imports under the source's name", async () => {
    const path = join(folder, "users.json");
    await writeFile(path, JSON.stringify({ users: [{ ...user, realmRoles: [] }] }));
    const to = [...TO_SERVICE, "--to", listening.url, "--journal", join(folder, "journal")];
    const { exitCode, out } = await credport(["import", path, "--from", "auto", ...to], { env });
    expect([exitCode, out]).toEqual([0, expect.stringContaining("1 imported")]);
    expect(rehearsal.state().counts.users).toBe(1);
    // The same import resumes under the name: the journal is the source's.
    expect((await credport(["import", path, "--from", "keycloak", ...to], { env })).exitCode).toBe(0);
  });

  test("says nothing of a source that is sure", async () => {
    const path = join(folder, "users.json");
    await writeFile(path, JSON.stringify({ users: [{ ...user, realmRoles: [] }] }));
    const { exitCode, err } = await credport(["import", path, "--from", "auto"], { env });
    expect([exitCode, err]).toEqual([0, expect.not.stringContaining("the export is")]);
  });
});

describe("credport import --to", () => {
  test("imports, writes mapping and rejects with mode 0600 and no secret in them", async () => {
    const mapping = join(folder, "ids.csv");
    const rejects = join(folder, "rejects.ndjson");
    const { exitCode, out, err } = await credport(toService("--mapping", mapping, "--rejects", rejects), {
      env,
    });
    expect([exitCode, err]).toEqual([1, expect.stringMatching(/^About to import to [^✗]+178 users to import/)]);
    const users = rehearsal.state().counts.users;
    expect(out).toMatch(new RegExp(`\\b${users} imported`));
    const groups = ["refused-by-us", "refused-by-service", "failed"].map((group) =>
      join(folder, `rejects.${group}.ndjson`),
    );
    for (const path of [mapping, ...groups, join(folder, "journal")]) {
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      const text = await readFile(path, "utf8");
      for (const secret of ["$f_scrypt$", API_KEY, signerKey, 'salt":']) expect(text).not.toContain(secret);
    }
    expect(out + err).not.toContain(API_KEY);
    const rows = (await readFile(mapping, "utf8")).trimEnd().split("\r\n");
    expect(rows).toHaveLength(users + 1);
    const refused = (await readFile(groups[0] as string, "utf8")).trimEnd().split("\n");
    expect(refused).toHaveLength(200 - users);
    for (const line of refused) expect(JSON.parse(line).problems[0].remedy).toBeTruthy();
    expect((await readdir(folder)).sort()).toEqual(
      [
        "ids.csv",
        "journal",
        "rejects.failed.ndjson",
        "rejects.refused-by-service.ndjson",
        "rejects.refused-by-us.ndjson",
      ].sort(),
    );
  });

  test("run again, it sends nothing, and writes the same mapping", async () => {
    const mapping = join(folder, "ids.ndjson");
    await credport(toService("--mapping", mapping), { env });
    const first = await readFile(mapping, "utf8");
    const { requests } = rehearsal.state();
    const { out } = await credport(toService("--no-preflight", "--mapping", mapping), { env });
    expect(rehearsal.state().requests).toEqual(requests);
    expect(await readFile(mapping, "utf8")).toBe(first);
    expect(out).toContain("by earlier runs");
  });

  test("a rejects file can be fed back in once its fault is set right", async () => {
    const rejects = join(folder, "rejects.ndjson");
    await credport(toService("--rejects", rejects), { env });
    const before = rehearsal.state().counts.users;
    const only = join(folder, "rejects.refused-by-us.ndjson");
    const { out } = await credport(toService("--only", only, "--include-disabled", "--json"), { env });
    const report = JSON.parse(out);
    const newcomers = rehearsal.state().counts.users - before;
    expect(newcomers).toBeGreaterThan(0);
    expect(report.imported - report.fromEarlierRuns).toBe(newcomers);
    expect(report.imported + report.refusedByUs).toBe(200);
  });

  test("a rejects file of another export is refused before anything is sent", async () => {
    const rejects = join(folder, "rejects.ndjson");
    await credport(toService("--rejects", rejects), { env });
    const only = join(folder, "rejects.refused-by-us.ndjson");
    const other = join(folder, "other.json");
    const { users } = JSON.parse(await readFile(USERS, "utf8")) as { users: object[] };
    const { requests } = rehearsal.state();
    for (const [export_, message] of [
      [users.toReversed(), /record \d+ in .* is another user than the one on line \d+/],
      [users.slice(0, 3), /names records that the export does not have|another user/],
    ] as const) {
      await writeFile(other, JSON.stringify({ users: export_ }));
      const args = importOf(other, "--to", listening.url, "--only", only, "--include-disabled");
      const { exitCode, out } = await credport([...args, "--json"], { env });
      expect(exitCode).toBe(2);
      const { error } = JSON.parse(out);
      expect(error.code).toBe("cli/of-other-export");
      expect(error.message).toMatch(message);
    }
    expect(rehearsal.state().requests).toEqual(requests);
  });

  test("ends with 0 once everybody whom --only names is there, as its help says", async () => {
    const only = join(folder, "only.ndjson");
    await writeFile(only, '{"record":0}\n\n{"record":1,"userId":null}\n');
    const { exitCode, out } = await credport(toService("--only", only, "--json"), { env });
    expect([exitCode, JSON.parse(out).imported, JSON.parse(out).leftOut]).toEqual([0, 2, 198]);
    const help = await credport(["import", "--help"]);
    expect(help.out).toContain("0  all users are on the service (with --only, all users listed in that file)");
  });

  test("Ctrl-C stops in order, says how to continue, and continuing completes it", async () => {
    const slow = await startSlowProxy(listening.url);
    try {
      const fake = fakeIo({ env });
      const args = importArgs(
        "--to",
        slow.url,
        "--journal",
        join(folder, "journal"),
        "--concurrency",
        "2",
        "--report",
        join(folder, "report.xml"),
      );
      const run = runCli(args, fake.io);
      await expect.poll(() => rehearsal.state().counts.users).toBeGreaterThan(5);
      fake.interrupt();
      expect(await run).toBe(2);
      expect(fake.out()).toContain("import/interrupted");
      expect(fake.out()).toContain("Run the same command again to resume");
      expect(await readFile(join(folder, "report.xml"), "utf8")).toContain('<failure type="import/interrupted"');
      expect(fake.interruptListeners()).toBe(0);
      const before = rehearsal.state().counts.users;
      expect(before).toBeLessThan(178);
      slow.hurry();
      const again = await credport(args, { env });
      expect(again.exitCode).toBe(1);
      expect(rehearsal.state().counts.users).toBe(178);
    } finally {
      await slow.close();
    }
  });

  test("--quiet says why it stopped, and nothing else", async () => {
    const journal = ["--journal", join(folder, "journal"), "--quiet"];
    const first = await credport(importArgs("--to", listening.url, ...journal), { env });
    expect(first).toEqual({ exitCode: 1, out: "", err: "" });
    const users = join(folder, "users.json");
    await writeFile(users, `${await readFile(USERS, "utf8")}\n`);
    const changed = await credport(importOf(users, "--to", listening.url, ...journal), { env });
    expect([changed.exitCode, changed.out]).toEqual([2, ""]);
    expect(changed.err).toMatch(/^credport: .* other content \(import\/input-changed\)\n {2}Resume with the very file/);
  });

  test("draws a bar on a terminal, and nothing in a pipe", async () => {
    const slow = await startSlowProxy(listening.url);
    try {
      const args = importArgs("--to", slow.url, "--journal", join(folder, "journal"));
      expect((await credport(args, { env, stderrIsTerminal: true, columns: 120 })).err).toContain("import █");
    } finally {
      await slow.close();
    }
  });

  test("a wrong address can be corrected, as long as nothing was acknowledged there", async () => {
    const journal = ["--journal", join(folder, "journal")];
    const nobody = await credport(importArgs("--to", "http://127.0.0.1:9", ...journal), { env });
    expect([nobody.exitCode, nobody.out]).toEqual([2, expect.stringContaining("client/unreachable")]);
    const prefix = await credport(importArgs("--to", `${listening.url}/no/such/prefix`, ...journal), { env });
    expect([prefix.exitCode, prefix.out]).toEqual([2, expect.stringContaining("preflight/not-the-service")]);
    const { exitCode } = await credport(toService(), { env });
    expect([exitCode, rehearsal.state().counts.users]).toEqual([1, 178]);
    const elsewhere = importArgs("--to", "http://127.0.0.1:9", "--no-preflight", ...journal);
    const back = await credport(elsewhere, { env });
    expect(back.out).toContain("import/target-changed");
  });

  test.for([
    ["ftp://auth.example.com", "--to must begin with https:// or http://"],
    ["http://auth.example.com", "--allow-plain-http allows an address without https"],
    ["auth.example.com", "--to must be an absolute URL"],
  ])("speaks of its own options where the address is wrong: %s", async ([to = "", words]) => {
    const { exitCode, err } = await credport(importArgs("--to", to), { env });
    expect([exitCode, err]).toEqual([2, expect.stringContaining(words as string)]);
    expect(err).not.toMatch(/baseUrl|allowPlainHttp|tenantPath/);
  });

  test.for([
    ["501 and 404", (_: string, method: string) => (method === "GET" ? 404 : 501)],
    ["a web page for everything", () => 200],
  ] as const)("a plain web server at the address ends it at once with one named problem: %s", async ([, statusOf]) => {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url ?? "");
      request.resume();
      response.writeHead(statusOf(request.url ?? "", request.method ?? ""), {
        "content-type": "text/html",
      });
      response.end("<html>It works!</html>");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const args = importArgs("--to", to, "--journal", join(folder, "journal"));
    const looked = await credport([...args, "--json"], { env });
    expect(looked.exitCode).toBe(2);
    expect(JSON.parse(looked.out)).toMatchObject({ error: { code: "preflight/not-the-service" } });
    expect(requests.length).toBeLessThanOrEqual(2);
    // Without the look, the first call has the same end.
    const { exitCode, out } = await credport([...args, "--no-preflight"], { env });
    expect([exitCode, out]).toEqual([
      2,
      expect.stringMatching(/Stopped early: client\/(path-not-found|reply-not-json)/),
    ]);
  });

  test("a wrong API key stops at once, with the remedy, and nobody is written off", async () => {
    const { exitCode, out } = await credport(toService(), { env: { CREDPORT_API_KEY: "wrong" } });
    expect(exitCode).toBe(2);
    expect(out).toContain("client/api-key-refused");
    expect(out).toContain("Compare the API key");
    expect(rehearsal.state().counts.users).toBe(0);
    expect((await credport(toService(), { env })).exitCode).toBe(1);
  });

  test("a journal of another file is refused with the reason", async () => {
    await credport(toService(), { env });
    const other = join(folder, "other.json");
    await writeFile(other, (await readFile(USERS, "utf8")).replace("ada@example.com", "eda@example.com"));
    const args = importOf(other, "--to", listening.url, "--journal", join(folder, "journal"));
    const files = ["--report", join(folder, "r.xml"), "--rejects", join(folder, "rejects.ndjson")];
    const { exitCode, out } = await credport([...args, ...files], { env });
    expect(exitCode).toBe(2);
    expect(out).toContain("import/input-changed");
    expect(await readFile(join(folder, "r.xml"), "utf8")).toContain('<failure type="import/input-changed"');
    expect(await readdir(folder)).not.toContain("rejects.refused-by-us.ndjson");
  });

  test("what keeps an import from beginning is in its report", async () => {
    const files = ["--report", join(folder, "r.xml"), "--report", join(folder, "r.json")];
    const { exitCode } = await credport([...toService(), ...files], { env: { CREDPORT_API_KEY: "wrong" } });
    expect(exitCode).toBe(2);
    expect(await readFile(join(folder, "r.xml"), "utf8")).toContain('<failure type="client/api-key-refused"');
    const report = JSON.parse(await readFile(join(folder, "r.json"), "utf8"));
    expect(report).toMatchObject({ records: 0, total: null, stopped: { code: "client/api-key-refused" } });
    const schema = JSON.parse(
      await readFile(new URL("../../../schemas/import-report.schema.json", import.meta.url), "utf8"),
    );
    expect(Object.keys(report)).toEqual(expect.arrayContaining(schema.required));
  });
});

describe("credport import --to, when it continues", () => {
  test("refuses other hash parameters than those it began with, but not another signer key", async () => {
    const config = await readFile(join(SAMPLE, "hash-config.txt"), "utf8");
    const run = async (text: string) => {
      const path = join(folder, "hash-config.txt");
      await writeFile(path, text);
      const from = ["--from", "firebase", "--hash-config", path, ...TO_SERVICE, "--no-preflight"];
      const args = ["import", USERS, ...from, "--to", listening.url];
      return credport([...args, "--journal", join(folder, "journal")], { env });
    };
    const wrong = config.replace(/rounds: 8/, "rounds: 7");
    expect(wrong).not.toBe(config);
    expect((await run(wrong)).exitCode).toBe(1);
    const { requests } = rehearsal.state();
    const { exitCode, out } = await run(config);
    expect(exitCode).toBe(2);
    expect(out).toContain("import/input-changed");
    expect(out).toContain("other hash parameters");
    expect(out).not.toContain("to resume");
    expect(rehearsal.state().requests).toEqual(requests);
    const rekeyed = await run(wrong.replace(signerKey, Buffer.alloc(64, 7).toString("base64")));
    expect(rekeyed.exitCode).toBe(1);
  });

  test.each([
    ["--phone-region", "AT"],
    ["--provider", "google.com=google-2"],
  ])("refuses another %s than it began with", async (option, value) => {
    const args = [...toService(), "--journal", join(folder, "journal"), "--no-preflight"];
    await credport(args, { env });
    const { requests } = rehearsal.state();
    const { exitCode, out } = await credport([...args, option, value], { env });
    expect(exitCode).toBe(2);
    expect(out).toContain("was read in another way");
    expect(rehearsal.state().requests).toEqual(requests);
    expect((await credport(args, { env })).exitCode).not.toBe(2);
  });

  test("refuses another --map than it began with", async () => {
    const file = join(folder, "users.csv");
    await writeFile(file, "id,mail,number\nu1,,+15555550100\nu2,,+15555550101\n");
    const run = async (user: object) => {
      const map = join(folder, "map.json");
      await writeFile(map, JSON.stringify({ user }));
      const from = ["--from", "table", "--map", map, "--no-preflight"];
      return credport(["import", file, ...from, "--to", listening.url], { env });
    };
    expect((await run({ externalUserId: "id", phoneNumber: "number" })).exitCode).toBe(0);
    const { exitCode, out } = await run({ externalUserId: "id", phoneNumber: "number", email: "mail" });
    expect([exitCode, out]).toEqual([2, expect.stringContaining("was read in another way")]);
    expect((await run({ phoneNumber: "number", externalUserId: "id" })).exitCode).toBe(0);
  });

  test("does not promise to continue where no run has begun", async () => {
    const journal = join(folder, "journal");
    await writeFile(journal, "something else\n");
    const { exitCode, out } = await credport(toService(), { env });
    expect(exitCode).toBe(2);
    expect(out).toContain("import/journal-unusable");
    expect(out).not.toContain("to resume");
  });

  test("names those who can sign in although they were refused, with their IDs", async () => {
    const proxy = await startSlowProxy(listening.url, (path) => path.endsWith("/user/link"));
    proxy.hurry();
    const rejects = join(folder, "rejects.ndjson");
    const mapping = join(folder, "ids.ndjson");
    try {
      const args = importArgs("--to", proxy.url, "--accept-refusals", "--journal", join(folder, "journal"));
      const { exitCode, out } = await credport([...args, "--rejects", rejects, "--mapping", mapping], {
        env,
      });
      expect(exitCode).toBe(1);
      const refused = (await readFile(join(folder, "rejects.refused-by-service.ndjson"), "utf8")).trimEnd().split("\n");
      expect(out).toMatch(new RegExp(`\\b${refused.length} of these can sign in already`));
      const mapped = (await readFile(mapping, "utf8"))
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
        .filter(({ outcome }) => outcome === "refused-by-service");
      expect(mapped).toHaveLength(refused.length);
      const ids = new Set(rehearsal.state().users.map(({ id }) => id));
      for (const line of refused) {
        const { acknowledged, userId } = JSON.parse(line);
        expect(Object.keys(acknowledged).length).toBeGreaterThan(1);
        for (const id of Object.values(acknowledged)) expect(ids).toContain(id);
        const { userId: serviceUserId } = mapped.find(({ externalUserId }) => externalUserId === userId);
        expect(Object.values(acknowledged)).toContain(serviceUserId);
      }
    } finally {
      await proxy.close();
    }
  });
});

describe("credport import that could not run ends with 2, a code and a remedy", () => {
  test.for([
    ["cli/wrong-usage", () => toService(), {}],
    ["cli/wrong-usage", () => importArgs("--to", "auth.example.com"), env],
    ["cli/wrong-usage", () => importArgs("--to", "http://auth.example.com"), env],
    ["cli/wrong-usage", () => toService("--tenant-path", "a/b/c"), env],
    ["cli/wrong-usage", () => toService("--concurrency", "0"), env],
    ["cli/wrong-usage", () => toService("--rate", "fast"), env],
    ["cli/wrong-usage", () => toService("--known", "ada@example.com"), env],
    ["cli/file-malformed", () => importArgs("--known", "-"), env],
    ["cli/wrong-usage", () => importArgs("--journal", "x"), env],
    ["cli/wrong-usage", () => importArgs("--mapping", join(folder, "ids.csv")), env],
    ["cli/not-writable", () => toService("--mapping", "/no/such/folder/ids.csv"), env],
    ["cli/not-writable", () => toService("--rejects", "/no/such/folder/r.ndjson"), env],
    ["cli/wrong-usage", () => toService("--rejects", join(folder, "a"), "--mapping", join(folder, "a.failed")), env],
    ["cli/file-malformed", () => toService("--only", join(SAMPLE, "known-password.txt")), env],
    ["cli/wrong-usage", () => toService("--service", "x"), env],
  ] as const)("%s", async ([code, args, environment]) => {
    const { exitCode, out, err } = await credport([...args(), "--json"], {
      env: environment,
      stdin: "not json",
    });
    expect(exitCode).toBe(2);
    const { error } = JSON.parse(out);
    expect(error).toMatchObject({ code, message: expect.any(String), remedy: expect.any(String) });
    expect(out + err).not.toContain(API_KEY);
    // Found out before anything was sent.
    expect(rehearsal.state().requests).toEqual({});
  });
});

/** Passes everything on after a while, but for what it refuses. */
async function startSlowProxy(url: string, refuses: (path: string) => boolean = () => false) {
  let delayMs = 15;
  const target = new URL(url);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (refuses(request.url ?? "")) {
        response.writeHead(400).end("no");
        return;
      }
      setTimeout(() => {
        void fetch(new URL(request.url ?? "/", target), {
          method: request.method ?? "POST",
          headers: {
            "api-key": String(request.headers["api-key"]),
            "content-type": String(request.headers["content-type"]),
            rid: String(request.headers.rid ?? ""),
          },
          body: Buffer.concat(chunks),
        }).then(async (reply) => {
          response.writeHead(reply.status, { "content-type": "application/json" });
          response.end(await reply.text());
        });
      }, delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hurry: () => {
      delayMs = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("imports what check wrote: the same users, without reading the export again", async () => {
  const out = join(folder, "good.ndjson");
  expect((await credport(["check", USERS, ...SOURCE, "--out", out])).exitCode).toBe(1);
  const { exitCode } = await credport(["import", out, "--from", "credport", ...TO_SERVICE, "--to", listening.url], {
    env,
  });
  expect(exitCode).toBe(0);
  const second = createRehearsalService({ apiKeys: [API_KEY], signerKey });
  const secondListening = await second.listen();
  try {
    const journal = join(folder, "second.journal");
    await credport(importArgs("--to", secondListening.url, "--journal", journal), { env });
  } finally {
    await secondListening.close();
  }
  expect(rehearsal.state().counts).toEqual(second.state().counts);
  expect(rehearsal.state().counts.users).toBe(178);
});

describe("credport import --join", () => {
  async function shopArgs(phones: string) {
    const path = (name: string) => join(folder, name);
    await writeFile(path("shop.mjs"), JOINED_SHOP);
    await writeFile(path("users.txt"), "user:1 user:2");
    await writeFile(path("phones.txt"), phones);
    const source = ["--from", "shop", "--plugin", path("shop.mjs"), "--join", path("phones.txt")];
    return ["import", path("users.txt"), ...source, ...TO_SERVICE, "--to", listening.url];
  }

  test("imports users with what the other file has of them, and says what is left over", async () => {
    const { exitCode, err } = await credport(await shopArgs("phone:2 phone:1 phone:9"), { env });
    expect([exitCode, err]).toEqual([0, expect.stringContaining("1 row of ")]);
    expect(err).toContain("(phones) belongs to no user  line 3");
    expect(err.match(/^Left over\n {7}1 row of /gm)).toHaveLength(1);
    expect(rehearsal.state().counts.users).toBe(2);
  });

  test("resumes only with the same files", async () => {
    await credport(await shopArgs("phone:2 phone:1"), { env });
    const { exitCode, out } = await credport(await shopArgs("phone:2 phone:3"), { env });
    expect([exitCode, out]).toEqual([2, expect.stringContaining("the journal belongs to a file of")]);
    const again = await credport(await shopArgs("phone:2 phone:1"), { env });
    expect(again.exitCode).toBe(0);
    expect(rehearsal.state().counts.users).toBe(2);
  });
});
