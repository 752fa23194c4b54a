import { readFileSync, statSync } from "node:fs";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { createRehearsalService } from "../../../src/rehearsal/index.js";
import { parseFirebaseHashConfig } from "../../../src/source/index.js";
import { contentOf } from "../../fleet/redis-content.js";
import { REDIS, TestRedis } from "../../fleet/redis-server.js";
import { expectFits } from "../../report/expect-fits.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";

const SAMPLE = resolve(import.meta.dirname, "../../../docs/examples/firebase");
const EXPORT = join(SAMPLE, "users.json");
const SOURCE = ["--hash-config", join(SAMPLE, "hash-config.txt")];
const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);

async function credport(args: readonly string[], env: Record<string, string> = {}) {
  const { io, out, err } = fakeIo({ env: { CREDPORT_API_KEY: "test", ...env } });
  const exitCode = await runCli(args, io);
  return { exitCode, out: out(), err: err() };
}

async function service(profile: "default" | "supertokens" = "supertokens") {
  const config = parseFirebaseHashConfig(readFileSync(join(SAMPLE, "hash-config.txt"), "utf8"));
  if (!config.ok) throw new Error(config.problems[0].message);
  const { signerKey = "" } = config.value;
  const rehearsal = createRehearsalService({ signerKey, service: profile });
  return { rehearsal, listening: await rehearsal.listen() };
}

