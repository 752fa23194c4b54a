import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, relative } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { createRehearsalService, type RehearsalService } from "../../../src/rehearsal/index.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";
import { answering, answeringInOrder } from "./answering.js";

/** A migration's last word: every user of the export is in it, and exit code 0 means that the service has all it can have. */

const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);
const inFolder = (name: string) => join(place("users.json.migration"), name);
const jsonIn = (name: string) => JSON.parse(readFileSync(inFolder(name), "utf8"));

// Of U*U and U*U*, from crypt_blowfish's vectors.
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const OTHER_BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK";
// Of "password", by Python's hashlib: only the fallback verifies it.
const DJANGO = "pbkdf2_sha256$1000$saltsaltsalt$sYIePhT5IXESDKvnouJXtE5pTJ6Znbmef4vViYmc9Uc=";

let rehearsal: RehearsalService;
let to: string;
/** What the service does not take, by what is in the request. */
let refused: string | undefined;

beforeEach(async () => {
  refused = undefined;
  rehearsal = createRehearsalService({ service: "supertokens" });
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", async () => {
      const body = Buffer.concat(pieces).toString();
      const { method = "GET", url = "/" } = request;
      if (refused !== undefined && url.includes("passwordhash") && body.includes(refused)) {
        response.writeHead(400).end("this user is not wanted");
        return;
      }
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]);
      const sent = { method, headers, ...(body === "" ? {} : { body }) };
      const reply = await rehearsal.fetch(new Request(`http://localhost${url}`, sent));
      response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text());
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(place("key.txt"), "test-key-0123456789abcdef");
});

interface Old {
  readonly name: string;
  readonly hash?: string;
  readonly disabled?: true;
}

/** An export of Auth0's, one user a line. */
const exportOf = (users: readonly Old[]) =>
  users
    .map(({ name, hash = BCRYPT, disabled }) =>
      JSON.stringify({
        ...{ user_id: `auth0|${name}`, email: `${name}@example.com`, email_verified: true },
        ...{ passwordHash: hash, ...(disabled === undefined ? {} : { blocked: true }) },
      }),
    )
    .join("\n");

async function migrate(args: readonly string[] = [], file = "users.json") {
  const fake = fakeIo();
  const all = ["migrate", place(file), "--from", "auth0", "--to", to, "--api-key-file", place("key.txt"), "--yes"];
  const code = await runCli([...all, ...args], fake.io);
  return { code, out: fake.out(), err: fake.err() };
}

const ROW =
  /^ +(\d+) (?=on the service(?:: mapping| before| as)|not importable: not-|to log in|refused by the service: |not sent, or|account)/gm;
/** The sum of what is said of users at the end. */
const accountedFor = (out: string) => [...out.matchAll(ROW)].reduce((sum, [, users]) => sum + Number(users), 0);

const isHere = (name: string) => JSON.stringify(rehearsal.state()).includes(`${name}@example.com`);

it("names users who were on the service before, and is not done while that is not decided", async () => {
  writeFileSync(
    place("users.json"),
    exportOf([{ name: "ann" }, { name: "bob" }, { name: "eve", hash: "$2a$05$short" }]),
  );
  writeFileSync(place("first.json"), exportOf([{ name: "bob", hash: OTHER_BCRYPT }]));
  expect((await migrate([], "first.json")).code).toBe(0);
  const { code, out } = await migrate();
  expect([code, out]).toEqual([
    1,
    expect.stringContaining("1 on the service before, and left as they were: decide about each in existing.csv"),
  ]);
  expect(out).toContain(
    "fallback.ndjson also keeps the addresses and names of 1 user who is not importable from others",
  );
  expect([accountedFor(out), (await migrate()).code]).toEqual([3, 1]);
  const skipped = await migrate(["--existing", "skip"]);
  expect([skipped.code, skipped.out]).toEqual([0, expect.stringContaining("2 on the service: mapping.csv")]);
});

