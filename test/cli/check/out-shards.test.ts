import { spawn } from "node:child_process";
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { createRehearsalService } from "../../../src/rehearsal/index.js";
import { needsProgram } from "../../needs.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";
import { PROGRAM } from "../run-built-cli.js";

const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);
const USERS = 41;

function writeUsers(): void {
  const users = Array.from({ length: USERS }, (_, at) => ({
    externalUserId: `u${at}`,
    phoneNumber: `+1555${String(at).padStart(7, "0")}`,
  }));
  // Two who share a number are in no file.
  const shared = ["x", "y"].map((externalUserId) => ({ externalUserId, phoneNumber: "+15559999999" }));
  const lines = [...users, ...shared].map((user) => `${JSON.stringify(user)}\n`);
  writeFileSync(place("users.ndjson"), lines.join(""));
}

async function check(...more: readonly string[]) {
  const fake = fakeIo();
  const args = ["check", place("users.ndjson"), "--from", "credport", "--json", ...more];
  return { code: await runCli(args, fake.io), out: fake.out(), err: fake.err() };
}

const idsIn = (name: string) =>
  readFileSync(place(name), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).externalUserId as string);

/** Runs a line as the page shows it, in a shell that knows `credport`. */
function shell(line: string, env: Readonly<Record<string, string>>): Promise<number | null> {
  writeFileSync(place("credport"), `#!/bin/sh\nexec ${process.execPath} ${PROGRAM} "$@"\n`);
  chmodSync(place("credport"), 0o700);
  const PATH = `${temporary.path()}${delimiter}${process.env.PATH}`;
  const child = spawn("sh", ["-c", line], {
    cwd: temporary.path(),
    env: { PATH, HOME: temporary.path(), ...env },
    stdio: "ignore",
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
}

describe("--out-shards", () => {
  it("divides the users into files of the same size that only their owner reads and that share nobody", async () => {
    writeUsers();
    const { code, out } = await check("--out", place("good.ndjson"), "--out-shards", "4");
    expect([code, JSON.parse(out).importable]).toEqual([1, USERS]);
    const files = [1, 2, 3, 4].map((number) => `good-${number}.ndjson`);
    expect(files.map((name) => idsIn(name).length)).toEqual([11, 10, 10, 10]);
    expect(files.flatMap(idsIn).sort()).toEqual(Array.from({ length: USERS }, (_, at) => `u${at}`).sort());
    expect(files.map((name) => statSync(place(name)).mode & 0o777)).toEqual([0o600, 0o600, 0o600, 0o600]);
  });

  it.each([
    ["without --out", ["--out-shards", "2"], "--out-shards was given without --out"],
    ["of none", ["--out", "x", "--out-shards", "0"], "a whole number from 1 to 256"],
    ["of more files than may be open", ["--out", "x", "--out-shards", "257"], "a whole number from 1 to 256"],
    [
      "of batches",
      ["--out", "x", "--out-shards", "2", "--out-format", "supertokens-bulk"],
      "cannot be used with option",
    ],
  ])("is refused %s", async (_, flags, message) => {
    writeUsers();
    const { code, out, err } = await check(...flags);
    expect([code, out + err]).toEqual([2, expect.stringContaining(message)]);
    expect(temporary.entries()).toEqual(["users.ndjson"]);
  });

  it("replaces no file of another", async () => {
    writeUsers();
    writeFileSync(place("good-2.ndjson"), "mine\n");
    const { code } = await check("--out", place("good.ndjson"), "--out-shards", "2");
    expect(code).toBe(2);
    expect(readFileSync(place("good-2.ndjson"), "utf8")).toBe("mine\n");
    expect(temporary.entries().sort()).toEqual(["good-2.ndjson", "users.ndjson"]);
  });

  needsProgram("parallel").test(
    "gives files of which each is an import of its own, by the line that the page shows",
    async () => {
      writeUsers();
      const page = readFileSync(new URL("../../../docs/importing.md", import.meta.url), "utf8");
      const [shown = ""] = /^parallel .*$/m.exec(page) ?? [];
      expect(shown).toContain("credport import {}");
      await check("--out", place("good.ndjson"), "--out-shards", "3");
      const rehearsal = createRehearsalService({ apiKeys: ["key-of-the-test-service"], service: "supertokens" });
      const { url, close } = await rehearsal.listen();
      try {
        const line = shown.replace("https://auth.example.com", url);
        const env = { CREDPORT_API_KEY: "key-of-the-test-service" };
        expect(await shell(line, env)).toBe(0);
        expect(rehearsal.state().counts.users).toBe(USERS);
        const mapped = [1, 2, 3].flatMap((number) =>
          readFileSync(place(`good-${number}.csv`), "utf8")
            .trimEnd()
            .split("\n")
            .slice(1),
        );
        expect(new Set(mapped).size).toBe(USERS);
        // Each journal knows that its users are there.
        expect(await shell(line, env)).toBe(0);
        expect(rehearsal.state().counts.users).toBe(USERS);
      } finally {
        await close();
      }
    },
  );
});
