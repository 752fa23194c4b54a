/** The conformance suite's runner: the public subpath `credport/conformance`. */

export { serveAdapter } from "./adapter/serve-adapter.js";
export type { AnswerStatus } from "./judge/judge-answer.js";
export { OPERATIONS } from "./judge/operation-rules.js";
export { credportImplementation } from "./own/credport-implementation.js";
export {
  type Answer,
  type HelloReply,
  type HelloRequest,
  type ImplementationName,
  PROTOCOL_VERSION,
  type RunReply,
  type RunRequest,
} from "./protocol/messages.js";
export { formatRefusal } from "./report/format-refusal.js";
export { formatReport, REPORT_FORMATS, type ReportFormat } from "./report/format-report.js";
export type { TextStyle } from "./report/format-text.js";
export {
  CASE_STATUSES,
  type CaseResult,
  type CaseStatus,
  type ConformanceReport,
  type Counts,
  type CountsBy,
  type Tally,
} from "./results.js";
export { type ConformanceOptions, runConformance, type Subject } from "./run-conformance.js";
export type { Implementation, OperationFunction } from "./session/in-process-session.js";
export { DEFAULT_OUTPUT_LIMITS, type FaultKind, type OutputLimits } from "./session/session.js";
export type { ConformanceCase, ConformanceSuite, Flag, JsonObject } from "./suite/conformance-case.js";
export { copySuite } from "./suite/copy-suite.js";
export { loadSuite, packagedVectors } from "./suite/load-suite.js";
export { parseSkipFile } from "./suite/parse-skip-file.js";
export type { SkipRule } from "./suite/select-cases.js";
export { describeStanding, type Standing, standingOf } from "./suite/standing.js";
