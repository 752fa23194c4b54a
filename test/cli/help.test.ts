import { readFileSync } from "node:fs";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.js";
import { nameOf } from "../../src/cli/input/option-rows.js";
import { runCli } from "../../src/cli/run-cli.js";
import { TOPICS } from "../../src/cli/topics/help-topics.js";
import { VARIABLES } from "../../src/cli/topics/variables.js";
import { filesUnder } from "../gate/files-under.js";
import { fakeIo } from "./fake-io.js";

/** What fits beside an option's flags in two lines of a usual terminal, without the names that it lists. */
const MOST_CHARACTERS = 110;

async function helpOf(name: string, columns = 80): Promise<string> {
  const { io, out } = fakeIo({ columns });
  expect(await runCli([...name.split(" "), "--help"], io)).toBe(0);
  return out();
}

async function built(name: string): Promise<Command> {
  const command = new Command(name);
  const load = COMMANDS.find((entry) => entry.name === name)?.load;
  (await load?.())?.(command, fakeIo().io, () => undefined);
  return command;
}

/** Options of a help: a line each, both of a pair in one, and the general ones after "Also". */
function optionsIn(help: string): readonly string[] {
  const listed = help.match(/^ {2}--(?:\[no-\])?[a-z-]+/gm) ?? [];
  const [also = ""] = /^Also [^(]+/m.exec(help) ?? [];
  const names = listed.flatMap((option) => [
    option.replace("[no-]", ""),
    ...(option.includes("[") ? [option.replace(/[[\]]/g, "")] : []),
  ]);
  return [...names.map((name) => name.trim()), ...(also.match(/--[a-z-]+/g) ?? [])].sort();
}

describe.each(COMMANDS.map(({ name }) => name))("the help of credport %s", (name) => {
  it("describes every option and argument in one clause that begins in lower case", async () => {
    const command = await built(name);
    const described = [...command.options, ...command.registeredArguments];
    expect(described.length).toBeGreaterThan(1);
    for (const { description } of described) {
      expect(description).toMatch(/^(?:[a-z<]|JSON)/);
      expect(description).not.toMatch(/\.$|\. [A-Z]|\n/);
      expect(description.length).toBeLessThanOrEqual(MOST_CHARACTERS);
    }
  });

  it("ends with examples of the command, then with the exit codes in the same form", async () => {
    const help = await helpOf(name);
    const [, examples = "", codes = ""] = /\nExamples:\n([\s\S]+)\n\nExit codes:\n([\s\S]+)\n$/.exec(help) ?? [];
    const lines = examples.split("\n");
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(examples).toContain(`credport ${name}`);
    const rows = codes.split("\n");
    for (const row of rows) expect(row).toMatch(/^ {2}(?:[012]| ) {2}\S.*[^.]$/);
    expect(rows.map((row) => row.charAt(2).trim()).join("")).toMatch(/^01?2$/);
  });

  it.each([40, 80, 130])("fits into %i columns", async (columns) => {
    const lines = (await helpOf(name, columns)).split("\n");
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
  });

  it("has for each action a help with the options that it takes, and its own examples", async () => {
    const { actions = {}, options } = (await COMMANDS.find((entry) => entry.name === name)?.load())?.rows ?? {
      options: [],
    };
    expect(Object.keys(actions).length > 0).toBe(options.some(({ takenBy }) => takenBy !== undefined));
    for (const [action, text] of Object.entries(actions)) {
      const help = await helpOf(`${name} ${action}`);
      const [, shown = "", examples = ""] = /^([\s\S]*)\nExamples:\n([\s\S]*)\n\nExit codes:/.exec(help) ?? [];
      expect(shown.replace(/\s+/g, " ")).toContain(`Usage: credport ${name} ${action} [options] <file> ${text}`);
      expect(examples).toContain(`credport ${name} ${action} `);
      const taken = options.filter(
        ({ takenBy = [action], instead }) => instead === undefined && takenBy.includes(action),
      );
      const file = action === "plan" ? "export, by a path or address that every worker can reach" : "file of the run";
      if (name === "fleet") expect(shown.replace(/\s+/g, " ")).toContain(`Arguments: file ${file}`);
      expect(optionsIn(shown)).toEqual([...taken.map(nameOf), "--help"].sort());
    }
    const whole = await helpOf(name);
    for (const action of Object.keys(actions)) expect(whole).toMatch(new RegExp(`^ {2}${action} `, "m"));
  });

  it("has all of its options, and fits on two screens of a wide terminal", async () => {
    const { actions, options } = (await COMMANDS.find((entry) => entry.name === name)?.load())?.rows ?? { options: [] };
    const help = await helpOf(name, 100);
    expect(help.split("\n").length - 1).toBeLessThanOrEqual(82);
    const all = options.filter(({ instead, takenBy }) => instead === undefined && takenBy === undefined).map(nameOf);
    if (actions === undefined) expect(optionsIn(help)).toEqual([...all, "--help"].sort());
  });

  it("names in its examples no option that it does not have", async () => {
    const command = await built(name);
    const known = command.options.map(({ long }) => long);
    const help = (await helpOf(name)).replace(/[\s\S]*\nExamples:/, "").replace(/Exit codes:[\s\S]*/, "");
    const used = help.match(/--[a-z][a-z-]*/g) ?? [];
    expect(used.filter((option) => !known.includes(option))).toEqual([]);
  });
});

it("of all commands is in groups, and has each command once", async () => {
  const { io, out } = fakeIo({ columns: 130 });
  await runCli(["--help"], io);
  const headings = out().match(/^[A-Z][a-z ]+:$/gm);
  expect(headings).toEqual([
    "Options:",
    "Move users:",
    "At login:",
    "Hashes and secrets:",
    "Help and tools:",
    "Examples:",
  ]);
  for (const { name, description } of COMMANDS) {
    expect(out().match(new RegExp(`^ {2}${name} .*${description.slice(0, 20)}`, "gm"))).toHaveLength(1);
  }
  expect(out()).toMatch(/^ {2}help \[name\] +show the help of a command, or of a topic$/m);
});

describe("the help of a topic", () => {
  const topic = async (name: string, columns = 80) => {
    const { io, out, err } = fakeIo({ columns });
    return { code: await runCli(["help", name], io), out: out(), err: err() };
  };

  it("is listed at the end of the help of all commands, and fits into any width", async () => {
    const { io, out } = fakeIo();
    await runCli(["--help"], io);
    for (const [name, { text }] of Object.entries(TOPICS)) {
      expect(out()).toMatch(new RegExp(`Help topics[^]*^ {2}${name} +${text}$[^]*Examples:`, "m"));
      for (const columns of [40, 80, 130]) {
        const said = await topic(name, columns);
        expect([said.code, said.out.split("\n").filter((line) => line.length > columns)]).toEqual([0, []]);
      }
    }
    expect((await topic("enviroment")).code).toBe(2);
  });

  it("has each variable that the code reads, and none that it does not", async () => {
    const { out } = await topic("environment");
    const code = filesUnder("src")
      .filter((path) => path.endsWith(".ts"))
      .map((path) => readFileSync(path, "utf8"))
      .join("\n");
    const read = [...code.matchAll(/(?:variable\([\w.]*env, |environmentVariable\()"([A-Z_]+)"\)/g)].map(
      ([, name]) => name,
    );
    expect([...new Set(read)].sort()).toEqual(Object.keys(VARIABLES).sort());
    expect(code.match(/\benv\.[A-Z]\w+/g)).toBeNull();
    for (const name of read) expect(out).toMatch(new RegExp(`^ {2}${name} `, "m"));
  });

  it("has what each exit code means in each command", async () => {
    const out = (await topic("exit-codes", 130)).out.replace(/\s+/g, " ");
    for (const { name, load } of COMMANDS) {
      const { fine, problems, couldNotRun = "the command could not run" } = (await load()).rows.exitCodes;
      const found = problems === undefined ? "" : ` 1 ${problems}`;
      expect(out).toContain(`${name}: 0 ${fine}${found} 2 ${couldNotRun}`);
    }
  });
});
