import { OWN_VERSION } from "../own-version.js";
import { exitMeanings } from "../topics/help-topics.js";
import { VARIABLES } from "../topics/variables.js";
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
${terms(commands.map(({ name, description }) => [name, description]))}
${commands.map(section).join("\n")}
.SH EXIT STATUS
${terms(exitMeanings())}
.SH ENVIRONMENT
${terms(Object.entries(VARIABLES))}
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
    terms(rows),
    ...notes.map((note) => `.PP\n${text(note)}`),
    ".PP\nExamples:\n.PP\n.nf",
    ...examples.map(text),
    ".fi",
  ].join("\n");
}

function terms(rows: readonly (readonly [term: string, what: string])[]): string {
  return rows.map(([term, what]) => `.TP\n.B ${text(term)}\n${text(what)}`).join("\n");
}

/** Text that holds no command of the formatter. */
function text(plain: string): string {
  return plain
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^([.'])/gm, "\\&$1");
}
