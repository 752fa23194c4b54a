import type { PeerReport } from "./peers-page.mjs";

export function peersTable(peers: readonly PeerReport[], day: string, manifest: string): string;
