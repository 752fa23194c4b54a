/** The report on an export: the one that `credport check --report FILE.html` writes. */
import { checkExport } from "credport/check";
import { parseFirebaseHashConfig } from "credport/source";
import { checkReport } from "../../src/cli/check/check-report.js";
import { forOperator } from "../../src/cli/output/remedies.js";
import { OWN_VERSION } from "../../src/cli/own-version.js";
import { htmlReport } from "../../src/report/html-report.js";

/** As many refused users as a page lists; the command line lists all. */
const MOST_REFUSED = 500;

export async function reportOn(open, { name, source, hashConfig, signal }) {
  const config = hashConfig === "" ? undefined : parseFirebaseHashConfig(hashConfig);
  if (config?.ok === false)
    return { kind: "problems", of: "export", source: "firebase", problems: config.problems.map(forOperator) };
  const refused = [];
  const onRejected = ({ line, userId = null, problems }) => {
    if (refused.length < MOST_REFUSED) refused.push({ line, userId, problems: problems.map(forOperator) });
  };
  // As the command line counts for the service that it takes unless told.
  const options = { from: source || "auto", signal, setsMarks: true, ...(config && { hashConfig: config.value }) };
  const checked = await checkExport(open, { ...options, onRejected });
  if (!checked.ok) return { kind: "problems", of: "export", source, problems: checked.problems.map(forOperator) };
  const report = checked.value;
  const from = report.source?.name ?? source;
  const title = `${name} (${from})`;
  const next = `credport migrate ${/\s/.test(name) ? `'${name}'` : name}`;
  const sections = checkReport(report, { title, next, hasFallback: false, files: [] });
  const { importable, records, loginOnly, skipped } = report;
  const model = { kind: "check-report", title, file: name, version: OWN_VERSION, sections, document: report };
  const html = htmlReport.render({ ...model, refused, refusedInAll: report.refused });
  return { kind: "export", source: from, importable, records, loginOnly, skipped, html };
}
