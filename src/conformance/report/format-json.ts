import type { CaseResult, ConformanceReport } from "../results.js";

/** The whole report, with what was expected and what was answered for each case that did not simply pass. */
export function formatJson(report: ConformanceReport): string {
  const { results, ...summary } = report;
  return `${JSON.stringify({ ...summary, results: results.map(resultJson) }, null, 2)}\n`;
}

function resultJson({ vector, status, detail, issueUrl, answer, fault }: CaseResult): object {
  const base = { id: vector.id, status, detail, issueUrl, fault };
  if (status === "pass" || answer === undefined || "skipped" in answer) return base;
  const expected =
    vector.result === "invalid"
      ? { error: { code: vector.problem, offset: vector.offset } }
      : {
          ok: vector.outputs.length === 1 ? vector.outputs[0] : { oneOf: vector.outputs },
          problem: vector.problem,
          mayRefuse: vector.mayRefuse,
        };
  const { comment, flags, operation, topic, twin, provenance } = vector;
  const about = { comment, flags: flags.map(({ name }) => name), file: `${operation}/${topic}.json`, twin };
  return { ...base, ...about, provenance, expected, answer };
}
