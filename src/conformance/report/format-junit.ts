import { escapeXml } from "../../lib/escape-xml.js";
import { groupBy } from "../../lib/group-by.js";
import type { ImplementationName } from "../protocol/messages.js";
import { type CaseResult, type ConformanceReport, isFailing, isIdle } from "../results.js";
import { reportItem } from "./report-item.js";

/** JUnit's XML as CI servers read it: a suite for each operation. */
export function formatJunit({ implementation, results, brokenReason }: ConformanceReport): string {
  const groups = [...groupBy(results, ({ vector }) => vector.operation)];
  const suites = groups.map(([operation, group]) => suiteXml(operation, group, implementation));
  const name = `${implementation.name} ${implementation.version}`;
  const broken = brokenReason === undefined ? [] : harnessSuite(brokenReason);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(name)}">`,
    ...suites,
    ...broken,
    "</testsuites>",
    "",
  ].join("\n");
}

/** The harness failed, and no test did. */
export function harnessSuite(message: string): readonly string[] {
  return [
    `  <testsuite name="harness" tests="1" failures="0" errors="1" skipped="0">`,
    `    <testcase classname="harness" name="adapter"><error message="${escapeXml(message)}"/></testcase>`,
    `  </testsuite>`,
  ];
}

const ERRORS = ["errored", "timeout"];
const isError = ({ status }: CaseResult) => ERRORS.includes(status);

function suiteXml(operation: string, results: readonly CaseResult[], implementation: ImplementationName): string {
  const errors = results.filter(isError).length;
  const failures = results.filter(isFailing).length - errors;
  const skipped = results.filter(isIdle).length;
  return [
    `  <testsuite name="${escapeXml(operation)}" tests="${results.length}" failures="${failures}" errors="${errors}" skipped="${skipped}">`,
    ...results.map((result) => caseXml(result, implementation)),
    "  </testsuite>",
  ].join("\n");
}

function caseXml(result: CaseResult, implementation: ImplementationName): string {
  const { vector, status } = result;
  const { kind, message, evidence, facts } = reportItem(result, implementation);
  const open = `    <testcase classname="${escapeXml(vector.operation)}" name="${escapeXml(`${vector.id} ${vector.comment}`)}"`;
  const inside = (tag: string, attributes: string, text = "") =>
    `${open}><${tag}${attributes}${text === "" ? "/>" : `>${escapeXml(text)}</${tag}>`}</testcase>`;
  switch (kind) {
    case "plain":
      return `${open}/>`;
    case "noted":
      return inside("system-out", "", `${status}: ${message}`);
    case "idle":
      return inside("skipped", ` message="${escapeXml(message)}"`);
    default: {
      const lines = Object.entries(facts).map(([name, text]) => `${name}: ${text}`);
      const attributes = ` type="${status}" message="${escapeXml(`${message} (${evidence})`)}"`;
      return inside(isError(result) ? "error" : "failure", attributes, lines.join("\n"));
    }
  }
}
