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
      "credport: option '--pepper-name <name>': it must be a name in capitals",
    ],
    [[...CHECK, "--threads", SECRET], "credport: option '--threads <number>': it must be a whole number"],
    [[...CHECK, "--out-format", `${SECRET}\n' is invalid. `], "it must be one of credport, supertokens-bulk"],
    [["verify", `--password=${SECRET}`], "credport: unknown option '--password'\n"],
    [["verify", `--${SECRET}`], "credport: unknown option\n"],
    [[SECRET], "credport: unknown command\n"],
    [["identify", SECRET], "credport: too many arguments"],
    [["verify", SECRET], "Give the hash on standard input"],
    [["check", "-f", SECRET], "credport: unknown option '-f'\n"],
    [["check", `-f${SECRET}`], "credport: unknown option\n"],
  ])("is told without what was typed: %j", async (args, message) => {
    const error = await told(args);
    expect(error).toContain(message);
    for (let at = 0; at + 6 <= SECRET.length; at++) expect(error).not.toContain(SECRET.slice(at, at + 6));
  });

  it("is told with a mistyped word, which is none", async () => {
    expect(await told(["chek", "--help"])).toMatch(/unknown command 'chek'[\s\S]*check/);
    expect(await told(["chek"])).toMatch(/unknown command 'chek'[\s\S]*check/);
    expect(await told([...CHECK, "--form"])).toContain("unknown option '--form'");
  });

  it("is told with the topic that was meant", async () => {
    expect(await told(["help", "enviroment"])).toBe(
      "credport: unknown help topic\n  Write environment if that is meant, or add --help for all.\n",
    );
    expect(await told(["help", "chekc"])).toContain("Write check if that is meant");
  });

  it("is told in one voice, and to a program as JSON", async () => {
    expect(await told([...CHECK, "--form"])).toBe(
      "credport: unknown option '--form'\n  Write --from if that is meant, or add --help for all.\n",
    );
    const { io, out, err } = fakeIo();
    expect(await runCli(["check", "--json"], io)).toBe(2);
    expect([JSON.parse(out()), err()]).toMatchObject([{ error: { code: "cli/wrong-usage" } }, ""]);
  });

  it.each([
    ["keyclok", "Give keycloak if that is meant."],
    ["Fire", "Give firebase if that is meant."],
    ["wordpres", "Give wordpress if that is meant."],
  ])("names the system that --from %s is nearest to", async (typed, remedy) => {
    expect(await told(["check", "users.json", "--from", typed])).toContain(`\n  ${remedy}\n`);
    expect(await told(["sources", typed])).toContain(`\n  ${remedy}\n`);
  });

  it.each([
    [["undo", "journal"], "Give the address of the service with --to."],
    [["check", "package.json", "--from", "table"], "Write a map with credport sources init, complete it, and give it"],
    [["check", "package.json", "--from", "keycloak", "--map", "m.json"], "Leave --map out, or read with --from table."],
    [["check", "package.json", "--from", "auto", "--out-shards", "2"], "Add --out, or leave --out-shards out."],
    [[...CHECK, "--fallback-all"], "Add --fallback, or leave --fallback-all out."],
    [["import", "package.json", "--from", "credport", "--mapping", "m.csv"], "Add --to, or leave --mapping out."],
    [["import", "package.json", "--gone", "g"], "Add --changed-since, or leave --gone out."],
    [["import", "package.json", "--read-back", "3"], "Leave the option out or choose the other way; credport check"],
    [["secret", "--at", "1.5"], "Give it as date +%s prints it."],
    [["rehearse", "--port", "x"], "Give a free port, or 0 for any."],
    [["rehearse", "--allow-origin", "x/"], "Give it without a path, such as http://localhost:5173"],
    [["rehearse", "--faults", "429:3"], "Give names, each alone or as name=burst/every, such as 429=3/50."],
    [["undo", "j", "--to", "auth.example.com"], "Set CREDPORT_API_KEY, or name a file that holds the key"],
    [["explain", "user/duplicate-emial"], "Give user/duplicate-email if that is meant."],
  ])("has one code, and the remedy of the case: %j", async (args, remedy) => {
    const { io, out } = fakeIo();
    expect([await runCli([...args, "--json"], io), JSON.parse(out())]).toMatchObject([
      2,
      { error: { code: "cli/wrong-usage", remedy: expect.stringContaining(remedy) } },
    ]);
  });

  it("gives all names where none is near", async () => {
    expect(await told(["check", "users.json", "--from", "zzzzzz"])).toMatch(/Give one of: .*keycloak, .*table/);
    expect(await told(["import", "users.json", "--from", "credport", "--service", "x"])).toMatch(/Give one of: /);
  });

  it("keeps every other message", async () => {
    expect(await told(["prove", "--to", "http://localhost"])).toContain(
      "credport: required option '--known <users>' not specified\n",
    );
  });

  it("names a mistyped option, and not the one that it was meant for as missing", async () => {
    expect(await told(["prove", "--to", "http://localhost", "--konwn", "x"])).toBe(
      "credport: unknown option '--konwn'\n  Write --known if that is meant, or add --help for all.\n",
    );
  });

  it("names the commands that have an option", async () => {
    expect(await told([...CHECK, "--existing", "skip"])).toBe(
      "credport: unknown option '--existing'\n  Give it to credport migrate, import or fleet, or leave it out.\n",
    );
  });

  it.each([
    [[...CHECK, "--must-reset", "at-logn"], "Write at-login if that is meant"],
    [[...CHECK, "--include", "disabeld"], "Write disabled if that is meant"],
    [["fallback", "stauts", "x"], "Give status if that is meant."],
    [["fleet", "planned", "x"], "Give one of: plan, work, status"],
  ])("names the word that was meant: %j", async (args, remedy) => {
    expect(await told(args)).toContain(remedy);
  });
});
