import type { Computation } from "../../hash/internal.js";
import { joined } from "../../lib/bytes.js";
import { nodeModule } from "../engines/node-module.js";
import { webAesCtr } from "../engines/web-crypto.js";
import { digestOf, type StepRunner } from "../steps/step-runner.js";

/** Firebase's last step: AES-256-CTR with a counter that begins at 0, keyed with what scrypt gave. */
export const ENCRYPT_SIGNER_KEY: StepRunner<Extract<Computation, { kind: "encrypt-signer-key" }>> = {
  run: async (received, { signerKey }) => digestOf(received, await encryptSignerKey(received.bytes, signerKey)),
};

async function encryptSignerKey(key: Uint8Array, signerKey: Uint8Array): Promise<Uint8Array> {
  const crypto = nodeModule("node:crypto");
  if (crypto === undefined) return webAesCtr(key, signerKey);
  const cipher = crypto.createCipheriv("aes-256-ctr", key, new Uint8Array(16));
  return joined(cipher.update(signerKey), cipher.final());
}
