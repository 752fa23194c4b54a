import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, onTestFinished } from "vitest";
import { COMMANDS } from "../../src/cli/commands.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { type TerminalOptions, tmux, useTerminals } from "./terminal.js";

const SAMPLE = fileURLToPath(new URL("../../docs/examples/firebase/", import.meta.url));
const WIDTHS = [40, 80, 130];
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

/** Commands that talk to no service, with their exit codes. */
const LINES = [
  ["sources", 0],
  ["sources wordpress", 0],
  ["sources firebase", 0],
  ["explain check/only-email", 0],
  ["doctor", 0],
  ["config --config settings.json", 0],
  ["identify < hashes.txt", 1],
  ["identify --column hashes.txt", 1],
  ["verify --source django < hash-and-password.txt", 1],
  ["completion bash > completion.sh && bash -n completion.sh", 0],
] as const;

/** A line of a command of other programs, or the comment beside it: to be copied as it is. */
const isForShell = (line: string): boolean => /^(?:mysqldump|firebase|#| {2}--\S+=)| \\$/.test(line);

const temporary = useTemporaryFolder();
const open = useTerminals();

beforeEach(() => cpSync(SAMPLE, temporary.path(), { recursive: true }));

const run = (line: string, more: Omit<TerminalOptions, "cwd"> = {}) => open(line, { cwd: temporary.path(), ...more });

/** Of a service with a slow import, so that there is time to look and to press keys. */
async function importTo(): Promise<{ readonly url: string; readonly command: string }> {
  const signerKey = /base64_signer_key: (\S+),/.exec(readFileSync(join(SAMPLE, "hash-config.txt"), "utf8"))?.[1] ?? "";
  const { url, close } = await createRehearsalService({ service: "supertokens", signerKey }).listen();
  onTestFinished(close);
  writeFileSync(join(temporary.path(), "key.txt"), "test-key-0123456789abcdef");
  const target = `--to ${url} --api-key-file key.txt --rate 120 --journal journal`;
  return { url, command: `credport import users.json ${EXPORT} ${target}` };
}

const EXPORT = "--from firebase --hash-config hash-config.txt";

tmux.describe("in a terminal", () => {
  for (const columns of WIDTHS) {
    tmux.test(`help fits into ${columns} columns, and breaks no word`, async () => {
      const lines = ["", ...COMMANDS.map(({ name }) => name)].map((name) => `credport ${name} --help`);
      const terminal = run(lines.join(" && "), { columns });
      expect([await terminal.exitCode(), terminal.brokenLines()]).toEqual([0, []]);
      expect(terminal.screen().match(/^Usage: credport/gm)).toHaveLength(lines.length);
    });

    tmux.test(`a report fits into ${columns} columns, with each number before its words`, async () => {
      const terminal = run(`credport check users.json ${EXPORT}`, { columns });
      expect([await terminal.exitCode(), terminal.brokenLines()]).toEqual([1, []]);
      expect(terminal.screen()).toMatch(/^ +178 can be imported$/m);
      expect(terminal.screen()).toMatch(
        /^ {6}21 phone numbers: 19 carried,(?: |\n {9})2 of(?: |\n {9})users(?: |\n {9})not(?: |\n {9})imported$/m,
      );
    });

    for (const [command, code] of LINES) {
      tmux.test(`${command} fits into ${columns} columns`, async () => {
        writeFileSync(join(temporary.path(), "settings.json"), JSON.stringify({ from: "firebase", phoneRegion: "DE" }));
        writeFileSync(join(temporary.path(), "hashes.txt"), `${BCRYPT}\n{bcrypt}${BCRYPT}\n${BCRYPT.slice(0, 50)}\n`);
        writeFileSync(join(temporary.path(), "hash-and-password.txt"), `${BCRYPT}\nanother password\n`);
        const terminal = run(`credport ${command}`, { columns });
        const ended = await terminal.exitCode();
        expect([ended, terminal.brokenLines().filter((line) => !isForShell(line))]).toEqual([code, []]);
      });
    }

    tmux.test(`an import is taken back in ${columns} columns`, async () => {
      const { url, command } = await importTo();
      const imported = run(`${command} --yes > report.txt`, { columns });
      expect([await imported.exitCode(), imported.brokenLines()]).toEqual([1, []]);
      const undone = run(`credport undo journal --to ${url} --api-key-file key.txt --service supertokens`, { columns });
      await undone.answer([["Type yes or no", "yes"]]);
      expect([await undone.exitCode(), undone.brokenLines()]).toEqual([0, []]);
      expect(undone.screen()).toMatch(/^ +178 deleted/m);
    });

    tmux.test(`errors, questions and announcements fit into ${columns} columns`, async () => {
      const { command } = await importTo();
      const unknown = run(`credport check users.json --from firebird --hash-config nowhere.txt`, { columns });
      expect([await unknown.exitCode(), unknown.brokenLines()]).toEqual([2, []]);
      const asking = run(command, { columns });
      await asking.shows(/Import 178 users to.*Type yes or no:$/ms);
      expect(asking.brokenLines()).toEqual([]);
    });
  }

  tmux.test("colours are drawn, but not where they were refused or in a pipe", async () => {
    const command = `credport check users.json ${EXPORT}`;
    const drawn: boolean[] = [];
    for (const [line, env] of [
      [command, {}],
      [command, { NO_COLOR: "1" }],
      [command, { TERM: "dumb" }],
      [`${command} --no-color`, {}],
      [`${command} | cat`, {}],
    ] as const) {
      const terminal = run(line, { env });
      await terminal.exitCode();
      await terminal.shows("178 can be imported");
      drawn.push(terminal.hasColours());
    }
    expect(drawn).toEqual([true, false, false, false, false]);
  });

  tmux.test(
    "a real import begins only after yes, and Ctrl-C at the question leaves a terminal that can be used",
    async () => {
      const { url, command } = await importTo();
      const refused = run(command);
      await refused.answer([
        ["Type yes or no", "y"],
        ["In full, please", "no"],
      ]);
      expect([await refused.exitCode(), refused.isUsable()]).toEqual([2, true]);
      await refused.shows(`credport: the import of 178 users to ${url} was not confirmed`);
      const left = run(command);
      await left.shows(/Type yes or no: *$/);
      left.press("C-c");
      expect([await left.exitCode(), left.isUsable()]).toEqual([2, true]);
      await left.shows(/^credport: the question was not answered$/m);
      left.type("typed afterwards");
      await left.shows("typed afterwards");
      expect(existsSync(join(temporary.path(), "journal"))).toBe(false);
    },
  );

  tmux.test("progress is drawn; Ctrl-C ends an import in good order, and the same command resumes it", async () => {
    const { command } = await importTo();
    const stopped = run(command);
    await stopped.answer([["Type yes", "yes"]]);
    await stopped.shows(/^import █+░+ +[1-9][0-9]* %/m);
    stopped.press("C-c");
    expect([await stopped.exitCode(), stopped.isUsable()]).toEqual([2, true]);
    await stopped.shows(/^Stopped early: import\/interrupted$/m);
    await stopped.shows(/^ +Run the same command again to resume/m);
    expect(stopped.screen()).not.toMatch(/[█░]/);
    // A log gets no drawing, and no question is asked twice.
    const resumed = run(`${command} 2> log.txt`);
    expect([await resumed.exitCode(), resumed.isUsable()]).toEqual([1, true]);
    expect(readFileSync(join(temporary.path(), "log.txt"), "utf8")).not.toMatch(/[█░\r\u001b]|Type yes/);
    expect(resumed.screen()).toMatch(/^ +178 imported$/m);
    expect(resumed.screen()).toMatch(/^ +[1-9][0-9]* of all these by earlier runs$/m);
  });

  tmux.test("a secret is not shown while it is typed, and Ctrl-C at its question shows keys again", async () => {
    const password = readFileSync(join(SAMPLE, "known-password.txt"), "utf8").trim();
    const command = `credport check users.json ${EXPORT} --known ada@example.com`;
    const terminal = run(command);
    await terminal.answer([["Password of ada@example.com (not shown)", password]]);
    expect([await terminal.exitCode(), terminal.isUsable()]).toEqual([1, true]);
    await terminal.shows("the password matches: signer key");
    expect(terminal.text()).not.toContain(password);
    const left = run(command);
    await left.shows(/\(not shown\): *$/);
    expect(left.isUsable()).toBe(false);
    left.type("half a pass");
    left.press("C-c");
    expect([await left.exitCode(), left.isUsable()]).toEqual([2, true]);
    expect(left.text()).toMatch(/^credport: interrupted$/m);
    expect(left.text()).not.toContain("half");
  });

  for (const columns of WIDTHS) {
    tmux.test(`migrate asks in ${columns} columns, and leads to users who sign in`, async () => {
      const { url } = await importTo();
      const password = readFileSync(join(SAMPLE, "known-password.txt"), "utf8").trim();
      const untilDecision = [
        ["hash parameters", "nowhere.txt"],
        ["hash parameters", "hash-config.txt"],
        ["password you know", "ada@example.com"],
        ["Password of ada@example.com", password],
        ["Country of phone numbers", "DE"],
        ["Users without a password", "rest"],
        ["Users without a password", "reset"],
        ["which one to import", "last-login"],
        ["disabled too", "no"],
      ] as const;
      const left = run("credport migrate users.json", { columns });
      await left.answer(untilDecision);
      await left.shows(/Continue\s+without[^\n]*(?:\n[^\n]*)?: *$/);
      left.press("C-c");
      expect([await left.exitCode(), left.isUsable(), left.brokenLines()]).toEqual([2, true, []]);
      const text = left.text();
      expect(text).toMatch(/^credport: the question was not answered$/m);
      expect(text.match(/Give\s+reset\s+if\s+that\s+is\s+meant/g)).toHaveLength(1);
      const resumed = run("credport migrate users.json", { columns });
      await resumed.answer([
        ["Continue without", "yes"],
        ["Password of ada@example.com", password],
        ["Address of the service", url],
        ["File with its API key", "key.txt"],
        ["Import 181 users to", "yes"],
      ]);
      expect([await resumed.exitCode(), resumed.isUsable(), resumed.brokenLines()]).toEqual([0, true, []]);
      expect(resumed.text()).toContain("1 of 1 known password signs in");
      expect(left.text() + resumed.text()).not.toContain(password);
      const headers = { "api-key": "k", rid: "emailpassword", "content-type": "application/json" };
      const body = JSON.stringify({ email: "ada@example.com", password });
      const reply = await fetch(`${url}/recipe/signin`, { method: "POST", headers, body });
      expect(await reply.json()).toMatchObject({ status: "OK" });
    });
  }
});
