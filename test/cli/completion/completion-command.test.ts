import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../src/cli/commands.js";
import { nameOf } from "../../../src/cli/input/option-rows.js";
import { runCli } from "../../../src/cli/run-cli.js";
import { TOPICS } from "../../../src/cli/topics/help-topics.js";
import { VARIABLES } from "../../../src/cli/topics/variables.js";
import { needsProgram } from "../../needs.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";

const temporary = useTemporaryFolder();

async function written(what: string): Promise<string> {
  const { io, out, err } = fakeIo();
  expect([await runCli(["completion", what], io), err()]).toEqual([0, ""]);
  const path = join(temporary.path(), what);
  writeFileSync(path, out());
  return path;
}

/** What is typed, and what a shell then offers: some of it, and nothing of the rest. */
const OFFERED: readonly (readonly [typed: string, offered: readonly string[], not: readonly string[]])[] = [
  ["credport pre", ["preflight"], ["check"]],
  ["credport check --out", ["--out", "--out-format", "--out-shards"], ["--from"]],
  ["credport check --from fire", ["firebase"], ["auth0"]],
  ["credport check --from ta", ["table"], ["auto"]],
  ["credport check --from au", ["auto", "auth0"], ["table"]],
  ["credport identify --source wor", ["wordpress", "workos"], ["auto"]],
  ["credport import --existing ", ["refuse", "skip", "overwrite"], ["--known"]],
  ["credport import --service ", ["supertokens", "default"], ["--known"]],
  ["credport check --out-format ", ["credport", "supertokens-bulk"], ["--known"]],
  ["credport check --prefer ", ["last-login", "newest", "verified", "has-password"], ["--known"]],
  ["credport check --include ", ["disabled", "banned"], ["--known"]],
  ["credport check --without-password r", ["refuse", "reset"], ["code"]],
  ["credport import --via ", ["calls", "bulk"], ["--known"]],
  ["credport secret --encoding base", ["base32", "base64", "base64url"], ["hex"]],
  ["credport serve-verify --shape ", ["keycloak", "okta"], ["--auth"]],
  ["credport serve-verify --auth b", ["bearer", "basic"], ["token"]],
  ["credport conform --report ", ["junit", "json"], ["--only"]],
  ["credport sources key", ["keycloak"], ["auth0"]],
  ["credport help env", ["environment"], ["exit-codes"]],
  ["credport explain user/dis", ["user/disabled"], ["user/banned"]],
  ["credport completion ", ["bash", "zsh", "fish"], []],
];

/** The same after an equals sign. fish gives the whole word. */
const AFTER_EQUALS: typeof OFFERED = [
  ["credport check --from=fire", ["firebase"], ["auth0", "--from"]],
  ["credport check --from=", ["firebase", "auth0", "table", "auto"], ["--from"]],
  ["credport import --via=", ["calls", "bulk"], ["--known"]],
  ["credport check --out=x", [], ["firebase"]],
];

function expectOffered(lines: string, [, offered, not]: (typeof OFFERED)[number]): void {
  const words = lines.split("\n").map((line) => line.split("\t")[0]);
  expect(words).toEqual(expect.arrayContaining([...offered]));
  for (const word of not) expect(words).not.toContain(word);
}

