import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { createRehearsalService, type RehearsalOptions } from "../../../src/rehearsal/index.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";

/** "correct horse", by bcryptjs with cost 4. */
const HASH = "$2b$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e";
const env = { CREDPORT_API_KEY: "test-key-0123456789abcdef" };
const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);

async function credport(args: readonly string[]) {
  const fake = fakeIo({ env });
  const exitCode = await runCli(args, fake.io);
  return { exitCode, out: fake.out(), err: fake.err() };
}

async function serve(options: RehearsalOptions = {}) {
  const rehearsal = createRehearsalService({ service: "supertokens", ...options });
  const { url, close } = await rehearsal.listen();
  onTestFinished(close);
  const get = async (path: string) => JSON.parse(await (await fetch(`${url}${path}`)).text());
  return { rehearsal, url, get };
}

const USERS = Array.from({ length: 30 }, (_, at) => ({
  externalUserId: `old-${at}`,
  email: `user-${at}@example.com`,
  emailVerified: at % 2 === 0,
  passwordHash: HASH,
  createdAt: "2020-01-02T03:04:05Z",
  metadata: { displayName: `User ${at}` },
  thirdParty: [],
  totp: at === 3 ? [{ secretKey: "GEZDGNBVGY3TQOJQ", period: 30, skew: 1, deviceName: "phone" }] : [],
}));

beforeEach(async () => {
  await writeFile(place("users.ndjson"), USERS.map((user) => `${JSON.stringify(user)}\n`).join(""));
});

const importTo = (url: string, ...more: string[]) =>
  credport([
    ...["import", place("users.ndjson"), "--from", "credport", "--service", "supertokens", "--to", url],
    ...["--via", "bulk", ...more],
  ]);

