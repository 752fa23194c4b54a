import { problemMaker } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";

/** The command line */
export const CLI_PROBLEMS = {
  /**
   * Ctrl-C ended the command.
   * @cause the keys were pressed, or a terminal or session was closed.
   */
  "cli/interrupted": {
    remedy: "Run the command again: no output files were written.",
    fault: "caller",
    repeat: "safe",
  },
  /**
   * An error that the program did not foresee. Its message is not shown, since it could hold data of the
   * export; the kind of error and the place in the program are.
   * @cause a fault of credport, or a machine without memory or disk.
   */
  "cli/unexpected-error": {
    remedy:
      "Report it with this line, the command and its version, but without the export: it is a fault of credport.",
    fault: "environment",
  },
  /**
   * A password or secret was asked for and none was given.
   * @cause a pipe that is empty because the command before it failed, or Enter at the prompt.
   */
  "cli/no-secret": { remedy: "Type it at the prompt, or pipe it in: command < file.", fault: "caller" },
  /**
   * A file could not be opened or read.
   * @cause a path with a mistake in it, or a file of another user.
   */
  "cli/not-readable": {
    remedy: "Look at the path and at the file's permissions.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * A command that talks to a service was given no address of one.
   * @cause `--to` is left out, or a shell variable in it is empty.
   */
  "cli/no-target": { remedy: "Give the address of the service with --to.", fault: "caller" },
  /**
   * The path is a folder, a pipe or a device. Exports are read twice.
   * @cause a shell's `<(…)`, a folder that the export was unpacked into, a path that ends in a slash.
   */
  "cli/not-a-file": {
    remedy:
      "Give the path of a file: a folder, pipe or device won't do; an export can also come from standard input, as -.",
    fault: "caller",
  },
  /**
   * A small file such as the hash parameters has more than 64 KiB.
   * @cause the export itself is given where a setting is asked for.
   */
  "cli/file-too-large": { remedy: "Give the small file that the option asks for.", fault: "caller" },
  /**
   * An output file could not be made or written.
   * @cause a folder that does not exist, one of another user, a full disk.
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
   * @cause the same command ran before.
   */
  "cli/output-exists": {
    remedy: "Give the path of a new file, or add --force to replace this one.",
    fault: "caller",
  },
  /**
   * Another process writes the same output: the command runs twice. Or a file beside it ends in
   * `.credport-partial.lock`, and credport has not written it.
   * @cause a scheduled run that overlaps the one before, or a command that was killed.
   */
  "cli/output-in-use": {
    remedy: "Wait until that process has ended, or give another path.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * Two options name the same file, or one names the export, the journal or another file that is read,
   * however the paths are spelt. Nothing is written then: the input would be gone.
   * @cause a name copied from one option to the next, or a link.
   */
  "cli/same-file": {
    remedy: "Give each output a file of its own, and none of the files that are read.",
    fault: "caller",
  },
  /**
   * A command, an option or its value is not one that the command line has.
   * @cause a typing error, or an option of another command.
   */
  "cli/wrong-usage": { remedy: "Add --help for the options and examples.", fault: "caller" },
  /**
   * The system is not one whose exports can be read.
   * @cause a spelling of its own (`wp` for `wordpress`), or a system that credport can't read yet.
   */
  "cli/unknown-source": { remedy: "Give one of the systems that --help lists.", fault: "caller" },
  /**
   * A text that is not the code of a problem.
   * @cause a code of an older release, or a word of a report that is the name of a repair or a field.
   */
  "cli/unknown-code": {
    remedy: "Give a code as reports have it, such as user/no-credential.",
    fault: "caller",
  },
  /**
   * A page that comes with the package is not beside the program.
   * @cause a program that was bundled into one file, or a copy without the folder docs.
   */
  "cli/page-missing": {
    remedy: "Install the package with npm, which brings the page, or read it online.",
    fault: "environment",
  },
  /**
   * The file of settings is not a JSON object, or has a setting that does not exist or can't be meant.
   * @cause a comment or a comma too many in the file, or an option that only the command line takes.
   */
  "cli/config-malformed": {
    remedy: "Correct the file of settings: credport config shows what it may have.",
    fault: "settings",
  },
  /**
   * A migration needs a setting, and there is no terminal to ask at.
   * @cause `credport migrate` in a script before it was run by hand.
   */
  "cli/setting-missing": {
    remedy:
      "Write it into the settings that the message names, or run the command on a terminal, where it asks.",
    fault: "settings",
  },
  /**
   * The name of a report's file does not say in which form it is wanted.
   * @cause a name without an end, or one of a form that is not written.
   */
  "cli/report-format": {
    remedy: "Give the file of --report a name that ends in .html, .md, .json, .csv, .xml or .sarif.",
    fault: "caller",
  },
  /**
   * More users are refused than `--max-refused` allows.
   * @cause an export with more damage than in the rehearsal, or a limit that was set too low.
   */
  "cli/too-many-refused": {
    remedy: "Look with credport check at which users are refused and why, or raise --max-refused.",
    fault: "settings",
  },
  /**
   * `--from table` needs a map: which column is what.
   * @cause a first try of `--from table`.
   */
  "cli/map-missing": {
    remedy: "Write a first map with credport sources init, complete it, and give it with --map.",
    fault: "caller",
  },
  /**
   * `--map` was given for a system that credport reads without one.
   * @cause `--from table` was replaced by the system's name, and `--map` was left.
   */
  "cli/map-unused": { remedy: "Leave --map out, or read the file with --from table.", fault: "caller" },
  /**
   * `--join` was given for a system whose export has everything of a user in one place.
   * @cause a file of sessions or logs given as if it held a part of the users.
   */
  "cli/nothing-to-join": {
    remedy: "Leave --join out, or give the system that wrote both files with --from.",
    fault: "caller",
  },
  /**
   * The country of `--phone-region` is not one that phone numbers know.
   * @cause a code of three letters, a name, or `UK` for `GB`.
   */
  "cli/unknown-country": {
    remedy: "Give the country's code of two letters (ISO 3166-1), such as DE or US.",
    fault: "caller",
  },
  /**
   * An option needs a package that is not installed: `--phone-region` the rules of countries' phone numbers, `--qr` the
   * encoder of QR codes.
   * @cause these are optional packages, because most users need neither, and the rules take 12 MB.
   */
  "cli/package-missing": {
    remedy: "Install the package next to credport with the command that the message names, and run again.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * The service profile does not exist.
   * @cause a mistake in the name.
   */
  "cli/unknown-service": { remedy: "Give one of the profiles that --help lists.", fault: "caller" },
  /**
   * The port is not a number from 0 to 65535.
   * @cause an address where a port alone is asked for.
   */
  "cli/port-malformed": { remedy: "Give a free port, or 0 for any.", fault: "caller" },
  /**
   * The secret, the key or the way in which the service shows who it is can't be used.
   * @cause a secret of fewer than 16 characters, an encrypted private key, an option that is missing.
   */
  "cli/serve-settings": {
    remedy: "Look at --auth, --secret-file and --private-key-file, and at what --help says of them.",
    fault: "caller",
  },
  /**
   * A version of the interface was asked for that no service speaks.
   * @cause a version of the core or of an SDK in place of that of the interface.
   */
  "cli/unknown-interface-version": {
    remedy: "Give versions from 2.7 to 5.6 that --help lists, apart from each other by spaces or commas.",
    fault: "caller",
  },
  /**
   * The origin of a page or an extension was not given as a browser writes it.
   * @cause a path or a slash after the name, `*`, or a name without `http://`.
   */
  "cli/origin-malformed": {
    remedy:
      "Give the scheme and the host alone, with the port where there is one: http://localhost:5173, chrome-extension://<id>.",
    fault: "caller",
    repeat: "never",
  },
  /**
   * A fault to be put in was not given as its name, or its name and how often it comes.
   * @cause a mistake in the name, or a colon for the equals sign.
   */
  "cli/fault-malformed": {
    remedy: "Give names that --help lists, each alone or as name=burst/every, such as 429=3/50.",
    fault: "caller",
  },
  /**
   * Another program listens on this port, or the system refuses it.
   * @cause a rehearsal that still runs in another terminal; a port below 1024.
   */
  "cli/port-taken": {
    remedy: "Give another port, or 0 for a free one.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * A secret or password is asked for, and its first line is longer than any is. Cut off, it would be
   * another one.
   * @cause a file of a key or a certificate, or the export itself, in place of the secret.
   */
  "cli/secret-too-long": {
    remedy: "Give the secret alone on the first line; a file that holds more is probably the wrong one.",
    fault: "caller",
  },
  /**
   * Standard input has bytes that are not UTF-8: text in Latin-1 or UTF-16, or the raw bytes of a key.
   * Replaced characters would make another secret.
   * @cause a file saved by an editor in another encoding, or a key as raw bytes.
   */
  "cli/secret-not-utf8": {
    remedy: "Save the text as UTF-8; give raw bytes in base64 or hexadecimal.",
    fault: "caller",
  },
  /**
   * Standard input holds more than one line where one secret is taken.
   * @cause a column of secrets without --lines, of which only the first would have been converted.
   */
  "cli/several-secrets": {
    remedy: "Add --lines to convert every line; without it, give one secret.",
    fault: "caller",
  },
  /**
   * A secret's encoding is named that does not exist here.
   * @cause another name for the same, such as `b32` for `base32`.
   */
  "cli/unknown-encoding": { remedy: "Give one of the encodings that --help lists.", fault: "caller" },
  /**
   * A secret is good in several encodings and gives another key in each. Nothing in the text says which is
   * right, and the service takes each of them with status OK.
   * @cause a secret of letters and digits that base32, base64 and hexadecimal all have.
   */
  "cli/encoding-not-named": {
    remedy:
      "Name what the old system uses with --encoding, or find it with --prove and a code from the user's phone.",
    fault: "caller",
  },
  /**
   * The code from the phone matches no reading of the secret, or several with different keys. It may be old
   * or mistyped, a clock may be wrong, or the secret is in another encoding or belongs to another device.
   * @cause a clock that is wrong, or a code of another account on the same phone.
   */
  "cli/code-proves-nothing": {
    remedy:
      "Set both clocks, and try a fresh code of the same device; if that fails too, look at how the old system stores its secrets.",
    fault: "caller",
    repeat: "later",
  },
  /**
   * The QR code does not fit on the terminal, or the names in it are longer than one holds.
   * @cause a narrow terminal, or a long address as the label.
   */
  "cli/qr-code-too-large": {
    remedy: "Make the terminal wider, or shorten --label and --issuer.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * The time in an argument is not a whole number.
   * @cause milliseconds, or a date as people write it.
   */
  "cli/time-malformed": {
    remedy: "Give seconds since 1970-01-01 00:00 UTC, as date +%s prints them.",
    fault: "caller",
  },
  /**
   * An option that takes a number got something else, or a number outside its limits.
   * @cause a typing error; a unit written after the number.
   */
  "cli/number-malformed": {
    remedy: "Give a positive number within the limits that --help names.",
    fault: "caller",
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
  },
  /**
   * An option that only makes sense with a service was given to a rehearsal.
   * @cause `--to` was forgotten.
   */
  "cli/option-needs-target": {
    remedy: "Add --to with the service's address, or leave the option out to rehearse.",
    fault: "caller",
  },
  /**
   * Known passwords were to be tried at a service whose profile has no call to sign in.
   * @cause the profile `default`: the published interface has no such call.
   */
  "cli/no-sign-in-call": {
    remedy:
      "Give --service supertokens if the service is the public core; else rehearse with --known, leave it out, and sign in at the service by hand.",
    fault: "caller",
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
   * @cause an option that was copied without its neighbour.
   */
  "cli/option-alone": { remedy: "Give the other option too, or leave this one out.", fault: "caller" },
  /**
   * An option was given to an action of `credport fleet` that has no use for it.
   * @cause `--mapping` at the plan, `--rate` at the report, an option of the plan at a worker.
   */
  "cli/option-of-other-action": {
    remedy: "Give the option to the action that its help names.",
    fault: "caller",
  },
  /**
   * An option of `credport import` was given to a run over many machines, which does not have it.
   * @cause a command for one machine that was rewritten for several.
   */
  "cli/not-over-machines": {
    remedy: "Leave the option out, or import on one machine with credport import.",
    fault: "caller",
  },
  /**
   * The first argument of the command is not one of the things that it does.
   * @cause the file's name comes before the action, or the action is left out.
   */
  "cli/unknown-action": {
    remedy: "Give one of the actions that the command's --help lists.",
    fault: "caller",
  },
  /**
   * A command that deletes or imports users was neither confirmed at its question nor by its option.
   * @cause a script without `--yes`, or another answer than yes.
   */
  "cli/not-confirmed": {
    remedy: "Type yes at the question, or add --yes; nothing was changed.",
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
  },
  /**
   * A format or a number of files for the users of an export was given, and no file to write them to.
   * @cause `--out` was left out.
   */
  "cli/out-missing": { remedy: "Name the file with --out.", fault: "caller" },
  /**
   * The profile of the service has no bulk import.
   * @cause `--service` was left out: the published interface has none.
   */
  "cli/no-bulk-call": {
    remedy: "Give --service supertokens if the service is the public core, or leave --via bulk out.",
    fault: "caller",
  },
  /**
   * An option was given that has no use in the way in which the users go.
   * @cause options of two ways in one command: the bulk import overwrites no user and sends users whole; what it reads
   * back and carries besides has no place in the other calls.
   */
  "cli/not-with-bulk": {
    remedy:
      "Leave the option out or choose the other way; credport check --out-format supertokens-bulk shows what the bulk import would send.",
    fault: "caller",
  },
  /**
   * `--without-password reset` would replace passwords of users who are on the service by one that no user has.
   * @cause `--existing overwrite` beside it; a service that can't be asked which users it has.
   */
  "cli/reset-overwrites": {
    remedy:
      "Leave out --existing overwrite. Only where the service can't be asked and has none of these users, give it.",
    fault: "caller",
  },
  /**
   * A line of the list of known users is not of one of its forms.
   * @cause a CSV file without a line of names, an empty password, a code that is not six digits.
   */
  "cli/known-malformed": {
    remedy:
      'Give one JSON object a line, {"identifier":"…","password":"…","totp":"…"}, or CSV under the line identifier,password,totp; totp may be left out.',
    fault: "caller",
  },
  /**
   * The file of `--only` has a line that names no record.
   * @cause the rejects file of `credport check` was given, which counts lines, not records.
   */
  "cli/selection-malformed": {
    remedy: "Give a file that credport import --rejects wrote, whole or with a part of its lines.",
    fault: "caller",
  },
  /**
   * A record that --only names has another user ID in this export.
   * @cause a new export, in which the records appear in another order: the wrong users would have been
   * imported.
   */
  "cli/selection-of-other-export": {
    remedy: "Give the export that the --rejects file was written for; the two belong together.",
    fault: "caller",
  },
  /**
   * The export was to be read from standard input, which is a terminal.
   * @cause the redirection or the pipe was left out.
   */
  "cli/stdin-terminal": {
    remedy: "Give the export through a pipe or a redirection, or its name in place of -.",
    fault: "caller",
  },
  /**
   * The export comes through standard input, and so would a known password.
   * @cause `-` for two files of one command.
   */
  "cli/stdin-taken": {
    remedy: "Save the export in a file and give its name, or leave --known out.",
    fault: "caller",
  },
  /**
   * An export from standard input is to be sent to a service: it has no name that the journal's could follow from.
   * @cause the export is piped in from the program that writes it.
   */
  "cli/stdin-needs-journal": {
    remedy: "Name the journal with --journal: with it and the same export an import can be resumed.",
    fault: "caller",
  },
  /**
   * The module of --plugin can't be loaded, or its default export is not a source.
   * @cause a path that is relative to another folder, TypeScript that was not compiled, a named export.
   */
  "cli/plugin-unusable": {
    remedy:
      "Give a module whose default export is a source, or a list of sources: docs/sources.md shows one.",
    fault: "settings",
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;

export type CliProblemCode = keyof typeof CLI_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(CLI_PROBLEMS);
