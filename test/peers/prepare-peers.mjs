// Installs and builds what the peers need, for tests that hold them to exit code 0: node test/peers/prepare-peers.mjs [<name> …]
import { listPeers, preparePeer } from "./list-peers.mjs";

const byFolder = new Map(listPeers(process.argv.slice(2)).map((peer) => [peer.folder, peer]));
for (const [folder, peer] of byFolder) {
  try {
    preparePeer(peer);
  } catch (error) {
    process.stderr.write(`${folder}: could not be installed: ${error.message}\n`);
  }
}
