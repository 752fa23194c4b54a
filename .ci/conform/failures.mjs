// What the action prints of a report: node failures.mjs <report.json> [ids]. The verdict, and a line for each failing id;
// without `ids` also what an issue needs. Names and answers are the adapter's: as ASCII JSON they are no line of their own.
import { readFileSync } from "node:fs";

const [, , path = "", form] = process.argv;
const MOST_SHOWN = 50;
const LONGEST = 500;
const FAILING = ["fail", "unexpected-pass", "errored", "timeout"];

const { results = [], brokenReason, verdict } = JSON.parse(readFileSync(path, "utf8"));
const failed = results.filter(({ status }) => FAILING.includes(status));

function shown(value) {
  const text = JSON.stringify(value).replace(
    /[^ -~]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} ... (${text.length} characters)` : text;
}

function facts(result) {
  const rows = ["detail", "input", "expected", "answer", "reproduce"].filter((name) => result[name] !== undefined);
  return rows.map((name) => `  ${name.padEnd(9)}  ${shown(result[name])}`);
}

const blockOf = (result) => [`${result.id} ${result.status}: ${result.comment ?? ""}`, ...facts(result), ""];
const blocks = failed.slice(0, MOST_SHOWN).flatMap(blockOf);
const rest = failed.slice(MOST_SHOWN).map(({ id, status }) => `${id} ${status}`);
const full = [...(brokenReason === undefined ? [] : [`broken: ${shown(brokenReason)}`]), ...blocks, ...rest];
const lines = form === "ids" ? failed.map(({ id, status }) => `- ${id} ${status}`) : full;
// A version of the command line before there was one in its report.
const first = verdict === undefined ? [] : [verdict, ""];
console.log([...first, ...lines].join("\n").trimEnd());
