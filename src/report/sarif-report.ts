import type { RefusedRow, ReportFormat } from "./report-model.js";

/** For code scanning: SARIF 2.1.0, a result for each problem of a refused user, and for what is wrong with the whole run. */
export const sarifReport: ReportFormat = {
  begins: /^\{\s+"\$schema": "[^"]+sarif[^"]+",\s+"version": "2.1.0",[\s\S]{0,200}"driver": \{\s+"name": "credport"/,
  render: ({ file, version, refused, fault }) => {
    const ofRun = fault === undefined ? [] : [{ ...fault, row: WHOLE_FILE }];
    const all = [...ofRun, ...refused.flatMap((row) => row.problems.map((problem) => ({ ...problem, row })))];
    const rules = new Map(all.map(({ code, remedy = "" }) => [code, remedy]));
    const named = [...rules].map(([id, text]) => ({ id, help: { text: text || id } }));
    const placeOf = ({ file: own = file, line }: typeof WHOLE_FILE) => {
      const artifactLocation = { uri: encodeURI(own.replaceAll("\\", "/")) };
      return { physicalLocation: { artifactLocation, region: { startLine: Math.max(1, line) } } };
    };
    const run = {
      tool: { driver: { name: "credport", version, rules: named } },
      results: all.map(({ code, message = code, row }) => {
        return { ruleId: code, level: "error", message: { text: message }, locations: [placeOf(row)] };
      }),
    };
    const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
    return `${JSON.stringify(log, null, 2)}\n`;
  },
};

/** Where a fault of the run is shown. */
const WHOLE_FILE: Pick<RefusedRow, "file" | "line"> = { line: 1 };