describe("completion", () => {
  const bash = needsProgram("bash");
  bash.test("is what bash offers once it has read it", async () => {
    const script = await written("bash");
    const program = `. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _credport; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const offered = (words: readonly string[]) =>
      execFileSync("bash", ["-c", program, "bash", script, ...words], { encoding: "utf8" });
    for (const row of OFFERED) expectOffered(offered(row[0].split(" ")), row);
    // As bash divides words: before and after an equals sign, with nothing after one at the end.
    for (const row of AFTER_EQUALS) expectOffered(offered(row[0].match(/=$|=(?=\S)|[^\s=]+/g) ?? []), row);
    // As it does where COMP_WORDBREAKS has no equals sign.
    for (const [typed, words, not] of AFTER_EQUALS) {
      const whole = words.map((word) => typed.replace(/^.* (--[a-z]+=).*$/, `$1${word}`));
      expectOffered(offered(typed.split(" ")), [typed, whole, not]);
    }
    const registered = execFileSync("bash", ["-c", '. "$1"; complete -p credport', "bash", script]);
    expect(String(registered)).toContain("_credport");
  });

  needsProgram("fish").test("is what fish offers once it has read it", async () => {
    const script = await written("fish");
    for (const row of OFFERED) {
      const program = `source $argv[1]; complete -C $argv[2]`;
      expectOffered(execFileSync("fish", ["-c", program, script, row[0]], { encoding: "utf8" }), row);
    }
    for (const [typed, words, not] of AFTER_EQUALS) {
      const whole = words.map((word) => typed.replace(/^.* (--[a-z]+=).*$/, `$1${word}`));
      const said = execFileSync("fish", ["-c", `source $argv[1]; complete -C $argv[2]`, script, typed]);
      expectOffered(String(said), [typed, whole, not]);
    }
  });

  needsProgram("zsh").test("is read by zsh, and its function runs", async () => {
    const script = await written("zsh");
    // Outside of a terminal there are no completions to look at: what would be offered is printed in their place.
    const program = `autoload -Uz compinit && compinit -D -u
. "$1"; shift
[ "$_comps[credport]" = _credport ] || exit 3
_arguments() { printf '%s\\n' "$@"; }
_describe() { printf '%s\\n' "\${(@P)2}"; }
words=("$@"); CURRENT=$#; _credport`;
    const offered = (typed: string) =>
      execFileSync("zsh", ["-f", "-c", program, "zsh", script, ...typed.split(" ")], { encoding: "utf8" });
    expect(offered("credport pre")).toContain("preflight:look at a service");
    expect(offered("credport check --from fire")).toMatch(/^\*--from=\[.*\]:value:\(.*firebase.*\)$/m);
    for (const [typed, words] of OFFERED) {
      const option = / (--[a-z-]+) \S*$/.exec(typed)?.[1];
      if (option === undefined) continue;
      const [, values = ""] = new RegExp(`^\\*${option}=\\[.*\\]:value:\\((.*)\\)$`, "m").exec(offered(typed)) ?? [];
      expect(values.split(" ")).toEqual(expect.arrayContaining([...words]));
    }
    expect(offered("credport explain user/dis")).toMatch(/^1:word:\(.*user\/disabled.*\)$/m);
  });

  needsProgram("zsh").test(
    "completes in a zsh that is typed into, after a space and after an equals sign",
    async () => {
      const script = await written("zsh");
      // A tab is pressed in a terminal of its own, until the word that it completes is on the screen.
      const program = `zmodload zsh/zpty
zpty -b typed 'TERM=dumb zsh -f -i'
zpty -w typed "PS1= PROMPT= ; autoload -Uz compinit && compinit -D -u; . $1; print -r ready''read"
zpty -r typed screen '*readyread*' || exit 3
zpty -w -n typed "$2"$'\\t'
zpty -r typed screen "*$3*" || exit 4
zpty -d typed`;
      for (const [typed, whole] of [
        ["credport check --from=fireb", "--from=firebase"],
        ["credport check --from fireb", "--from firebase"],
        ["credport check --from=tabl", "--from=table"],
        ["credport import --without-password=cod", "--without-password=code"],
      ] as const) {
        execFileSync("zsh", ["-f", "-c", program, "zsh", script, typed, whole], { timeout: 30_000 });
      }
    },
  );

  it("has every option that the help has, and none that is refused", async () => {
    const { io, out } = fakeIo();
    await runCli(["completion", "bash"], io);
    for (const { name, load } of COMMANDS) {
      const [, line = ""] = new RegExp(`"${name} "-\\*\\) words="([^"]*)"`).exec(out()) ?? [];
      const rows = (await load()).rows.options.filter(({ instead }) => instead === undefined);
      expect(line.split(" ")).toEqual([...rows.map(nameOf), "--help"]);
    }
  });

  it("is asked for by a shell's name", async () => {
    const { io, err } = fakeIo();
    expect([await runCli(["completion", "bsah"], io), err()]).toEqual([2, expect.stringContaining("Give bash")]);
  });
});

describe("the manual page", () => {
  needsProgram("mandoc", ["/dev/null"]).test("has no fault that mandoc finds", async () => {
    const path = await written("man");
    expect(execFileSync("mandoc", ["-T", "lint", "-W", "error", path], { encoding: "utf8" })).toBe("");
  });

  needsProgram("man").test("shows every command and option", async () => {
    const path = await written("man");
    const env = { ...process.env, MANWIDTH: "200", LC_ALL: "C.UTF-8" };
    const shown = execFileSync("man", ["-l", path], { encoding: "utf8", env });
    for (const [name, text] of Object.entries(VARIABLES)) {
      expect(shown.replace(/\s+/g, " ")).toContain(`${name} ${text}`);
    }
    for (const name of Object.keys(TOPICS)) expect(shown).toContain(`credport help ${name}`);
    for (const { name, load } of COMMANDS) {
      expect(shown).toContain(`CREDPORT ${name.toUpperCase()}`);
      for (const row of (await load()).rows.options) if (row.instead === undefined) expect(shown).toContain(row.flag);
    }
  });
});
