import { flag, general, grouped, list, value } from "./option-rows.js";

/** What a command that takes long says while it runs. */
export const LOG_OPTIONS = general([
  flag("--quiet", "print neither report nor progress: exit code and files say it", { excludes: ["verbose", "json"] }),
  flag("--verbose", "also print each step with its time"),
  value("--log-file <file>", "add what happens to this file, as NDJSON without secrets"),
] as const);

/** Where the report is written beside the terminal. */
export const REPORT_OPTIONS = grouped("Output", [
  list("--report <file>", "report as .html .md .json .csv .xml (JUnit) .sarif; may be repeated"),
] as const);

/** Where the list of users to write to is written. */
export const MAILING_OPTIONS = grouped("Output", [
  value("--mailing <file>", "write the users who choose a password or sign in by code, as CSV"),
] as const);