it("overwrites who was on the service before where the sheet that the import has written says so", async () => {
  writeFileSync(place("users.json"), exportOf([{ name: "ann" }, { name: "bob" }]));
  writeFileSync(place("first.json"), exportOf([{ name: "bob", hash: OTHER_BCRYPT }]));
  expect((await migrate([], "first.json")).code).toBe(0);
  expect((await migrate()).code).toBe(1);
  const sheet = readFileSync(inFolder("existing.csv"), "utf8");
  expect(sheet).toMatch(
    /"auth0\|bob","",.*"on the service before: overwrite or leave-out".*"bob@example.com","","yes","yes",.*"import\/user-exists"/,
  );
  writeFileSync(inFolder("existing.csv"), sheet.replace('"auth0|bob",""', '"auth0|bob","overwrite"'));
  const { code, out } = await migrate(["--decisions", inFolder("existing.csv")]);
  expect([code, accountedFor(out)]).toEqual([0, 2]);
  expect(jsonIn("import.json")).toMatchObject({ overwrittenPasswords: 1 });
});

it("compares a second export with the first one's journal", async () => {
  writeFileSync(place("users.json"), exportOf([{ name: "ann" }, { name: "bob" }]));
  expect((await migrate()).code).toBe(0);
  writeFileSync(place("later.json"), exportOf([{ name: "ann" }, { name: "cid" }]));
  const since = ["--changed-since", inFolder("journal")];
  const { code, out } = await migrate(since, "later.json");
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/2 on the service: [\s\S]*1 made by the first import and not in this export: gone\.ndjson/),
  ]);
  expect(isHere("cid")).toBe(true);
});

it("counts who is on the service with a change that was not made apart from who is not importable", async () => {
  writeFileSync(place("users.json"), exportOf([{ name: "ann" }, { name: "bob" }]));
  expect((await migrate()).code).toBe(0);
  writeFileSync(
    place("later.json"),
    exportOf([{ name: "ann" }, { name: "bob", hash: OTHER_BCRYPT }, { name: "eve", hash: "$2a$05$x" }]),
  );
  const { code, out } = await migrate(["--changed-since", inFolder("journal")], "later.json");
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(
      / 1 on the service as the first export had them, without what has changed since: import\.html/,
    ),
  ]);
  expect(out).toMatch(/ 1 not importable: not-importable\.csv/);
  expect(out).toMatch(/1 of those not importable on the service, without what has changed since/);
});

it("says how to import a corrected export, with the settings and decisions of the first", async () => {
  writeFileSync(place("users.json"), exportOf([{ name: "ann" }, { name: "bob" }]));
  expect((await migrate(["--must-reset", "import"])).code).toBe(0);
  writeFileSync(place("users.json"), exportOf([{ name: "ann" }, { name: "cid" }]));
  const { code, err } = await migrate();
  const [, line = ""] = /by what has changed: credport (.*?)\. Give/.exec(err.replaceAll(/\s+/g, " ")) ?? [];
  expect([code, line]).toEqual([2, expect.stringContaining(`--changed-since ${inFolder("journal")}`)]);
  const fake = fakeIo();
  expect([await runCli([...line.split(" "), "--known", "", "--yes"], fake.io), fake.err()]).toEqual([
    0,
    expect.anything(),
  ]);
  expect(isHere("cid")).toBe(true);
  const settings = readFileSync(`${place("users.json.migration")}-2/credport.config.json`, "utf8");
  expect(JSON.parse(settings)).toMatchObject({ mustReset: "import", decisions: "decisions.csv" });
});

it("says who is on the service although they are left out by now", async () => {
  writeFileSync(place("users.json"), exportOf([{ name: "ann" }, { name: "bob", disabled: true }]));
  expect((await migrate(["--include", "banned"])).code).toBe(0);
  expect(isHere("bob")).toBe(true);
  const { include: _, ...settings } = jsonIn("credport.config.json");
  writeFileSync(inFolder("credport.config.json"), JSON.stringify(settings));
  const { code, err } = await migrate();
  expect([code, err]).toEqual([1, expect.stringContaining("whom the import has sent before")]);
  expect(err).toContain(
    `credport undo ${inFolder("journal")} --to ${to} --service supertokens --api-key-file ${place("key.txt")}`,
  );
});

