import { describe, expect, it } from "vitest";
import { runCli } from "../../src/cli/run-cli.js";
import { fakeIo } from "./fake-io.js";

const SECRET = "S3cret-$2b$10$N9qo8uLOickgx2ZMRZoMye";
const CHECK = ["check", "users.json", "--from", "credport"];

async function told(args: readonly string[]): Promise<string> {
  const { io, err } = fakeIo();
  expect(await runCli(args, io)).toBe(2);
  return err();
}

describe("a wrong use of the command line", () => {
  it.each([
    [
      [...CHECK, "--fallback", "f.ndjson", "--pepper-name", SECRET],
      "error: option '--pepper-name <name>': it must be a name in capitals",
    ],
    [[...CHECK, "--threads", SECRET], "error: option '--threads <number>': it must be a whole number"],
    [[...CHECK, "--out-format", `${SECRET}\n' is invalid. `], "Allowed choices are credport"],
    [["verify", `--password=${SECRET}`], "error: unknown option '--password'\n"],
    [["verify", `--${SECRET}`], "error: unknown option\n"],
    [[SECRET], "error: unknown command\n"],
    [["identify", SECRET], "error: too many arguments"],
  ])("is told without what was typed: %j", async (args, message) => {
    const error = await told(args);
    expect(error).toContain(message);
    for (let at = 0; at + 6 <= SECRET.length; at++) expect(error).not.toContain(SECRET.slice(at, at + 6));
  });

  it("is told with a mistyped word, which is none", async () => {
    expect(await told(["chek"])).toMatch(/unknown command 'chek'[\s\S]*check/);
    expect(await told([...CHECK, "--form"])).toContain("unknown option '--form'");
  });

  it("keeps every other message", async () => {
    expect(await told(["check", "users.json"])).toContain(
      "error: required option '--from <system>' not specified\n",
    );
  });
});
