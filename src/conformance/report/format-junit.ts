import { escapeXml } from "../../lib/escape-xml.js";
import type { ImplementationName } from "../protocol/messages.js";
import {
  type CaseResult,
  type CaseStatus,
  type ConformanceReport,
  countStatuses,
  FAILING,
} from "../results.js";
import { describeEvidence } from "../suite/evidence.js";
import { failureFacts } from "./failure-facts.js";

/** JUnit's XML as CI servers read it: a suite for each operation. */
export function formatJunit({ implementation, results, brokenReason }: ConformanceReport): string {
  const operations = [...new Set(results.map(({ vector }) => vector.operation))];
  const suites = operations.map((operation) =>
    suiteXml(
      operation,
      results.filter(({ vector }) => vector.operation === operation),
      implementation,
    ),
  );
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
const SKIPPED: readonly CaseStatus[] = ["not-reached", "skipped", "unsupported", "not-run"];

function suiteXml(
  operation: string,
  results: readonly CaseResult[],
  implementation: ImplementationName,
): string {
  const counts = countStatuses(results);
  const failures = counts.fail + counts["unexpected-pass"];
  const errors = counts.errored + counts.timeout;
  const skipped = SKIPPED.reduce((sum, status) => sum + counts[status], 0);
  return [
    `  <testsuite name="${escapeXml(operation)}" tests="${results.length}" failures="${failures}" errors="${errors}" skipped="${skipped}">`,
    ...results.map((result) => caseXml(result, implementation)),
    "  </testsuite>",
  ].join("\n");
}

function caseXml(result: CaseResult, implementation: ImplementationName): string {
  const { vector, status, otherReason, detail = otherReason ?? "" } = result;
  const open = `    <testcase classname="${escapeXml(vector.operation)}" name="${escapeXml(`${vector.id} ${vector.comment}`)}"`;
  const message = `message="${escapeXml(`${detail} (${describeEvidence(vector)})`)}"`;
  if (FAILING.includes(status)) {
    const kind = ERRORS.includes(status) ? "error" : "failure";
    const facts = Object.entries(failureFacts(result, implementation)).map(
      ([name, text]) => `${name}: ${text}`,
    );
    return `${open}><${kind} type="${status}" ${message}>${escapeXml(facts.join("\n"))}</${kind}></testcase>`;
  }
  if (SKIPPED.includes(status)) {
    return `${open}><skipped message="${escapeXml(detail === "" ? status : detail)}"/></testcase>`;
  }
  if (status === "pass" && otherReason === undefined) return `${open}/>`;
  return `${open}><system-out>${escapeXml(`${status}: ${detail}`)}</system-out></testcase>`;
}