it("sends users again whom the service has refused", async () => {
  writeFileSync(place("users.json"), exportOf([{ name: "ann" }, { name: "bob" }]));
  refused = "bob@example.com";
  const first = await migrate();
  expect([first.code, first.out]).toEqual([
    1,
    expect.stringContaining("1 refused by the service: import.html says why"),
  ]);
  refused = undefined;
  const second = await migrate();
  expect([second.code, second.out, accountedFor(second.out)]).toEqual([
    0,
    expect.stringContaining("2 on the service"),
    2,
  ]);
  expect(isHere("bob")).toBe(true);
});

it("goes on with a known user of the fallback, whose password the check has compared", async () => {
  writeFileSync(place("users.json"), exportOf([{ name: "ann" }, { name: "dj", hash: DJANGO }]));
  writeFileSync(place("known.csv"), "identifier,password\ndj@example.com,password\n");
  const { code, out, err } = await migrate(["--known", relative(process.cwd(), place("known.csv"))]);
  expect([code, err]).toEqual([0, expect.stringContaining("No sign-in of a known user is tried")]);
  expect(out).toMatch(/1 on the service: [\s\S]*1 to log in through the fallback: [\s\S]*no sign-in was tried/);
  expect(jsonIn("migration.json").known).toBe(place("known.csv"));
});

it("stops at a known password that is wrong, and says what to give", async () => {
  writeFileSync(place("users.json"), exportOf([{ name: "ann" }]));
  writeFileSync(place("known.csv"), "identifier,password\nann@example.com,wrong\n");
  const { code, err } = await migrate(["--known", place("known.csv")]);
  expect([code, isHere("ann")]).toEqual([1, false]);
  expect(err).toMatch(/The known user: .*\n {2}Correct the password, give another user with --known/);
  expect((await migrate(["--known", place("knwon.csv")])).err).toContain("no file has this name");
  expect((await migrate(["--known", ""])).code).toBe(0);
});

it("ends well where all users log in through the fallback", async () => {
  writeFileSync(place("users.json"), exportOf([{ name: "dj", hash: DJANGO }]));
  const { code, out, err } = await migrate();
  expect([code, accountedFor(out), err]).toEqual([
    0,
    1,
    expect.stringContaining("7 of 9: Import the users (not needed"),
  ]);
  expect(out).toContain("1 to log in through the fallback: fallback.ndjson");
});

it("reads a file again that has changed beside the export", async () => {
  const profiles = [{ name: "ann" }, { name: "bob" }].map(({ name }) => ({
    user_id: `auth0|${name}`,
    email: `${name}@example.com`,
    email_verified: true,
  }));
  const hashes = profiles.map(({ user_id, email }) => ({
    _id: { $oid: user_id.slice(6) },
    email,
    passwordHash: BCRYPT,
  }));
  const lines = (list: readonly object[]) => list.map((one) => JSON.stringify(one)).join("\n");
  writeFileSync(place("users.json"), lines(profiles));
  writeFileSync(place("hashes.ndjson"), lines(hashes.slice(0, 1)));
  const unconfirmed = fakeIo();
  const args = ["migrate", place("users.json"), "--from", "auth0", "--to", to, "--api-key-file", place("key.txt")];
  expect(await runCli([...args, "--join", place("hashes.ndjson")], unconfirmed.io)).toBe(1);
  const { importable } = jsonIn("check.json");
  writeFileSync(place("hashes.ndjson"), lines(hashes));
  await migrate([], "users.json");
  expect([importable, jsonIn("check.json").importable]).toEqual([1, 2]);
});

