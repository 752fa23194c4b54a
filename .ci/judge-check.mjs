// Judges what `credport check --json` left for the action: the outputs and the summary of the step. The exit codes 0 and 1
// count only with a whole report beside them: npm ends with 1 too where it could not fetch a package.
import { appendFileSync, readFileSync } from "node:fs";

const COULD_NOT_RUN = 2;
const COUNTS = ["records", "importable", "loginOnly", "refused", "unreadable"];

const [report, said, ended] = process.argv.slice(2);

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isCount(value) {
  return Number.isSafeInteger(value) && value >= 0;
}

function isTally(row) {
  return typeof row?.name === "string" && isCount(row.records) && Array.isArray(row.firstLines);
}

function isReport(value) {
  const counts = COUNTS.map((name) => value?.[name]);
  return counts.every(isCount) && Array.isArray(value.problems) && value.problems.every(isTally);
}

function output(exitCode) {
  appendFileSync(process.env.GITHUB_OUTPUT, `report=${report}\nexit-code=${exitCode}\n`);
}

/** Why there is no report: credport's own reason, or else the last that was said, and how it ended. */
function reasonFor(answer) {
  if (typeof answer?.error?.message === "string") {
    return [answer.error.message, answer.error.remedy].filter((text) => text !== undefined);
  }
  const words = readFileSync(said, "utf8").trim();
  return [`credport check gave no report and ended with ${ended}`, ...(words === "" ? [] : [words])];
}

function summaryOf({ records, importable, problems }) {
  const rows = problems.map((one) => `| \`${one.name}\` | ${one.records} | ${one.firstLines.slice(0, 5).join(", ")} |`);
  const table = rows.length === 0 ? [] : ["", "| Problem | Records | First lines |", "|---|---|---|", ...rows];
  const sentence = `${importable} of ${records} records can be imported.`;
  return `${["### credport check", "", sentence, ...table].join("\n")}\n`;
}

const answer = parsed(readFileSync(report, "utf8"));
if ((ended === "0" || ended === "1") && isReport(answer)) {
  output(ended);
  appendFileSync(process.env.GITHUB_STEP_SUMMARY, summaryOf(answer));
  const fails = process.env.CREDPORT_FAIL_ON_PROBLEMS !== "false";
  process.exitCode = ended === "1" && fails ? 1 : 0;
} else {
  output(COULD_NOT_RUN);
  // A line break or a percent sign is written so that the runner does not read a command in it.
  const escaped = reasonFor(answer)
    .join(". ")
    .replace(/[%\r\n]/g, (character) => encodeURIComponent(character));
  process.stdout.write(`::error title=credport::${escaped}\n`);
  process.exitCode = COULD_NOT_RUN;
}