REDIS.describe("credport fleet", () => {
  let redis: TestRedis;
  beforeEach(async () => {
    redis = await TestRedis.start(temporary.path());
    await mkdir(place("shared"));
    await copyFile(EXPORT, place("shared/users.json"));
  });
  afterEach(() => redis.kill());

  const run = () => place("shared/users.json.fleet");
  const plan = (...more: string[]) =>
    credport(["fleet", "plan", place("shared/users.json"), "--from", "firebase", "--redis", redis.url, ...more]);

  it("prints a command for the workers that runs as it is, with the options of the plan", async () => {
    const printed = (await plan(...SOURCE)).out.split("\n").find((line) => line.includes("credport fleet work"));
    const [, ...words] = printed?.trim().split(" ") ?? [];
    expect(words).toEqual(["fleet", "work", run(), ...SOURCE]);
    expect((await credport(words)).exitCode).toBe(0);
  });

  it("plans, checks, imports and accounts for all in the words of one machine", async () => {
    const planned = await plan();
    expect(planned.err).toBe("");
    expect(planned.exitCode).toBe(0);
    expect(statSync(run()).mode & 0o777).toBe(0o600);

    const checking = await credport(["fleet", "work", run(), ...SOURCE]);
    expect([checking.exitCode, checking.err]).toEqual([0, expect.stringContaining("checking every user")]);
    const asJson = ["--report", place("report.json"), "--force"];
    const found = JSON.parse((await credport(["fleet", "report", run(), "--json", ...asJson])).out);
    expectFits("check-report", JSON.parse(await readFile(place("report.json"), "utf8")));
    const alone = JSON.parse((await credport(["check", EXPORT, "--from", "firebase", ...SOURCE, "--json"])).out);
    for (const name of ["records", "importable", "refused", "logins", "problems", "warnings", "notCarried"]) {
      expect(found.check[name], name).toEqual(alone[name]);
    }

    const { rehearsal, listening } = await service();
    const { rehearsal: other, listening: otherListening } = await service();
    const working = await credport(["fleet", "work", run(), ...SOURCE, "--to", listening.url]);
    expect(working.exitCode, working.err).toBe(0);
    const files = ["--mapping", place("ids.csv"), "--rejects", place("rejects.ndjson")];
    const asPage = ["--report", place("report.html")];
    const reported = await credport(["fleet", "report", run(), ...files, ...asJson, ...asPage]);
    const document = JSON.parse(await readFile(place("report.json"), "utf8"));
    expectFits("import-report", document);
    expect(await readFile(place("report.html"), "utf8")).toContain("<!doctype html>");
    const ownFiles = [
      "--mapping",
      place("own.csv"),
      "--rejects",
      place("own.ndjson"),
      "--journal",
      place("own.journal"),
    ];
    const single = await credport([
      ...["import", EXPORT, "--from", "firebase", ...SOURCE, "--to", otherListening.url, ...ownFiles],
    ]);
    expect(reported.exitCode).toBe(single.exitCode);
    expect(document.imported).toBe(rehearsal.state().counts.users);
    expect(document.refusedRecords.inAll).toBe(document.refusedByUs);
    const mailing = await credport(["fleet", "report", run(), "--mailing", place("m.csv")]);
    expect([mailing.exitCode, mailing.err]).toEqual([2, expect.stringContaining("credport check --mailing")]);
    const body = (text: string) =>
      text
        .split("\n")
        .slice(3)
        // No journal has the number of marks, and each way reads the lines in an order of its own.
        .filter((line) => !/Keep |marked as verified/.test(line))
        .map((line) => line.replace(/\/(?:ids|own)\.csv/, "/FILE.csv").replace(/\/(?:rejects|own)\./, "/FILE."));
    expect(body(reported.out)).toEqual(body(single.out));
    expect(rehearsal.state().counts).toEqual(other.state().counts);
    const withoutIds = (csv: string) =>
      csv
        .split("\r\n")
        .map((line) => line.split(",").toSpliced(1, 1).join())
        .sort();
    expect(withoutIds(await readFile(place("ids.csv"), "utf8"))).toEqual(
      withoutIds(await readFile(place("own.csv"), "utf8")),
    );
    const refused = (name: string) => readFile(place(`${name}.refused-by-us.ndjson`), "utf8");
    expect(await refused("rejects")).toBe(await refused("own"));
    await listening.close();
    await otherListening.close();

    const shown = await credport(["fleet", "status", run()]);
    expect([shown.exitCode, shown.out]).toEqual([0, expect.stringContaining(": done")]);
  });

  it("signs a known user in before anybody else is sent, and takes the run out of Redis at the end", async () => {
    await plan("--expect", String((JSON.parse(await readFile(EXPORT, "utf8")) as { users: [] }).users.length));
    const { rehearsal, listening } = await service("supertokens");
    const known = join(SAMPLE, "known-password.txt");
    const password = (await readFile(known, "utf8")).trim();
    const email = "ada@example.com";
    await writeFile(place("known.csv"), `identifier,password\n${email},${password}\n`, { mode: 0o600 });
    const nowhere = await credport(["fleet", "work", run(), ...SOURCE, "--known", place("known.csv"), "--json"]);
    expect(JSON.parse(nowhere.out).error.code).toBe("cli/wrong-usage");
    const to = ["--to", listening.url, "--service", "supertokens"];
    const working = await credport([...["fleet", "work", run(), ...SOURCE, ...to, "--known", place("known.csv")]]);
    expect(working.exitCode, working.err).toBe(0);
    expect(working.err).toContain("1 of 1 known password signs in");
    expect(working.err + working.out).not.toContain(password);
    const reported = await credport(["fleet", "report", run(), "--json"]);
    expect(JSON.parse(reported.out).signIns).toMatchObject({ tried: 1, signedIn: 1 });
    expect((await credport(["fleet", "report", run()])).out).toContain("1 of 1 known password signs in");
    expect(rehearsal.state().counts.users).toBeGreaterThan(10);
    await listening.close();

    const cleaned = await credport(["fleet", "clean", run()]);
    expect([cleaned.exitCode, cleaned.out]).toEqual([0, expect.stringContaining("Keep the folder of the journals")]);
    expect(await contentOf(redis.url)).toBe("");
  });

  it("tries the records of a --rejects file again, and those alone", async () => {
    await plan();
    const { rehearsal, listening } = await service();
    const to = ["--to", listening.url];
    await credport(["fleet", "work", run(), ...SOURCE, ...to]);
    await credport(["fleet", "report", run(), "--rejects", place("rejects.ndjson")]);
    const users = rehearsal.state().counts.users;
    const only = ["--only", place("rejects.refused-by-us.ndjson")];
    const resumed = await credport(["fleet", "resume", run(), ...only]);
    expect([resumed.exitCode, resumed.out]).toEqual([0, expect.stringContaining("checking every user")]);
    expect((await credport(["fleet", "work", run(), ...SOURCE, ...to])).exitCode).toBe(0);
    expect(rehearsal.state().counts.users).toBe(users);

    const planned = await plan(...only);
    expect(planned.exitCode).toBe(0);
    expect((await credport(["fleet", "work", run(), ...SOURCE, ...to])).exitCode).toBe(0);
    const { import: account } = JSON.parse((await credport(["fleet", "report", run(), "--json"])).out);
    expect(account).toMatchObject({ imported: users, leftOut: 0, unfinished: 0 });
    await listening.close();
  });

  it("says that what users have is counted by the check, where some of them are not imported", async () => {
    const { users } = JSON.parse(await readFile(EXPORT, "utf8")) as { users: { localId: string }[] };
    await writeFile(place("one.ndjson"), `${JSON.stringify({ record: 0, userId: users[0]?.localId, problems: [] })}\n`);
    await plan("--only", place("one.ndjson"));
    const checked = await credport(["fleet", "work", run(), ...SOURCE, "--json"]);
    expect(checked.exitCode, checked.out).toBe(0);
    const { listening } = await service();
    await credport(["fleet", "work", run(), ...SOURCE, "--to", listening.url]);
    const reported = await credport(["fleet", "report", run()]);
    const { importable } = JSON.parse((await credport(["fleet", "report", run(), "--json"])).out).check;
    const text = reported.out.replaceAll(/\s+/g, " ");
    expect(text).toContain(`the numbers of the check: ${importable - 1} users have not been imported`);
    await listening.close();
  });

  it("pauses, resumes and cancels a run, and takes it up again", async () => {
    await plan();
    expect((await credport(["fleet", "pause", run()])).out).toContain(": paused");
    const early = await credport(["fleet", "report", run(), "--report", place("early.xml")]);
    expect([early.exitCode, early.out]).toEqual([
      1,
      expect.stringMatching(/^Checked .*users\.json\.fleet, 0 of 1 chunk$/m),
    ]);
    expect(await readFile(place("early.xml"), "utf8")).toContain(
      '<failure type="not-done" message="the run is not done">',
    );
    expect((await credport(["fleet", "resume", run()])).out).toContain("reading who is in the file");
    expect((await credport(["fleet", "cancel", run()])).out).toContain(": cancelled");
    const worker = await credport(["fleet", "work", run(), ...SOURCE, "--json"]);
    const error = { code: "fleet/run-gone", message: "the run was cancelled" };
    expect([worker.exitCode, JSON.parse(worker.out)]).toMatchObject([2, { error }]);
    expect((await plan()).out).toContain("begins again from the journals");
    expect((await credport(["fleet", "work", run(), ...SOURCE])).exitCode).toBe(0);
  });

  it("stops all workers for a reason that holds for all users, and says how to continue", async () => {
    await plan();
    const first = await credport(["fleet", "work", run(), "--json"]);
    expect([first.exitCode, JSON.parse(first.out).error.code]).toEqual([2, "source/hash-config-unusable"]);
    const second = await credport(["fleet", "work", run(), "--json"]);
    expect([second.exitCode, JSON.parse(second.out).error.code]).toEqual([2, "fleet/stopped"]);
    const shown = await credport(["fleet", "status", run()]);
    expect([shown.exitCode, shown.out]).toEqual([2, expect.stringContaining("source/hash-config-unusable")]);
  });

  it("refuses a worker that reads in another way, a changed file, and a password among the arguments", async () => {
    await plan();
    expect((await credport(["fleet", "work", run(), ...SOURCE])).exitCode).toBe(0);
    const other = await credport(["fleet", "work", run(), ...SOURCE, "--include-disabled", "--json"]);
    expect(JSON.parse(other.out).error.code).toBe("fleet/other-options");

    await plan();
    const changed = (await readFile(EXPORT, "utf8")).replace("@example.com", "@example.org");
    await writeFile(place("shared/users.json"), changed);
    const worker = await credport(["fleet", "work", run(), ...SOURCE, "--json"]);
    expect([worker.exitCode, JSON.parse(worker.out).error.code]).toEqual([2, "fleet/of-other-export"]);
    expect(JSON.parse((await plan("--json")).out).error.code).toBe("fleet/of-other-export");

    const address = redis.url.replace("//", "//user:secret@");
    const args = ["fleet", "plan", EXPORT, "--from", "firebase", "--out", place("x.fleet"), "--json"];
    const remedy = expect.stringContaining("CREDPORT_REDIS_URL");
    expect(JSON.parse((await credport([...args, "--redis", address])).out)).toMatchObject({
      error: { code: "cli/wrong-usage", remedy },
    });
    const unreachable = await credport(args, { CREDPORT_REDIS_URL: "redis://127.0.0.1:1" });
    expect(JSON.parse(unreachable.out).error.code).toBe("fleet/redis-unreachable");
  });

  it("puts nothing of a user into Redis", async () => {
    await plan();
    await credport(["fleet", "work", run(), ...SOURCE]);
    const { listening } = await service();
    await credport(["fleet", "work", run(), ...SOURCE, "--to", listening.url]);
    await listening.close();
    const content = await contentOf(redis.url);
    expect(content.length).toBeGreaterThan(1000);
    const { users } = JSON.parse(await readFile(EXPORT, "utf8")) as { users: Record<string, unknown>[] };
    const texts = users.flatMap((user) =>
      ["email", "phoneNumber", "passwordHash", "salt", "localId"].map((name) => user[name]),
    );
    const long = texts.filter((text): text is string => typeof text === "string" && text.length > 5);
    expect(long.length).toBeGreaterThan(200);
    expect(long.filter((text) => content.includes(text))).toEqual([]);
    const { key } = JSON.parse(await readFile(run(), "utf8")) as { key: string };
    expect(content).not.toContain(key);
    expect(content).not.toContain(Buffer.from(key, "base64url").toString("latin1"));
    expect(content).not.toContain("test");
  });
});

