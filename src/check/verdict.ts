import { requireArgument } from "../lib/require-argument.js";
import { requireNamesBeside } from "../lib/require-names.js";
import { leftOutByChoice } from "../source/internal.js";
import type { CheckReport } from "./check-report.js";
import { isWrong } from "./known-password.js";

/** What is fine with the caller. */
export interface ReadyToImportOptions {
  /** Users whose hash only credport verifies are fine: a fallback at login takes them. Default false. */
  readonly acceptsLoginOnly?: boolean | undefined;
  /** So many users who are not importable are fine. Default 0. */
  readonly acceptsRefused?: number | undefined;
}

/**
 * Whether every user of the export who is not left out by choice can be imported, or log in within the limits of the fallback, and the known password, if there is
 * one, matches. A file without users is the wrong one, and one that is damaged between
 * records may lack some.
 *
 * @example
 * ```ts
 * import { checkExport, isReadyToImport } from "credport/check";
 *
 * async function* open() {
 *   yield new TextEncoder().encode('{"users":[]}');
 * }
 * const report = await checkExport(open, { from: "firebase" });
 * report.ok && isReadyToImport(report.value); // => false
 * ```
 */
export function isReadyToImport(report: CheckReport, options: ReadyToImportOptions = {}): boolean {
  requireArgument("report", report, "object", { problems: "array", warnings: "array", notices: "array" });
  const { records, importable, loginOnly, refused, skipped, problems, warnings, notices, known } = report;
  requireNamesBeside("isReadyToImport", options, ["acceptsLoginOnly", "acceptsRefused"]);
  const { acceptsLoginOnly = false, acceptsRefused = 0 } = options;
  const isOverLimit = notices.some(({ name }) => name.startsWith("verify/"));
  const isDamaged = warnings.some(({ name }) => UNREADY.has(name)) || problems.some(({ name }) => NOT_WHOLE.has(name));
  const isWhole = !isOverLimit && records > 0 && !isDamaged;
  const leftOut = leftOutByChoice(problems);
  const tolerated = refused - leftOut <= acceptsRefused ? refused : leftOut;
  const accepted = importable + skipped + tolerated + (acceptsLoginOnly ? loginOnly : 0);
  const isKnown = known === undefined || known.outcome === "matches";
  return isWhole && skipped < records && accepted === records && isKnown;
}

/** Bytes or pages are missing beside a record, whatever becomes of its user. */
const NOT_WHOLE: ReadonlySet<string> = new Set(["source/separator-damaged", "source/further-pages"]);

/** Of users who could be imported all the same, or would be refused at their first login. */
const UNREADY: ReadonlySet<string> = new Set([...NOT_WHOLE, "user/decided-too-late", "fallback/pepper-missing"]);

/** Why an export is not ready where no single user is to blame: a word of its own, or the name of what is said of users. */
export function faultOfCheck(report: CheckReport): string | undefined {
  const { known, records, refused, loginOnly, warnings, notices } = report;
  if (known !== undefined && known.outcome !== "matches") return "known-password";
  if (records === 0) return "no-users";
  if (refused > 0) return undefined;
  const [first] = [...warnings, ...notices];
  return loginOnly > 0 || first === undefined ? "not-ready" : first.name;
}

/** What an export needs next. */
export function stepAfterCheck({ records, importable, otherLogins, loginOnly, known }: CheckReport) {
  if (records === 0) return "other-file";
  if (known !== undefined && isWrong(known)) return "look-at-hashes";
  if (known !== undefined && known.outcome !== "matches") return "other-password";
  if (importable + otherLogins > 0) return "rehearse";
  return loginOnly > 0 ? "load-fallback" : "follow-remedies";
}

export type CheckStep = ReturnType<typeof stepAfterCheck>;
