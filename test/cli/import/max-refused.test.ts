import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import type { CliIo } from "../../../src/cli/cli-io.js";
import { runCli } from "../../../src/cli/run-cli.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";

const SAMPLE = resolve(import.meta.dirname, "../../../docs/examples/firebase");

async function ended(most: string, more: Partial<CliIo> = {}) {
  const { io, out } = fakeIo();
  const source = ["--from", "firebase", "--hash-config", join(SAMPLE, "hash-config.txt")];
  const given = [join(SAMPLE, "users.json"), ...source, "--max-refused", most, "--json"];
  const exitCode = await runCli(["import", ...given], { ...io, ...more });
  return { exitCode, ...JSON.parse(out()) };
}

it("ends an import before its first user where more are not importable than is fine", async () => {
  const { refusedByUs, records } = await ended("100%");
  expect(refusedByUs).toBeGreaterThan(1);
  const few = await ended(String(refusedByUs - 1));
  expect([few.exitCode, few.error.code]).toEqual([2, "cli/too-many-refused"]);
  expect(few.error.message).toContain(`${refusedByUs} of ${records} users are not importable`);
  expect((await ended(String(refusedByUs))).records).toBe(records);
});

const temporary = useTemporaryFolder();

it("lets none pass where nothing tells how many users could not be read", async () => {
  const file = join(temporary.path(), "users.csv");
  const rows = ['2,",b@x.example,,x', 'c,c@x.example,",x', "4,d@x.example,,x"];
  writeFileSync(file, `id,email,email_verified_at,password\n${rows.join("\n")}\n`);
  for (const command of ["check", "import"]) {
    const { io, out } = fakeIo();
    const exitCode = await runCli([command, file, "--from", "laravel", "--max-refused", "100%", "--json"], io);
    expect([exitCode, out()]).toEqual([
      command === "check" ? 1 : 2,
      expect.stringContaining(command === "check" ? "source/records-unreadable" : "cli/too-many-refused"),
    ]);
  }
});

it("does not begin the import where Ctrl-C ends the look at who is not importable", async () => {
  let pressed = 0;
  const onInterrupt = (listener: () => void) => {
    if (pressed++ === 0) listener();
    return () => undefined;
  };
  const { exitCode, error } = await ended("100%", { onInterrupt });
  expect([exitCode, error]).toEqual([2, expect.objectContaining({ message: "interrupted; nothing was sent" })]);
});
