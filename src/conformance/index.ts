/** The conformance suite's runner: the public subpath `credport/conformance`. */

export { serveAdapter } from "./adapter/serve-adapter.js";
export { credportImplementation } from "./own/credport-implementation.js";
export type { Answer } from "./protocol/messages.js";
export { formatReport, type ReportFormat } from "./report/format-report.js";
export type { TextStyle } from "./report/format-text.js";
export type { CaseResult, ConformanceReport } from "./results.js";
export { type ConformanceOptions, runConformance, type Subject } from "./run-conformance.js";
export type { Implementation } from "./session/in-process-session.js";
export type { ConformanceSuite, JsonObject } from "./suite/conformance-case.js";
export { loadSuite } from "./suite/load-suite.js";
