import type { ConformanceReport } from "../../src/conformance/index.js";

export interface PeerReport {
  readonly from: string;
  readonly report: ConformanceReport;
}
export function peersPage(peers: readonly PeerReport[], day: string, manifest: string): string;
