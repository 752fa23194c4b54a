import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, onTestFinished } from "vitest";
import { needsProgram } from "../needs.js";
import { unpackProgram } from "./packed-program.js";

/**
 * A terminal emulator that programs drive: it answers what a person would see, the terminal's own wrapping, colours and cursor
 * included. Compiled modules for that are not taken: a pseudo-terminal alone shows bytes, and its screen would be a second program here.
 */
export const tmux = needsProgram("tmux", ["-V"]);

export interface TerminalOptions {
  readonly columns?: number;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Nothing that is waited for takes as long. */
const MOST_MS = 60_000;
const ROWS = 60;
const SETTINGS = "tmux.conf";

/** A terminal in which a line of a shell runs; then it echoes what is typed. */
class Terminal {
  readonly #socket: string;
  readonly #typed: string[] = [];
  #isOpen = true;

  constructor(socket: string, program: string, line: string, { columns = 80, cwd, env = {} }: TerminalOptions) {
    this.#socket = socket;
    onTestFinished(() => this.close());
    const { PATH = "" } = process.env;
    const settings = Object.entries({ PATH, HOME: cwd, TERM: "xterm-256color", ...env });
    const clean = ["env", "-i", ...settings.map(([name, text]) => `${name}=${text}`)];
    const command = `credport() { ${quoted(process.execPath)} ${quoted(program)} "$@"; }`;
    // Ctrl-C is for the command, and not for the shell that shows its exit code.
    const script = `trap : INT; ${command}; ${line}\nprintf 'exit code %s\\n' "$?"; exec cat`;
    const size = ["-x", `${columns}`, "-y", `${ROWS}`];
    this.#tmux(
      "-f",
      join(dirname(socket), SETTINGS),
      "new-session",
      "-d",
      ...size,
      "-c",
      cwd,
      ...clean,
      "sh",
      "-c",
      script,
    );
  }

  /** All that is on the screen and above it, as the terminal has broken it into lines. */
  screen(): string {
    return this.#capture().trimEnd();
  }

  /** The same with lines that were too wide for the terminal joined again. */
  text(): string {
    return this.#capture("-J").replace(/ +$/gm, "").trimEnd();
  }

  /** Lines that the terminal has broken, but for those of one word, of an option with its value, and of what was typed. */
  brokenLines(): readonly string[] {
    const lines = this.screen().split("\n");
    return this.text()
      .split("\n")
      .filter((line) => !lines.includes(line) && !/^ *(?:--\S+ )?\S+(?: \\)?$/.test(line))
      .filter((line) => !this.#typed.some((answer) => line.endsWith(`: ${answer}`)));
  }

  /** Whether a colour or a weight was drawn. */
  hasColours(): boolean {
    return /\u001b\[[0-9;]*m/.test(this.#capture("-e"));
  }

  async shows(what: string | RegExp): Promise<void> {
    const pattern = typeof what === "string" ? new RegExp(escaped(what)) : what;
    await expect.poll(() => this.text(), { timeout: MOST_MS, interval: 50 }).toMatch(pattern);
  }

  /** Waits until the command has ended, and says how. */
  async exitCode(): Promise<number> {
    await this.shows(/^exit code \d+$/m);
    return Number(/^exit code (\d+)$/m.exec(this.text())?.[1]);
  }

  /** Answers each question as soon as it is asked. */
  async answer(answers: readonly (readonly [question: string, answer: string])[]): Promise<void> {
    for (const [question, answer] of answers) {
      const words = question.split(" ").map(escaped).join("\\s+");
      await this.shows(new RegExp(`${words}[^\n]*(?:\n[^\n]*){0,5}: *$`));
      this.type(answer);
      this.press("Enter");
    }
  }

  type(text: string): void {
    this.#typed.push(text);
    if (text !== "") this.#tmux("send-keys", "-l", text);
  }

  /** A key by its name, such as `Enter` or `C-c`. */
  press(key: string): void {
    this.#tmux("send-keys", key);
  }

  /** What a person needs after a command: keys that show, lines, Ctrl-C, and a cursor. */
  isUsable(): boolean {
    const [tty = "", cursor] = this.#tmux("display-message", "-p", "#{pane_tty} #{cursor_flag}").trim().split(" ");
    const modes = execFileSync("sh", ["-c", 'stty -a < "$1"', "sh", tty], { encoding: "utf8" }).split(/[\s;]+/);
    return cursor === "1" && ["echo", "icanon", "isig"].every((mode) => modes.includes(mode));
  }

  close(): void {
    if (this.#isOpen) this.#tmux("kill-server");
    this.#isOpen = false;
  }

  #capture(...more: readonly string[]): string {
    return this.#tmux("capture-pane", "-p", "-S", "-", ...more);
  }

  #tmux(...args: readonly string[]): string {
    const env = { ...process.env, LC_ALL: "C.UTF-8" };
    return execFileSync("tmux", ["-u", "-S", this.#socket, ...args], { encoding: "utf8", env, stdio: "pipe" });
  }
}

const escaped = (text: string): string => text.replace(/[^\w ]/g, "\\$&");
const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Terminals of a test file, in whose lines credport is the program as it is published. Each is closed with its test. */
export function useTerminals() {
  const folder = mkdtempSync(join(tmpdir(), "credport-tmux-"));
  writeFileSync(join(folder, SETTINGS), "set -g history-limit 50000\n");
  afterAll(() => rmSync(folder, { recursive: true }));
  let terminals = 0;
  let program: string | undefined;
  return (line: string, options: TerminalOptions) => {
    program ??= unpackProgram(folder);
    return new Terminal(join(folder, `${++terminals}`), program, line, options);
  };
}
