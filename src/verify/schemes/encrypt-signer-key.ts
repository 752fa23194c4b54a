import { createCipheriv } from "node:crypto";
import type { Computation } from "../../hash/index.js";
import { digestOf, type StepRunner } from "../run/step-runner.js";

/** Firebase's last step: AES-256-CTR with a counter that begins at 0, keyed with what scrypt gave. */
export const ENCRYPT_SIGNER_KEY: StepRunner<Extract<Computation, { kind: "encrypt-signer-key" }>> = {
  run: (received, { signerKey }) => digestOf(received, encryptSignerKey(received.bytes, signerKey)),
};

function encryptSignerKey(key: Uint8Array, signerKey: Uint8Array): Uint8Array {
  const cipher = createCipheriv("aes-256-ctr", key, Buffer.alloc(16));
  return Buffer.concat([cipher.update(signerKey), cipher.final()]);
}
