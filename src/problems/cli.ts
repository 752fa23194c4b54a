import { problemMaker } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";

/** The command line */
export const CLI_PROBLEMS = {
  /**
   * Ctrl-C ended the command.
   */
  "cli/interrupted": {
    remedy: "Run the command again: no output files were written.",
    fault: "caller",
    repeat: "safe",
  },
  /**
   * An error that the program did not foresee. Its message is not shown, since it could hold data of the
   * export; the kind of error and the place in the program are.
   */
  "cli/unexpected-error": {
    remedy:
      "Report it with this line, the command and its version, but without the export: it is a fault of credport.",
    fault: "environment",
    repeat: "never",
  },
  /**
   * A password or secret was asked for and none was given.
   */
  "cli/no-secret": {
    remedy: "Type it at the prompt, or pipe it in: command < file.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * A file could not be opened or read.
   */
  "cli/not-readable": {
    remedy: "Look at the path and at the file's permissions.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * A command that talks to a service was given no address of one.
   */
  "cli/no-target": {
    remedy: "Give the address of the service with --to.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * The path is a folder, a pipe or a device. Exports are read twice.
   */
  "cli/not-a-file": {
    remedy:
      "Give the path of a file: a folder, pipe or device won't do; an export can also come from standard input, as -.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * A small file such as the hash parameters has more than 64 KiB.
   */
  "cli/file-too-large": {
    remedy: "Give the small file that the option asks for.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * An output file could not be made or written.
   */
  "cli/not-writable": {
    remedy:
      "Give a path in a folder that you may write to, on a disk with room; a device, pipe or folder can't be replaced by a file.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * A file has the name of an output, and running the command again would not have written it. An import
   * replaces the mapping and the rejects of an earlier run by itself, a check its rejects; a check never
   * replaces the users of `--out`, because they look like any list of users.
   */
  "cli/output-exists": {
    remedy: "Give the path of a new file, or add --force to replace this one.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * Another process writes the same output: the command runs twice. Or a file beside it ends in
   * `.credport-partial.lock`, and credport has not written it.
   */
  "cli/output-in-use": {
    remedy: "Wait until that process has ended, or give another path.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * Two options name the same file, or one names the export, the journal or another file that is read,
   * however the paths are spelt. Nothing is written then: the input would be gone.
   */
  "cli/same-file": {
    remedy: "Give each output a file of its own, and none of the files that are read.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * The system is not one whose exports can be read.
   */
  "cli/unknown-source": {
    remedy: "Give one of the systems that --help lists.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * `--from table` needs a map: which column is what.
   */
  "cli/map-missing": {
    remedy: "Write a first map with credport sources init, complete it, and give it with --map.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * `--map` was given for a system that credport reads without one.
   */
  "cli/map-unused": {
    remedy: "Leave --map out, or read the file with --from table.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * `--join` was given for a system whose export has everything of a user in one place.
   */
  "cli/nothing-to-join": {
    remedy: "Leave --join out, or give the system that wrote both files with --from.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * The country of `--phone-region` is not one that phone numbers know.
   */
  "cli/unknown-country": {
    remedy: "Give the country's code of two letters (ISO 3166-1), such as DE or US.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * The service profile does not exist.
   */
  "cli/unknown-service": {
    remedy: "Give one of the profiles that --help lists.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * The port is not a number from 0 to 65535.
   */
  "cli/port-malformed": {
    remedy: "Give a free port, or 0 for any.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * The secret, the key or the way in which the service shows who it is can't be used.
   */
  "cli/serve-settings": {
    remedy: "Look at --auth, --secret-file and --private-key-file, and at what --help says of them.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * A version of the interface was asked for that no service speaks.
   */
  "cli/unknown-interface-version": {
    remedy: "Give versions from 2.7 to 5.6 that --help lists, apart from each other by spaces or commas.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * A fault to be put in was not given as its name, or its name and how often it comes.
   */
  "cli/fault-malformed": {
    remedy: "Give names that --help lists, each alone or as name=burst/every, such as 429=3/50.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * Another program listens on this port, or the system refuses it.
   */
  "cli/port-taken": {
    remedy: "Give another port, or 0 for a free one.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * A secret or password is asked for, and its first line is longer than any is. Cut off, it would be
   * another one.
   */
  "cli/secret-too-long": {
    remedy: "Give the secret alone on the first line; a file that holds more is probably the wrong one.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * Standard input has bytes that are not UTF-8: text in Latin-1 or UTF-16, or the raw bytes of a key.
   * Replaced characters would make another secret.
   */
  "cli/secret-not-utf8": {
    remedy: "Save the text as UTF-8; give raw bytes in base64 or hexadecimal.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * Standard input holds more than one line where one secret is taken.
   * @cause a column of secrets without --lines, of which only the first would have been converted.
   */
  "cli/several-secrets": {
    remedy: "Add --lines to convert every line; without it, give one secret.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * A secret's encoding is named that does not exist here.
   */
  "cli/unknown-encoding": {
    remedy: "Give one of the encodings that --help lists.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * A secret is good in several encodings and gives another key in each. Nothing in the text says which is
   * right, and the service takes each of them with status OK.
   */
  "cli/encoding-not-named": {
    remedy:
      "Name what the old system uses with --encoding, or find it with --prove and a code from the user's phone.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * The code from the phone matches no reading of the secret, or several with different keys. It may be old
   * or mistyped, a clock may be wrong, or the secret is in another encoding or belongs to another device.
   */
  "cli/code-proves-nothing": {
    remedy:
      "Set both clocks, and try a fresh code of the same device; if that fails too, look at how the old system stores its secrets.",
    fault: "caller",
    repeat: "later",
  },
  /**
   * The QR code does not fit on the terminal, or the names in it are longer than one holds.
   */
  "cli/qr-code-too-large": {
    remedy: "Make the terminal wider, or shorten --label and --issuer.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * The time in an argument is not a whole number.
   */
  "cli/time-malformed": {
    remedy: "Give seconds since 1970-01-01 00:00 UTC, as date +%s prints them.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * An option that takes a number got something else, or a number outside its limits.
   * @cause a typing error; a unit written after the number.
   */
  "cli/number-malformed": {
    remedy: "Give a positive number within the limits that --help names.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * The address of the service, the tenant path or the API key can't be meant as given.
   * @cause a missing https://; plain http to another machine; a line break inside the key.
   */
  "cli/target-malformed": {
    remedy: "Correct --to, --tenant-path or the API key; --allow-plain-http allows an address without https.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * There is no API key for the service. Keys are never taken from an argument, where other users of the
   * machine could read them.
   * @cause the variable was set in another shell.
   */
  "cli/no-api-key": {
    remedy: "Set CREDPORT_API_KEY, or name a file that holds the key with --api-key-file.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * Users who are gone were to be listed, and there is nothing to compare the export with.
   * @cause `--gone` without `--changed-since`.
   */
  "cli/first-journal-missing": {
    remedy: "Add --changed-since with the journal of the first import.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * An option that only makes sense with a service was given to a rehearsal.
   * @cause `--to` was forgotten.
   */
  "cli/option-needs-target": {
    remedy: "Add --to with the service's address, or leave the option out to rehearse.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * Known passwords were to be tried at a service whose profile has no call to sign in.
   * @cause the profile `default`: the published interface has no such call.
   */
  "cli/no-sign-in-call": {
    remedy:
      "Give --service supertokens if the service is the public core; else rehearse with --known, leave it out, and sign in at the service by hand.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * The export does not have as many users as `--expect` says, or not those whose IDs it lists. Nothing was
   * sent.
   * @cause a listing that ends at its first page, a realm whose users are in files of their own, a tool that
   * leaves out users of some providers, users who signed up or left since.
   */
  "cli/users-missing": {
    remedy:
      "Export again with all pages, files and providers, or correct --expect where users have come or gone since.",
    fault: "caller",
    repeat: "later",
  },
  /**
   * An option was given without the one that it adds to.
   */
  "cli/option-alone": {
    remedy: "Give the other option too, or leave this one out.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * The first argument of the command is not one of the things that it does.
   */
  "cli/unknown-action": {
    remedy: "Give one of the actions that the command's --help lists.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * A command that deletes users was neither confirmed at its question nor by its option.
   */
  "cli/not-confirmed": {
    remedy: "Type yes at the question, or add --yes; nobody was deleted.",
    fault: "caller",
    repeat: "safe",
  },
  /**
   * Users who exist were to be refused or skipped on a service whose profile has no call to look them up.
   * @cause the profile `default`: the published interface has no such call.
   */
  "cli/no-look-up-call": {
    remedy:
      "Give --service supertokens if the service is the public core; else --existing overwrite, before the new side is opened.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * A line of the list of known users is not of one of its forms.
   * @cause a CSV file without a line of names, an empty password, a code that is not six digits.
   */
  "cli/known-malformed": {
    remedy:
      'Give one JSON object a line, {"identifier":"…","password":"…","totp":"…"}, or CSV under the line identifier,password,totp; totp may be left out.',
    fault: "caller",
    repeat: "never",
  },
  /**
   * The file of `--only` has a line that names no record.
   * @cause the rejects file of `credport check` was given, which counts lines, not records.
   */
  "cli/selection-malformed": {
    remedy: "Give a file that credport import --rejects wrote, whole or with a part of its lines.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * A record that --only names has another user ID in this export.
   * @cause a new export, in which the records appear in another order: the wrong users would have been
   * imported.
   */
  "cli/selection-of-other-export": {
    remedy: "Give the export that the --rejects file was written for; the two belong together.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * The export was to be read from standard input, which is a terminal.
   * @cause the redirection or the pipe was left out.
   */
  "cli/stdin-terminal": {
    remedy: "Give the export through a pipe or a redirection, or its name in place of -.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * The export comes through standard input, and so would a known password.
   */
  "cli/stdin-taken": {
    remedy: "Save the export in a file and give its name, or leave --known out.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * An export from standard input is to be sent to a service: it has no name that the journal's could follow from.
   */
  "cli/stdin-needs-journal": {
    remedy: "Name the journal with --journal: with it and the same export an import can be resumed.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * The module of --plugin can't be loaded, or its default export is not a source.
   */
  "cli/plugin-unusable": {
    remedy:
      "Give a module whose default export is a source, or a list of sources: docs/sources.md shows one.",
    fault: "settings",
    repeat: "never",
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;

export type CliProblemCode = keyof typeof CLI_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(CLI_PROBLEMS);
