import type { ConformanceReport } from "../../src/conformance/index.js";
import type { SkipRule } from "../../src/conformance/suite/select-cases.js";

export interface PeerReport {
  readonly from: string;
  readonly report: ConformanceReport;
  /** Where it differs on purpose, and why. */
  readonly skips?: readonly SkipRule[];
}
export function peersPage(peers: readonly PeerReport[], day: string, manifest: string): string;
