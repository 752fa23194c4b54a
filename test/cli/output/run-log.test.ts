import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";

const folder = useTemporaryFolder();
const place = (name: string) => join(folder.path(), name);

function users(): string {
  writeFileSync(place("users.json"), '{"users":[{"localId":"a","phoneNumber":"+15555550100"},{"localId":"b"}]}');
  return place("users.json");
}

async function run(args: readonly string[]) {
  const { io, out, err } = fakeIo();
  return { code: await runCli(args, io), out: out(), err: err() };
}

const eventsIn = (path: string) =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

it("--quiet leaves the exit code and the errors", async () => {
  expect(await run(["check", users(), "--quiet"])).toEqual({ code: 1, out: "", err: "" });
  expect((await run(["check", place("none.json"), "--quiet"])).err).toContain("cannot read");
  expect((await run(["check", users(), "--quiet", "--json"])).out).toContain("cannot be used with");
});

it("--log-file says how each run began and ended, with what was said in between, for its owner alone", async () => {
  const log = place("credport.log");
  await run(["import", users(), "--log-file", log]);
  await run(["check", place("none.json"), "--log-file", log]);
  const events = eventsIn(log);
  expect(events.map(({ command, event }) => `${command} ${event}`)).toEqual([
    "import start",
    "import note",
    "import end",
    "check start",
    "check error",
  ]);
  expect(events[0]).toMatchObject({
    version: expect.any(String),
    options: expect.stringContaining("logFile"),
  });
  expect(events[1].text).toContain("REHEARSAL");
  expect(events[2]).toMatchObject({ exitCode: 1 });
  expect(events[4]).toMatchObject({ code: "cli/not-readable" });
  expect(statSync(log).mode & 0o777).toBe(0o600);
});

it("--log-file writes into no file of another kind", async () => {
  const path = users();
  const before = readFileSync(path, "utf8");
  const { code, err } = await run(["check", path, "--log-file", path]);
  expect([code, err]).toEqual([2, expect.stringContaining("is not a log of credport")]);
  expect(readFileSync(path, "utf8")).toBe(before);
});

it("--verbose prints the steps with their times", async () => {
  const { err } = await run(["check", users(), "--verbose"]);
  expect(err).toMatch(/^ +\d\.\d s {2}start version=\S+ options=.*\n +\d\.\d s {2}end exitCode=1\n$/);
});

it.each([
  [["1"], 0],
  [["50%"], 0],
  [["0"], 1],
  [["49.9%"], 1],
])("--max-refused %s decides the exit code of a check, and whether an import begins", async (limit, code) => {
  expect((await run(["check", users(), "--max-refused", ...limit])).code).toBe(code);
  const { err } = await run(["import", users(), "--max-refused", ...limit]);
  const refused = `1 of 2 users is not importable, and --max-refused ${limit} was given`;
  if (code === 0) expect(err).not.toContain("not importable, and");
  else expect(err).toContain(refused);
});

it.each(["-1", "1.5", "101%", "x"])("--max-refused %s is refused", async (limit) => {
  expect((await run(["check", users(), `--max-refused=${limit}`])).err).toContain("it must be a whole number");
});

it("fleet, conform and fallback take the same options, where they do not answer another program", async () => {
  const log = place("credport.log");
  const none = place("none");
  const lines = [
    ["conform", "--self", "--only", "parse-bcrypt/none"],
    ["fallback", "status", none],
    ["fleet", "plan", none],
  ];
  for (const line of lines) await run([...line, "--quiet", "--log-file", log]);
  expect(eventsIn(log).map(({ command, event }) => `${command} ${event}`)).toEqual(
    ["conform", "fallback", "fleet"].flatMap((name) => [`${name} start`, `${name} error`]),
  );
  expect((await run(["fleet", "status", none, "--quiet"])).err).toContain("fleet plan or work or report");
  expect((await run(["conform", "--serve", "--quiet"])).err).toContain("cannot be used with");
});
