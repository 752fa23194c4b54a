import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeEach, expect } from "vitest";
import { COMMANDS } from "../../src/cli/commands.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { type TerminalOptions, tmux, useTerminals } from "./terminal.js";

const SAMPLE = fileURLToPath(new URL("../../docs/examples/firebase/", import.meta.url));
const WIDTHS = [40, 80, 130];

const temporary = useTemporaryFolder();
const open = useTerminals();

beforeEach(() => cpSync(SAMPLE, temporary.path(), { recursive: true }));

const run = (line: string, more: Omit<TerminalOptions, "cwd"> = {}) => open(line, { cwd: temporary.path(), ...more });

tmux.describe("in a terminal", () => {
  for (const columns of WIDTHS) {
    tmux.test(`help fits into ${columns} columns, and breaks no word`, async () => {
      const lines = ["", ...COMMANDS.map(({ name }) => name)].map((name) => `credport ${name} --help`);
      const terminal = run(lines.join(" && "), { columns });
      expect([await terminal.exitCode(), terminal.brokenLines()]).toEqual([0, []]);
      expect(terminal.screen().match(/^Usage: credport/gm)).toHaveLength(lines.length);
    });
  }
});
