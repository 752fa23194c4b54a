import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { CouldNotRun } from "../../../src/cli/could-not-run.js";
import { ImportOutputs } from "../../../src/cli/import/import-outputs.js";
import { printAccount } from "../../../src/cli/import/print-account.js";
import { runCli } from "../../../src/cli/run-cli.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";

const SAMPLE = fileURLToPath(new URL("../../../docs/examples/firebase/", import.meta.url));
const CONFIG_TEXT = readFileSync(join(SAMPLE, "hash-config.txt"), "utf8");
const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);
const GOOD = '{"users":[{"localId":"a","phoneNumber":"+15555550100"},{"localId":"b"}]}';

function file(name: string, text: string): string {
  writeFileSync(place(name), text);
  return place(name);
}

async function importFile(args: readonly string[], env: Record<string, string> = {}) {
  const fake = fakeIo({ env });
  const code = await runCli(["import", ...args], fake.io);
  return { code, out: fake.out(), err: fake.err() };
}

describe("the files of an import", () => {
  it("leave nothing behind where one of them can't be written", async () => {
    const outputs = await ImportOutputs.open({ report: [place("r.html")] });
    expect(temporary.entries()).toContain("r.html.credport-partial");
    const fail = async () => {
      throw new CouldNotRun("cli/not-writable", "the disk is full");
    };
    const said = { kind: "import-report", title: "", file: "", sections: [], document: {}, fault: undefined } as const;
    expect(await printAccount(said, outputs, fail, { json: true }, fakeIo({}).io)).toBe(false);
    expect(temporary.entries()).toEqual([]);
  });

  it("count what is lost, and who is refused, as a check of the same file does", async () => {
    const samples = fileURLToPath(new URL("../../source/systems/samples/", import.meta.url));
    for (const [system, name] of [
      ["keycloak", "keycloak.json"],
      ["wordpress", "wordpress.sql"],
    ] as const) {
      const args = [join(samples, name), "--from", system, "--json"];
      const { io, out } = fakeIo({});
      await runCli(["check", ...args, "--rejects", place(`${system}.check`)], io);
      const { code, ...imported } = await importFile([...args, "--rejects", place(`${system}.ndjson`)]);
      const [checked, report] = [JSON.parse(out()), JSON.parse(imported.out)];
      expect(report.atLogin, system).toBeGreaterThan(0);
      expect([code, report.notCarried], system).toEqual([1, checked.notCarried]);
      const lines = (path: string) => readFileSync(place(path), "utf8").trim().split("\n").length;
      expect(lines(`${system}.refused-by-us.ndjson`), system).toBe(report.refusedByUs + report.atLogin);
      expect(lines(`${system}.check`), system).toBe(report.refusedByUs + report.atLogin);
    }
  });

  it("never take the place of a file that it reads, or of its journal", async () => {
    const users = file("users.json", GOOD);
    const config = file("config.txt", CONFIG_TEXT);
    const key = file("key.txt", "an API key");
    const only = file("only.ndjson", '{"record":0}\n');
    const journal = file("users.json.journal", "a journal");
    const to = ["--to", "http://127.0.0.1:1", "--api-key-file", key];
    const all = [users, "--from", "firebase", "--hash-config", config, "--only", only, ...to];
    for (const [input, name] of [
      [users, "the export"],
      [config, "--hash-config"],
      [key, "--api-key-file"],
      [only, "--only"],
      [journal, "the journal"],
      [`${journal}.lock`, "the journal's lock"],
    ] as const) {
      const before = temporary.entries();
      const { code, err } = await importFile([
        ...all,
        "--mapping",
        join(place("x"), "..", input.slice(place("").length)),
      ]);
      expect([code, err]).toEqual([2, expect.stringContaining(`${name} and --mapping name the same file`)]);
      expect(temporary.entries()).toEqual(before);
    }
    const journalled = await importFile([...all, "--journal", config]);
    expect(journalled.err).toContain("--hash-config and the journal name the same file");
    const rejects = file("a.failed.json", "{}");
    const rejected = await importFile([rejects, "--from", "firebase", "--rejects", place("a.json")]);
    expect(rejected.err).toContain("the export and --rejects name the same file");
    expect(readFileSync(users, "utf8")).toBe(GOOD);
    expect(readFileSync(config, "utf8")).toBe(CONFIG_TEXT);
  });

  it("never take the place of a pipe", async () => {
    execFileSync("mkfifo", [place("pipe")]);
    execFileSync("mkfifo", [place("no.failed")]);
    const { code, err } = await importFile([file("u.json", GOOD), "--from", "firebase", "--rejects", place("no")]);
    expect(code).toBe(2);
    expect(err).toContain("a device or pipe, not a file");
    const to = ["--to", "http://127.0.0.1:1", "--journal", place("pipe")];
    const journalled = await importFile([place("u.json"), "--from", "firebase", ...to], {
      CREDPORT_API_KEY: "k",
    });
    expect(journalled.err).toContain("a device or pipe, not a file");
    expect(statSync(place("pipe")).isFIFO()).toBe(true);
  });

  it("do not take the report along when one of them can't be written, nor each other", async () => {
    const fake = fakeIo();
    const stdout = {
      write(text: string) {
        fake.io.stdout.write(text);
        mkdirSync(place("no.failed.ndjson"));
      },
    };
    const args = ["--from", "firebase", "--rejects", place("no.ndjson")];
    const code = await runCli(["import", file("u.json", GOOD), ...args], { ...fake.io, stdout });
    expect(code).toBe(2);
    expect(fake.out()).toContain("     1 imported");
    expect(fake.err()).toContain(`cannot write ${place("no.failed.ndjson")} (EISDIR)`);
    expect(temporary.entries().sort()).toEqual([
      "no.failed.ndjson",
      "no.refused-by-service.ndjson",
      "no.refused-by-us.ndjson",
      "u.json",
    ]);
    expect(readFileSync(place("no.refused-by-us.ndjson"), "utf8")).toContain('"userId":"b"');
  });

  it.each(["--mapping", "--rejects", "--journal"])("are never standard output: %s -", async (option) => {
    const args = [file("u.json", GOOD), "--from", "firebase", "--to", "http://127.0.0.1:1", option, "-"];
    const { code, err } = await importFile(args, { CREDPORT_API_KEY: "k" });
    expect([code, err]).toEqual([2, expect.stringContaining("can't be standard output")]);
    expect(temporary.entries()).toEqual(["u.json"]);
  });

  it("never take the place of a file that no import has written, unless --force says so", async () => {
    const precious = file("ids.csv", "precious\n");
    const users = file("u.json", GOOD);
    const to = ["--to", "http://127.0.0.1:1", "--no-preflight"];
    const args = [users, "--from", "firebase", ...to, "--mapping", precious];
    const { code, err } = await importFile(args, { CREDPORT_API_KEY: "k" });
    expect([code, err]).toEqual([2, expect.stringContaining("add --force")]);
    expect(readFileSync(precious, "utf8")).toBe("precious\n");
    const forced = await importFile([...args, "--force"], { CREDPORT_API_KEY: "k" });
    expect(forced.err).not.toContain("--force");
    expect(readFileSync(precious, "utf8")).toContain("external_user_id");
  });

  it("hold no mapping after a rehearsal, whose IDs nobody knows", async () => {
    const args = [file("u.json", GOOD), "--from", "firebase", "--mapping", place("ids.csv")];
    const { code, err } = await importFile(args);
    expect([code, err]).toEqual([2, expect.stringContaining("--mapping was given without --to")]);
    expect(temporary.entries()).toEqual(["u.json"]);
  });

  it("do not end the import when one of them can't be written on the way", async () => {
    mkdirSync(place("gone"));
    const outputs = await ImportOutputs.open({ rejects: join(place("gone"), "no.ndjson") });
    rmSync(place("gone"), { recursive: true });
    const problems = [{ code: "user/no-credential" as const, message: "x".repeat(1 << 17) }];
    await outputs.note({ kind: "refused-by-us", record: 0, line: 1, problems });
    await outputs.note({ kind: "refused-by-us", record: 1, line: 1, problems });
    await expect(outputs.complete(place("journal"))).rejects.toThrow();
  });
});
