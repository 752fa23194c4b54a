import { OWN_VERSION } from "../own-version.js";
import type { CommandWords } from "./completion-scripts.js";

/** The manual page, in the macros that every `man` has. */
export function manPage(commands: readonly CommandWords[]): string {
  return `.TH CREDPORT 1 "" "credport ${OWN_VERSION}"
.SH NAME
credport \\- carry password hashes and second\\-factor secrets between identity systems
.SH SYNOPSIS
.B credport
.I command
[options]
.SH COMMANDS
${commands.map(({ name, description }) => `.TP\n.B ${text(name)}\n${text(description)}`).join("\n")}
${commands.map(section).join("\n")}
.SH EXIT STATUS
.TP
.B 0
fine
.TP
.B 1
problems were found
.TP
.B 2
the command could not run
.SH ENVIRONMENT
.TP
.B CREDPORT_API_KEY
API key of the service
.SH FILES
.TP
.I credport.config.json
settings in the working folder
`;
}

function section({ name, takes = [], actions = {}, options, notes = [], examples }: CommandWords): string {
  const rows = [
    ...takes.map(([written, what]) => [written, what] as const),
    ...Object.entries(actions),
    ...options.flatMap(({ flag, text: what, instead, takenBy }) => {
      if (instead !== undefined) return [];
      return [[flag, takenBy === undefined ? what : `${takenBy.join(", ")}: ${what}`] as const];
    }),
  ];
  return [
    `.SH CREDPORT ${text(name.toUpperCase())}`,
    ...rows.map(([written, what]) => `.TP\n.B ${text(written)}\n${text(what)}`),
    ...notes.map((note) => `.PP\n${text(note)}`),
    ".PP\nExamples:\n.PP\n.nf",
    ...examples.map(text),
    ".fi",
  ].join("\n");
}

/** Text that holds no command of the formatter. */
function text(plain: string): string {
  return plain
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^([.'])/gm, "\\&$1");
}
