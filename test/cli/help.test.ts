import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.js";
import { runCli } from "../../src/cli/run-cli.js";
import { fakeIo } from "./fake-io.js";

/** What fits beside an option's flags in two lines of a usual terminal, without the names that it lists. */
const MOST_CHARACTERS = 110;

async function helpOf(name: string, columns = 80): Promise<string> {
  const { io, out } = fakeIo({ columns });
  expect(await runCli([name, "--help"], io)).toBe(0);
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

  it("names in its examples no option that it does not have", async () => {
    const command = await built(name);
    const known = command.options.map(({ long }) => long);
    const help = (await helpOf(name)).replace(/[\s\S]*\nExamples:/, "").replace(/Exit codes:[\s\S]*/, "");
    const used = help.match(/--[a-z][a-z-]*/g) ?? [];
    expect(used.filter((option) => !known.includes(option))).toEqual([]);
  });
});
