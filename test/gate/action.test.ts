import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** The script that action.yml runs, with the variables that a runner gives it, on the command line of this tree. */
const ROOT = resolve(import.meta.dirname, "../..");
const FIREBASE = join(ROOT, "docs/examples/firebase");
const action = readFileSync(join(ROOT, "action.yml"), "utf8");

describe("the action for credport check", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "credport-action-"));
    const command = join(folder, "credport");
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${ROOT}/dist/cli/main.js" "$@"\n`);
    chmodSync(command, 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function run(inputs: Readonly<Record<string, string>>) {
    const [output, summary] = ["output", "summary"].map((name) => join(folder, name)) as [string, string];
    for (const file of [output, summary]) writeFileSync(file, "");
    const { status, stdout } = spawnSync("bash", [join(ROOT, ".ci/check-action.sh")], {
      cwd: folder,
      encoding: "utf8",
      env: {
        ...process.env,
        RUNNER_TEMP: folder,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        CREDPORT_COMMAND: join(folder, "credport"),
        CREDPORT_FROM: "auto",
        CREDPORT_OPTIONS: "",
        CREDPORT_FAIL_ON_PROBLEMS: "true",
        ...inputs,
      },
    });
    const outputs = Object.fromEntries(
      readFileSync(output, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => line.split("=") as [string, string]),
    );
    return { status, stdout, outputs, summary: readFileSync(summary, "utf8") };
  }
  const sample = {
    CREDPORT_FILE: join(FIREBASE, "users.json"),
    CREDPORT_FROM: "firebase",
    CREDPORT_OPTIONS: `\n  --hash-config\n${join(FIREBASE, "hash-config.txt")}  \n`,
  };

  it("fails for records that can't be imported, with the report and a summary", () => {
    const { status, outputs, summary } = run(sample);
    expect([status, outputs["exit-code"]]).toEqual([1, "1"]);
    const report = JSON.parse(readFileSync(outputs.report!, "utf8")) as {
      records: number;
      importable: number;
      problems: readonly { name: string; records: number }[];
    };
    expect(report.records).toBe(200);
    expect(summary).toContain(`${report.importable} of 200 records can be imported.`);
    for (const { name, records } of report.problems) expect(summary).toContain(`| \`${name}\` | ${records} |`);
  });

  it("only tells of them where it is not to fail", () => {
    const { status, outputs } = run({ ...sample, CREDPORT_FAIL_ON_PROBLEMS: "false" });
    expect([status, outputs["exit-code"]]).toEqual([0, "1"]);
  });

  it("passes where every record can be imported", () => {
    const file = join(folder, "-good $(touch made) users.ndjson");
    const user = {
      externalUserId: "1",
      email: "a@example.com",
      passwordHash: "$2b$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
    };
    writeFileSync(file, `${JSON.stringify(user)}\n`);
    const { status, outputs, summary } = run({
      CREDPORT_FILE: "-good $(touch made) users.ndjson",
      CREDPORT_FROM: "credport",
    });
    expect([status, outputs["exit-code"]]).toEqual([0, "0"]);
    expect(summary).toContain("1 of 1 records can be imported.");
    expect(() => readFileSync(join(folder, "made"))).toThrow("ENOENT");
  });

  it("says in one line why the check could not run, and leaves the runner no command", () => {
    const { status, stdout, outputs } = run({
      CREDPORT_FILE: "no%0A::set-env::file.json",
      CREDPORT_FROM: "firebase",
    });
    expect([status, outputs["exit-code"]]).toEqual([2, "2"]);
    expect(stdout).toMatch(/^::error title=credport::[^\n]*no%250A::set-env::file\.json[^\n]*\n$/);
  });

  const COMPLETE = JSON.stringify({
    records: 1,
    importable: 1,
    loginOnly: 0,
    refused: 0,
    unreadable: 0,
    problems: [],
  });

  it.each<[string, string, string]>([
    ["npm ends with 1 without a report", 'echo "npm error network request failed" >&2; exit 1', "npm error network"],
    ["npm ends with 0 without a report", "exit 0", "gave no report and ended with 0"],
    ["the report is cut", `printf %s '${COMPLETE.slice(0, -3)}'; exit 1`, "ended with 1"],
    ["the report is cut at the end of a program that ended well", `printf %s '{"records":1'`, "ended with 0"],
    ["something else than a report is printed", "echo '{\"records\":1}'; exit 1", "ended with 1"],
    ["a list is printed", "echo '[]'", "ended with 0"],
    ["null is printed", "echo null; exit 1", "ended with 1"],
    ["a row of the report has no count", `echo '${COMPLETE.replace("[]", '[{"name":"a"}]')}'; exit 1`, "ended with 1"],
    ["a whole report comes from a program that was killed", `echo '${COMPLETE}'; kill -9 $$`, "ended with 137"],
    ["a whole report comes with another exit code", `echo '${COMPLETE}'; exit 3`, "ended with 3"],
    ["credport itself says why", `echo '{"error":{"message":"no such file"}}'; exit 1`, "::no such file"],
    ["the command is not there", "exec /nowhere/npx", "ended with 127"],
    ["the end would be a command for the runner", 'printf "a\\n::set-env::" >&2; exit 1', "a%0A::set-env::"],
  ])("could not run where %s, even where it is not to fail", (_what, script, words) => {
    const command = join(folder, "stand-in");
    writeFileSync(command, `#!/bin/sh\n${script}\n`);
    chmodSync(command, 0o755);
    const inputs = { ...sample, CREDPORT_COMMAND: command };
    for (const fails of ["true", "false"]) {
      const { status, stdout, outputs, summary } = run({ ...inputs, CREDPORT_FAIL_ON_PROBLEMS: fails });
      expect([status, outputs["exit-code"], summary]).toEqual([2, "2", ""]);
      expect(stdout).toMatch(/^::error title=credport::[^\n]+\n$/);
      expect(stdout).toContain(words);
    }
  });

  it("takes the same whole report as a success", () => {
    const command = join(folder, "stand-in");
    writeFileSync(command, `#!/bin/sh\necho '${COMPLETE}'\n`);
    expect(run({ ...sample, CREDPORT_COMMAND: command }).status).toBe(0);
  });

  it("says that it could not run where Node is too old", () => {
    const node = join(folder, "node");
    writeFileSync(node, "#!/bin/sh\nexit 1\n");
    chmodSync(node, 0o755);
    const { status, outputs } = run({ ...sample, PATH: `${folder}:${process.env.PATH}` });
    rmSync(node);
    expect([status, outputs]).toEqual([2, { "exit-code": "2" }]);
  });

  it("gets every input as a variable, and none as a part of the script", () => {
    const [, inputs, steps] = action.match(/^inputs:\n([\s\S]*?)^outputs:[\s\S]*?^runs:\n([\s\S]*)/m)!;
    const names = [...inputs!.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name]) => name!);
    expect(names).toEqual(["file", "from", "options", "version", "fail-on-problems"]);
    const script = ["check-action.sh", "judge-check.mjs"]
      .map((file) => readFileSync(join(ROOT, ".ci", file), "utf8"))
      .join("");
    for (const name of names) {
      const variable = `CREDPORT_${name.toUpperCase().replaceAll("-", "_")}`;
      expect(steps).toContain(`${variable}: \${{ inputs.${name} }}`);
      expect(script).toContain(variable);
    }
    expect(steps!.slice(steps!.indexOf("run:"))).not.toContain("${{");
  });
});
