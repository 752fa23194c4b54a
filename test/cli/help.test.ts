import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.js";
import { nameOf } from "../../src/cli/input/option-rows.js";
import { runCli } from "../../src/cli/run-cli.js";
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
      const listed = shown.match(/^ {2}--[a-z-]+/gm)?.map((option) => option.trim());
      expect(listed?.sort()).toEqual(taken.map(nameOf).sort());
    }
    const whole = await helpOf(name);
    for (const action of Object.keys(actions)) expect(whole).toMatch(new RegExp(`^ {2}${action} `, "m"));
  });

  it("names in its examples no option that it does not have", async () => {
    const command = await built(name);
    const known = command.options.map(({ long }) => long);
    const help = (await helpOf(name)).replace(/[\s\S]*\nExamples:/, "").replace(/Exit codes:[\s\S]*/, "");
    const used = help.match(/--[a-z][a-z-]*/g) ?? [];
    expect(used.filter((option) => !known.includes(option))).toEqual([]);
  });
});
