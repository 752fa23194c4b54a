import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** The script of .ci/conform/action.yml, with the variables that a runner gives it. */
const ROOT = resolve(import.meta.dirname, "../..");
const MAIN = join(ROOT, "dist/cli/main.js");

describe("the action for credport conform", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "credport-conform-"));
    const command = join(folder, "credport");
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
    chmodSync(command, 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function run(inputs: Readonly<Record<string, string>>) {
    const output = join(folder, "output");
    writeFileSync(output, "");
    const { status, stdout } = spawnSync("bash", [join(ROOT, ".ci/conform/conform.sh")], {
      encoding: "utf8",
      env: {
        ...process.env,
        RUNNER_TEMP: folder,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: join(folder, "summary"),
        CREDPORT_COMMAND: join(folder, "credport"),
        CREDPORT_OPTIONS: "\n  --only\n  totp-code\n",
        CREDPORT_ADAPTER: [process.execPath, MAIN, "conform", "--serve"].join("\n"),
        ...inputs,
      },
    });
    const [, report = "", code = ""] = /report=(.*)\nexit-code=(.*)\n/.exec(readFileSync(output, "utf8")) ?? [];
    return { status, stdout, report, code };
  }

  it("passes an implementation that conforms, and leaves the report", () => {
    const { status, report, code, stdout } = run({});
    expect([status, code]).toEqual([0, "0"]);
    expect(stdout).toMatch(/^Conforms: 0 true faults, .*; \d+ of \d+ compared\n$/);
    expect(readFileSync(join(folder, "summary"), "utf8")).toContain(stdout);
    expect(JSON.parse(readFileSync(report, "utf8")).totals.pass).toBeGreaterThan(100);
  });

  it("fails one that answers otherwise", () => {
    const liar =
      'for await (const l of require("readline").createInterface({input:process.stdin})) { const m = JSON.parse(l); if (m.cmd === "bye") break; console.log(JSON.stringify(m.cmd === "hello" ? {protocol:1,implementation:{name:"l",version:"1",language:"x"},operations:["totp-code"]} : {seq:m.seq,ok:{code:"0"}})) }';
    const wrapped = `(async () => { ${liar} })()`;
    const { status, code, stdout } = run({ CREDPORT_ADAPTER: [process.execPath, "-e", wrapped].join("\n") });
    expect([status, code]).toEqual([1, "1"]);
    expect(stdout).toMatch(/^Does not conform: \d+ true faults, /);
    // Whoever reads the log of a red job need not fetch the report first.
    expect(stdout).toMatch(/^totp-code\/\S+ fail: .*\n {2}detail .*\n {2}input {6}\{"secret":/m);
    expect(stdout).toContain('answer     {"ok":{"code":"0"}}');
    expect(readFileSync(join(folder, "summary"), "utf8")).toContain("- totp-code/rfc6238-001 fail");
  });

  it.each(["--report=junit", "--report\njunit", "--json", "--list"])(
    "refuses %j, which would leave no report",
    (option) => {
      const { status, code, stdout } = run({ CREDPORT_OPTIONS: `--only\ntotp-code\n${option}` });
      expect([status, code]).toEqual([2, "2"]);
      expect(stdout).toMatch(/^::error title=credport::the action takes no --(report|json|list) in options/);
    },
  );

  it("takes nothing for a verdict that has no report: a program that is not there, an npm that fails", () => {
    const absent = run({ CREDPORT_ADAPTER: "/no/such/program" });
    expect([absent.status, absent.code]).toEqual([2, "2"]);
    expect(absent.stdout).toContain("::error title=credport::");
    expect(run({ CREDPORT_COMMAND: "/bin/false" }).code).toBe("2");
  });
});
