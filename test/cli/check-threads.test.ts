import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useTemporaryFolder } from "../temporary-folder.js";
import { runBuiltCli } from "./run-built-cli.js";

const temporary = useTemporaryFolder();

describe("credport check --threads", () => {
  it("writes and reports the same with two threads as with one", async () => {
    const path = (name: string) => join(temporary.path(), name);
    const users = Array.from({ length: 20_000 }, (_, n) => {
      const phoneNumber = `+1555${1_000_000 + (n === 19_999 ? 5 : n)}`;
      return JSON.stringify({ externalUserId: `u${n}`, phoneNumber });
    });
    writeFileSync(path("users.ndjson"), users.toSpliced(9000, 0, '{"externalUserId":').join("\n"));
    const check = async (threads: string) => {
      const [out, rejects] = [path("out.ndjson"), path("rejects.ndjson")] as const;
      const args = ["--from", "credport", "--json", "--threads", threads, "--out", out, "--rejects", rejects];
      const { code, out: report, err } = await runBuiltCli(["check", path("users.ndjson"), ...args]);
      const written = { users: readFileSync(out, "utf8"), rejects: readFileSync(rejects, "utf8") };
      // The report names the files, and the second run writes to the same ones.
      for (const file of [out, rejects]) rmSync(file);
      return { code, report, err, ...written };
    };
    const [one, two] = [await check("1"), await check("2")];
    expect(two).toEqual(one);
    expect(JSON.parse(one.report)).toMatchObject({ records: 20_001, importable: 19_998, refused: 3 });
  });

  it.each(["0", "65", "two"])("refuses %s threads", async (threads) => {
    const { code, err } = await runBuiltCli(["check", "-", "--from", "firebase", "--threads", threads]);
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining("a whole number from 1 to 64"),
    });
  });
});
