import { area } from "./problem-maker.js";

/** The command line. */
export const { rows: CLI_PROBLEMS, problem } = /* @__PURE__ */ area({
  "cli/interrupted": "Run the command again: no output files were written.",
  "cli/unexpected-error":
    "Report it with this line, the command and its version, but without the export: it is a fault of credport.",
  "cli/no-secret": "Type it at the prompt, or pipe it in: command < file.",
  "cli/not-readable": "Look at the path and at the file's permissions.",
  "cli/no-target": "Give the address of the service with --to.",
  "cli/not-a-file":
    "Give the path of a file: a folder, pipe or device won't do; an export can also come from standard input, as -.",
  "cli/file-too-large": "Give the small file that the option asks for.",
  "cli/not-writable":
    "Give a path in a folder that you may write to, on a disk with room; a device, pipe or folder can't be replaced by a file.",
  "cli/output-exists": "Give the path of a new file, or add --force to replace this one.",
  "cli/output-in-use": "Wait until that process has ended, or give another path.",
  "cli/same-file": "Give each output a file of its own, and none of the files that are read.",
  "cli/wrong-usage": "Add --help for the options and examples.",
  "cli/unknown-name": "Give one of the names that --help lists.",
  "cli/unknown-code": "Give a code as reports have it, such as user/no-credential.",
  "cli/page-missing": "Install the package with npm, which brings the page, or read it online.",
  "cli/config-malformed": "Correct the file of settings: credport config shows what it may have.",
  "cli/setting-missing":
    "Write it into the settings that the message names, or run the command on a terminal, where it asks.",
  "cli/report-format": "Give the file of --report a name that ends in .html, .md, .json, .csv, .xml or .sarif.",
  "cli/too-many-refused": "Look with credport check at which users are not importable and why, or raise --max-refused.",
  "cli/map-missing": "Write a first map with credport sources init, complete it, and give it with --map.",
  "cli/map-unused": "Leave --map out, or read the file with --from table.",
  "cli/nothing-to-join": "Leave --join out, or name the columns under join in the map, as docs/sources.md describes.",
  "cli/unknown-country": "Give the country's code of two letters (ISO 3166-1), such as DE or US.",
  "cli/package-missing":
    "Install the package with that command in credport's project, or with --global added, and run again.",
  "cli/port-malformed": "Give a free port, or 0 for any.",
  "cli/serve-settings":
    "Look at --auth, --secret-file, --private-key-file and --second-factors, and at what --help says of them.",
  "cli/unknown-interface-version":
    "Give versions from 2.7 to 5.6 that --help lists, apart from each other by spaces or commas.",
  "cli/origin-malformed":
    "Give the scheme and the host alone, with the port where there is one: http://localhost:5173, chrome-extension://<id>.",
  "cli/fault-malformed": "Give names that --help lists, each alone or as name=burst/every, such as 429=3/50.",
  "cli/port-taken": "Give another port, or 0 for a free one.",
  "cli/secret-too-long": "Give the secret alone on the first line; a file that holds more is probably the wrong one.",
  "cli/secret-not-utf8": "Save the text as UTF-8; give raw bytes in base64 or hexadecimal.",
  "cli/several-secrets": "Add --lines to convert every line; without it, give one secret.",
  "cli/encoding-not-named":
    "Name what the old system uses with --encoding, or find it with --prove and a code from the user's phone.",
  "cli/code-proves-nothing":
    "Set both clocks, and try a fresh code of the same device; if that fails too, look at how the old system stores its secrets.",
  "cli/qr-code-too-large": "Make the terminal wider, or shorten --label and --issuer.",
  "cli/time-malformed": "Give seconds since 1970-01-01 00:00 UTC, as date +%s prints them.",
  "cli/number-malformed": "Give a positive number within the limits that --help names.",
  "cli/target-malformed":
    "Correct --to, --tenant-path or the API key; --allow-plain-http allows an address without https.",
  "cli/no-api-key": "Set CREDPORT_API_KEY, or name a file that holds the key with --api-key-file.",
  "cli/first-journal-missing": "Add --changed-since with the journal of the first import.",
  "cli/option-needs-target": "Add --to with the service's address, or leave the option out to rehearse.",
  "cli/no-sign-in-call":
    "Leave --service default out if the service is the public core; else rehearse with --known, and sign in at the service by hand.",
  "cli/users-missing":
    "Export again with all pages, files and providers, or correct --expect where users have come or gone since.",
  "cli/option-alone": "Give the other option too, or leave this one out.",
  "cli/option-of-other-action": "Give the option to the action that its help names.",
  "cli/not-over-machines": "Leave the option out, or import on one machine with credport import.",
  "cli/not-confirmed": "Type yes at the question on a terminal, or add --yes; nothing was changed.",
  "cli/no-look-up-call":
    "Leave --service default out if the service is the public core; else add --existing overwrite, before the new side is opened.",
  "cli/out-missing": "Name the file with --out.",
  "cli/no-bulk-call": "Leave --service default out if the service is the public core; else leave --via bulk out.",
  "cli/not-with-bulk":
    "Leave the option out or choose the other way; credport check --out-format supertokens-bulk shows what the bulk import would send.",
  "cli/reset-overwrites":
    "Leave out --existing overwrite. Only where the service can't be asked and has none of these users, give it.",
  "cli/known-malformed":
    'Give one JSON object a line, {"identifier":"…","password":"…","totp":"…"}, or CSV under the line identifier,password,totp; totp may be left out.',
  "cli/selection-malformed": "Give a file that credport import --rejects wrote, whole or with a part of its lines.",
  "cli/decisions-malformed":
    "Give the sheet that --write-decisions wrote, with import, overwrite, leave-out or nothing in the column decision.",
  "cli/journal-of-other-export": "Give the journal of the import of this very export, or leave --journal out.",
  "cli/folder-of-other-migration":
    "Name another folder with --folder, or give the file and the address with which this migration began.",
  "cli/preference-unread": "Give --prefer verified or has-password, or decide in the sheet of --write-decisions.",
  "cli/selection-of-other-export": "Give the export that the --rejects file was written for; the two belong together.",
  "cli/stdin-terminal": "Give the export through a pipe or a redirection, or its name in place of -.",
  "cli/stdin-taken": "Save the export in a file and give its name, or leave --known out.",
  "cli/stdin-needs-journal": "Name the journal with --journal: with it and the same export an import can be resumed.",
  "cli/plugin-unusable":
    "Give a module whose default export is a source, or a list of sources: docs/sources.md shows one.",
});
