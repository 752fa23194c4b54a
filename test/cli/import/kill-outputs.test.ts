import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { IS_FULL } from "../../by-day.js";
import { NAMESPACE_FLAGS, NAMESPACES } from "../../files/namespaces.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { PROGRAM } from "../run-built-cli.js";

const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);
const USERS = IS_FULL ? 30_000 : 15_000;

function start(prefix: readonly string[], args: readonly string[]): ChildProcess {
  const [command = "", ...words] = [...prefix, process.execPath, PROGRAM, ...args];
  const child = spawn(command, words, { stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function endOf(child: ChildProcess): Promise<{ readonly code: number | null; readonly err: string }> {
  let err = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, err };
}

test("a check that is killed can be run again, and leaves no hashes", () => expectSoundAfterKills([]));

NAMESPACES.test("the same holds in a container, where its number is always 1", () =>
  expectSoundAfterKills(NAMESPACE_FLAGS),
);

/** Asked while it may be renamed. */
function hasUser(path: string): boolean {
  try {
    return readFileSync(path, "utf8").includes("u0");
  } catch {
    return false;
  }
}

async function expectSoundAfterKills(prefix: readonly string[]): Promise<void> {
  expect(existsSync(PROGRAM), "npm run build comes first").toBe(true);
  const users = Array.from({ length: USERS }, (_, index) => ({
    localId: `u${index}`,
    phoneNumber: `+1555${String(index).padStart(7, "0")}`,
  }));
  writeFileSync(place("users.json"), JSON.stringify({ users }));
  const files = ["--out", place("good.ndjson"), "--rejects", place("bad.ndjson")];
  const args = ["check", place("users.json"), "--from", "firebase", ...files];
  for (let kills = 0; kills < 2; ) {
    const child = start(prefix, args);
    const partial = place("good.ndjson.credport-partial");
    // Some users are in the file of the run before, too: this one is to have written its own.
    await expect.poll(() => existsSync(place("good.ndjson")) || hasUser(partial), { interval: 5 }).toBe(true);
    child.kill("SIGKILL");
    const { code } = await endOf(child);
    // On a busy machine it may be done before it is killed.
    if (!existsSync(place("good.ndjson"))) kills++;
    else for (const name of ["good.ndjson", "bad.ndjson"]) rmSync(place(name), { force: true });
    expect([null, 0]).toContain(code);
  }
  const { code, err } = await endOf(start(prefix, args));
  // On a busy machine it says how far it is.
  expect([code, err.replace(/^check: \d+ %.*\n/gm, "")]).toEqual([0, ""]);
  expect(temporary.entries()).toEqual(["bad.ndjson", "good.ndjson", "users.json"]);
  expect(readFileSync(place("good.ndjson"), "utf8").trimEnd().split("\n")).toHaveLength(USERS);
}