it.each([
  [["plan", "--changed-since", "x"], "--changed-since", "--existing skip"],
  [["work", "--gone", "x"], "--gone", "--existing skip"],
  [["work", "--via", "bulk"], "--via", "credport import --via bulk"],
  [["work", "--read-back", "5"], "--read-back", "credport import --via bulk"],
  [["work", "--accept-verified"], "--accept-verified", "credport import --via bulk"],
  [["work", "--without-roles"], "--without-roles", "credport import --via bulk"],
  [["work", "--without-metadata"], "--without-metadata", "credport import --via bulk"],
  [["work", "--dry-run"], "--dry-run", "without --to"],
  [["work", "--journal", "x"], "--journal", "--folder"],
  [["plan", "--prefer", "verified"], "--prefer", "credport check"],
  [["plan", "--decisions", "x"], "--decisions", "credport check"],
  [["work", "--write-decisions", "x"], "--write-decisions", "credport check"],
  [["work", "--max-refused", "2%"], "--max-refused", "without --to"],
  [["plan", "--from", "firebase", "--join", "x"], "--join", "credport check --join"],
])("refuses what belongs to one machine: %j", async ([action = "", ...options], name, remedy) => {
  const { exitCode, out } = await credport(["fleet", action, "x", ...options, "--json"]);
  const { error } = JSON.parse(out);
  expect([exitCode, error.code]).toEqual([2, "cli/wrong-usage"]);
  expect([error.message, error.remedy]).toEqual([expect.stringContaining(name), expect.stringContaining(remedy)]);
});