describe("credport import --via bulk", () => {
  test("imports by the bulk call with marks, times and profiles, and is undone by its journal", async () => {
    const { rehearsal, url, get } = await serve();
    const { exitCode, out } = await importTo(url, "--json", "--mapping", place("ids.csv"), "--read-back", "3");
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      ...{ imported: 30, notCarried: [], stopped: null, calls: {} },
      bulk: { batches: 2, compared: 23, differing: 0 },
    });
    expect((await get("/user/id?userId=old-2")).user).toMatchObject({
      ...{ id: "old-2", timeJoined: Date.UTC(2020, 0, 2, 3, 4, 5) },
      loginMethods: [{ verified: true }],
    });
    expect((await get("/user/id?userId=old-1")).user.loginMethods[0].verified).toBe(false);
    expect((await get("/recipe/user/metadata?userId=old-1")).metadata).toEqual({ displayName: "User 1" });
    expect(await readFile(place("ids.csv"), "utf8")).toContain('"old-3","old-3","imported","4"');
    const undone = await credport([
      ...["undo", place("users.ndjson.journal"), "--to", url, "--service", "supertokens", "--yes"],
    ]);
    expect(undone.exitCode).toBe(0);
    expect(rehearsal.state().counts.users).toBe(0);
  });

  test("says as text how many were sent and compared, and what it did not carry by the other way", async () => {
    const { url } = await serve();
    const { out } = await importTo(url);
    expect(out).toMatch(/2\s+calls of the bulk import/);
    expect(out).toMatch(/30\s+of these read back and compared/);
    expect(out).not.toContain("These fields are not imported");
    const byCalls = async (...more: string[]) => {
      const args = ["import", place("users.ndjson"), "--from", "credport", "--service", "supertokens"];
      return JSON.parse((await credport([...args, "--json", ...more])).out);
    };
    const left = ["createdAt", "metadata"].map((name) => expect.objectContaining({ name, records: 30 }));
    const marked = await byCalls();
    expect([marked.verifiedAddresses, marked.notCarried]).toEqual([15, left]);
    const unmarked = await byCalls("--no-verification");
    const lost = expect.objectContaining({ name: "verification of the e-mail address", records: 15 });
    expect([unmarked.verifiedAddresses, unmarked.notCarried]).toEqual([0, [...left, lost]]);
  });

  test("stops where all addresses count as verified, unless it is told not to mind", async () => {
    const { url } = await serve({ bulk: { faults: ["bulk-verifies-all"] } });
    const stopped = await importTo(url);
    expect(stopped.exitCode).toBe(2);
    expect(stopped.out).toContain("Stopped early: import/bulk-verifies-all");
    expect(stopped.out).toContain("--accept-verified");
    const accepted = await importTo(url, "--accept-verified", "--json");
    expect(JSON.parse(accepted.out)).toMatchObject({ imported: 30, stopped: null });
  });

  test("goes to the tenant of --tenant-path, and can be rehearsed", async () => {
    const { url, get } = await serve({ tenants: ["t1"] });
    await importTo(url, "--tenant-path", "t1");
    expect((await get("/t1/users/count")).count).toBe(30);
    expect((await get("/users/count?includeAllTenants=false")).count).toBe(0);
    const rehearsed = await credport([
      ...["import", place("users.ndjson"), "--from", "credport", "--service", "supertokens"],
      ...["--via", "bulk", "--json"],
    ]);
    expect(rehearsed.exitCode).toBe(0);
    expect(JSON.parse(rehearsed.out)).toMatchObject({ rehearsal: true, imported: 30 });
  });

  test("imports known users first, who must sign in", async () => {
    const { rehearsal, url } = await serve();
    await writeFile(place("known.csv"), "identifier,password\nuser-7@example.com,wrong\n", { mode: 0o600 });
    const { exitCode, out } = await importTo(url, "--known", place("known.csv"), "--json");
    expect(exitCode).toBe(2);
    expect(JSON.parse(out).stopped.code).toBe("import/known-not-signed-in");
    expect(rehearsal.state().counts.users).toBe(1);
  });

  test("says in a dry run what would be sent, and what is lost", async () => {
    const { url, rehearsal } = await serve();
    const dry = await importTo(url, "--dry-run", "--json");
    const { users, bulkCalls, calls, plans, notCarried } = JSON.parse(dry.out);
    expect({ users, bulkCalls, calls, notCarried }).toEqual({
      users: 30,
      bulkCalls: 2,
      calls: {},
      notCarried: [],
    });
    expect(plans).toEqual([
      { steps: ["password"], users: 29 },
      { steps: ["password", "totp"], users: 1 },
    ]);
    const lossy = await importTo(url, "--dry-run", "--without-metadata");
    expect(lossy.out).toContain("2 calls of the bulk import");
    expect(lossy.out).toContain("metadata");
    expect(rehearsal.state().counts.users).toBe(0);
    const real = await importTo(url, "--without-metadata", "--json");
    expect(JSON.parse(real.out).notCarried).toEqual([expect.objectContaining({ name: "metadata", records: 30 })]);
  });

  test.each([
    [["--changed-since", "first.journal"], "--changed-since was given with --via bulk"],
    [["--without-totp"], "--without-totp was given with --via bulk"],
    [["--existing", "overwrite"], "--existing overwrite was given with --via bulk"],
    [["--rate", "5"], "--rate was given with --via bulk"],
    [["--read-back", "many"], "--read-back is not a whole number from 0 to 10000"],
    [["--service", "default"], "--via bulk was given for a service without a bulk import"],
    [["--via", "calls", "--without-roles"], "--without-roles was given without --via bulk"],
  ] as const)("refuses %j: %s", async (flags, message) => {
    const { url, rehearsal } = await serve();
    const { exitCode, err } = await importTo(url, ...flags);
    expect(exitCode).toBe(2);
    expect(err).toContain(message);
    expect(rehearsal.state().counts.users).toBe(0);
  });
});

