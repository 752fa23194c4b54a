import { area } from "./problem-maker.js";

/** The command line. */
export const { rows: CLI_PROBLEMS, problem } = /* @__PURE__ */ area({
  "cli/interrupted": "Run the command again: no output files were written.",
  "cli/unexpected-error":
    "Report it with this line, the command and its version, but without the export: it is a fault of credport.",
  "cli/secret-unusable": "Type it at the prompt, or pipe it in: command < file.",
  "cli/not-readable":
    "Look at the path and at the file's permissions: a folder, pipe or device won't do; an export can also come from standard input, as -.",
  "cli/not-writable":
    "Give a path in a folder that you may write to, on a disk with room; a device, pipe or folder can't be replaced by a file.",
  "cli/output-exists": "Give the path of a new file, or add --force to replace this one.",
  "cli/wrong-usage": "Add --help for the options and examples.",
  "cli/too-many-refused": "Look with credport check at which users are not importable and why, or raise --max-refused.",
  "cli/package-missing":
    "Install the package with that command in credport's project, or with --global added, and run again.",
  "cli/port-taken": "Give another port, or 0 for a free one.",
  "cli/encoding-not-named":
    "Name what the old system uses with --encoding, or find it with --prove and a code from the user's phone.",
  "cli/code-proves-nothing":
    "Set both clocks, and try a fresh code of the same device; if that fails too, look at how the old system stores its secrets.",
  "cli/qr-code-too-large": "Make the terminal wider, or shorten --label and --issuer.",
  "cli/not-confirmed": "Type yes at the question on a terminal, or add --yes; nothing was changed.",
  "cli/file-malformed":
    "Give a file of the form that --help describes for the option; credport config shows what a file of settings may have, and docs/sources.md a plugin.",
  "cli/of-other-export": "Give the files that belong together, or name others.",
});
