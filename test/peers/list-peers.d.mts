export interface Peer {
  readonly name: string;
  readonly command: readonly string[];
  /** Path of its skip file, which need not exist. */
  readonly skips: string;
}
export function listPeers(wanted?: readonly string[]): Peer[];
