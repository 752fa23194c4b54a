/** What other rooms of the package and the repository's tools need of this one, and the public does not get. */

export { OPERATION_RULES, OPERATIONS } from "./judge/operation-rules.js";
export { asciiJson } from "./protocol/ascii-json.js";
export { formatRefusal } from "./report/format-refusal.js";
export { REPORT_FORMATS } from "./report/format-report.js";
export { isPolicy } from "./results.js";
export { isCostTrap } from "./suite/conformance-case.js";
export { copyVectors } from "./suite/copy-vectors.js";
export { describeEvidence, evidenceOf } from "./suite/evidence.js";
export { parseSkipFile } from "./suite/parse-skip-file.js";
export { idlePatterns, namesOf, type SkipRule, selectCases, skipReason } from "./suite/select-cases.js";
