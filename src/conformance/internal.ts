/** What other rooms of the package need of this one and the public does not get. */

export { OPERATIONS } from "./judge/operation-rules.js";
export { formatRefusal } from "./report/format-refusal.js";
export { REPORT_FORMATS } from "./report/format-report.js";
export { copyVectors } from "./suite/copy-vectors.js";
export { evidenceOf } from "./suite/evidence.js";
export { parseSkipFile } from "./suite/parse-skip-file.js";
export { idlePatterns, type SkipRule, selectCases, skipReason } from "./suite/select-cases.js";