describe("credport check --out-format supertokens-bulk", () => {
  const check = (...more: string[]) =>
    credport([
      ...["check", place("users.ndjson"), "--from", "credport", "--service", "supertokens"],
      ...["--out-format", "supertokens-bulk", ...more],
    ]);

  test("writes bodies that the service takes as they are", async () => {
    const { exitCode } = await check("--out", place("batch.json"));
    expect(exitCode).toBe(0);
    expect((await stat(place("batch-1.json"))).mode & 0o777).toBe(0o600);
    const body = await readFile(place("batch-1.json"), "utf8");
    const { rehearsal, url, get } = await serve();
    const headers = { "content-type": "application/json" };
    const added = await fetch(`${url}/bulk-import/users`, { method: "POST", headers, body });
    expect(await added.json()).toMatchObject({ status: "OK" });
    expect((await get("/bulk-import/users/count")).count).toBe(0);
    expect(rehearsal.state().counts).toMatchObject({ users: 30, devices: 1 });
    expect((await get("/user/id?userId=old-2")).user.loginMethods[0]).toMatchObject({ verified: true });
  });

  test("counts what the bodies carry as carried, as an import in bulk does; and as left out without them", async () => {
    const users = [
      { roles: ["admin"], metadata: { nickname: "ada" }, emailVerified: true },
      { roles: ["staff"], emailVerified: true },
      {},
    ].map((more, at) => ({ externalUserId: `old-${at}`, email: `u${at}@example.com`, passwordHash: HASH, ...more }));
    await writeFile(place("users.ndjson"), users.map((user) => `${JSON.stringify(user)}\n`).join(""));
    const input = [place("users.ndjson"), "--from", "credport", "--service", "supertokens", "--json"];
    const contentsOf = async (args: readonly string[]) => JSON.parse((await credport([...args])).out).contents;
    const inBulk = await contentsOf(["check", ...input, "--out-format", "supertokens-bulk", "--out", place("b.json")]);
    const byCalls = await contentsOf(["check", ...input]);
    expect(inBulk).toMatchObject({
      verifiedAddresses: { found: 2, carried: 2, leftOut: 0 },
      roles: { found: 2, carried: 2, leftOut: 0 },
      metadata: { found: 1, carried: 1, leftOut: 0 },
    });
    const { url } = await serve();
    const to = ["--to", url, "--via", "bulk", "--dry-run"];
    expect(inBulk).toEqual(await contentsOf(["import", ...input, ...to]));
    expect(byCalls).toMatchObject({ roles: { carried: 0, leftOut: 2 }, metadata: { carried: 0, leftOut: 1 } });
    expect(byCalls).toEqual(await contentsOf(["import", ...input, "--dry-run"]));
  });

  test("begins another file after 10,000 users, and names those whom the bulk import would refuse", async () => {
    const users = Array.from({ length: 10_002 }, (_, at) => ({
      ...{ externalUserId: `old-${at}`, phoneNumber: `+1555${String(at).padStart(7, "0")}` },
      ...(at === 5 ? { roles: ["ad\u0007min"] } : {}),
    }));
    await writeFile(place("users.ndjson"), users.map((user) => `${JSON.stringify(user)}\n`).join(""));
    const { err } = await check("--out", place("batch"), "--rejects", place("rejects.ndjson"));
    const read = async (name: string) => JSON.parse(await readFile(place(name), "utf8")).users;
    expect((await read("batch-1")).length).toBe(10_000);
    expect((await read("batch-2")).length).toBe(1);
    expect(err).toContain("1 user is not in the batches");
    expect(JSON.parse(await readFile(place("rejects.ndjson"), "utf8"))).toMatchObject({
      line: 6,
      problems: [{ code: "request/field-invalid", field: "userRoles[0].role" }],
    });
  });

  test("replaces no file that is there, and leaves none where it can't end", async () => {
    await writeFile(place("batch-1.json"), "mine");
    const { exitCode } = await check("--out", place("batch.json"));
    expect(exitCode).toBe(2);
    expect(await readFile(place("batch-1.json"), "utf8")).toBe("mine");
    expect((await check()).err).toContain("--out-format was given without --out");
    const other = await credport([
      ...["check", place("users.ndjson"), "--from", "credport", "--out", place("b.json")],
      ...["--out-format", "supertokens-bulk", "--service", "default"],
    ]);
    expect(other.err).toContain("for a service without a bulk import");
    expect((await readdir(temporary.path())).sort()).toEqual(["batch-1.json", "users.ndjson"]);
  });
});