it.each([
  [["plan", "--known", "ada@example.com"], "work"],
  [["plan", "--rate", "5"], "work"],
  [["plan", "--mapping", "ids.csv"], "report"],
  [["work", "--only", "x"], "plan or resume"],
  [["work", "--prove"], "plan"],
  [["report", "--no-verification"], "work"],
  [["status", "--hash-config", "x"], "plan or work"],
  [["clean", "--force"], "report"],
])("refuses an option that the action would pass by: %j", async ([action = "", ...options], takenBy) => {
  const { exitCode, out } = await credport(["fleet", action, "x", ...options, "--json"]);
  const { error } = JSON.parse(out);
  expect([exitCode, error.code]).toEqual([2, "cli/wrong-usage"]);
  expect(error.remedy).toBe(`Give it to credport fleet ${takenBy}.`);
});

it("refuses a file of expected IDs", async () => {
  const expected = await credport(["fleet", "plan", "x", "--from", "firebase", "--expect", "ids.txt", "--json"]);
  expect(JSON.parse(expected.out).error.code).toBe("cli/wrong-usage");
});

it("names what to do that is not an action", async () => {
  const { exitCode, out } = await credport(["fleet", "fly", "x", "--json"]);
  expect([exitCode, JSON.parse(out).error.code]).toEqual([2, "cli/wrong-usage"]);
});