it("goes on in a folder that was moved", async () => {
  writeFileSync(place("users.json"), exportOf([{ name: "ann" }]));
  expect((await migrate()).code).toBe(0);
  renameSync(place("users.json.migration"), place("elsewhere"));
  const { code, err } = await migrate(["--folder", place("elsewhere")]);
  expect([code, err]).toEqual([0, expect.stringContaining("Import the users (done)")]);
});

it("writes into no folder that is another's", async () => {
  writeFileSync(place("users.json"), exportOf([{ name: "ann" }]));
  mkdirSync(place("own"));
  writeFileSync(place("own/check.json"), "{}");
  const foreign = await migrate(["--folder", place("own")]);
  expect([foreign.code, foreign.err]).toEqual([
    2,
    expect.stringMatching(/none of them is of a migration\n {2}Give another folder/),
  ]);
  const file = await migrate(["--folder", place("key.txt")]);
  expect([file.code, file.err]).toEqual([
    2,
    expect.stringMatching(/can't be the folder of the migration \(EEXIST\)\n {2}Give another/),
  ]);
  expect(await runCli(["migrate", "-"], fakeIo().io)).toBe(2);
});

it("says in JSON, and with --quiet, why it stopped", async () => {
  writeFileSync(place("users.json"), exportOf([{ name: "ann" }]));
  const dead = ["--to", "http://127.0.0.1:9"];
  const { code, out } = await migrate([...dead, "--json"]);
  const { stopped, exitCode } = JSON.parse(out);
  expect([code, exitCode, stopped]).toEqual([
    1,
    1,
    { code: "client/unreachable", message: expect.any(String), remedy: expect.any(String) },
  ]);
  const quiet = await migrate([...dead, "--quiet"]);
  expect(quiet.err).toContain("client/unreachable");
});

it("--quiet says nothing of a migration that ends well, and what is left of one that does not", async () => {
  writeFileSync(place("users.json"), exportOf([{ name: "ann" }, { name: "bob" }]));
  writeFileSync(place("first.json"), exportOf([{ name: "bob", hash: OTHER_BCRYPT }]));
  expect(await migrate(["--quiet"], "first.json")).toEqual({ code: 0, out: "", err: "" });
  const { code, out, err } = await migrate(["--quiet"]);
  expect([code, out, err]).toEqual([
    1,
    "",
    expect.stringMatching(/not all users.*\n[\s\S]*1 on the service before, and left as they were: decide about each/),
  ]);
  expect(err).not.toContain("REHEARSAL");
});

it("forgets an address of the service that was no use", async () => {
  writeFileSync(place("users.json"), exportOf([{ name: "ann" }]));
  const answers = [
    ["password you know", ""],
    ["Address of the service", "http://127.0.0.1:9"],
    ["File with its API key", place("key.txt")],
    ["Give another address", "YES"],
    ["Address of the service", to],
    ["File with its API key", place("key.txt")],
    ["Import 1 user", "maybe"],
    ["In full, please", "yes"],
  ] as const;
  const { code, answered } = await answeringInOrder(["migrate", place("users.json"), "--from", "auth0"], answers);
  expect([code, answered, isHere("ann")]).toEqual([0, answers.length, true]);
}, 60_000);

it("imports nobody by an export that has changed since it was checked", async () => {
  writeFileSync(place("users.json"), exportOf([{ name: "ann" }]));
  const args = ["migrate", place("users.json"), "--from", "auth0", "--to", to, "--api-key-file", place("key.txt")];
  const answerTo = (shown: string) => {
    if (shown.includes("password you know")) return "";
    if (!shown.includes("Import 1 user")) return undefined;
    writeFileSync(place("users.json"), exportOf([{ name: "ann" }, { name: "bob" }]));
    return "yes";
  };
  const { code, err } = await answering(args, answerTo);
  expect([code, isHere("ann"), err]).toEqual([1, false, expect.stringContaining("has changed since its users were")]);
  expect([(await migrate()).code, isHere("bob")]).toEqual([0, true]);
});
