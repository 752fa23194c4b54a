import { createHash, createHmac } from "node:crypto";
import type { Step } from "../../hash/index.js";
import { encodeBcryptBase64 } from "../../lib/bcrypt-base64.js";
import { joined, utf8 } from "../../lib/bytes.js";
import { digestOf, type StepRunner } from "../run/step-runner.js";

type Of<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;

export const DIGEST: StepRunner<Of<"digest">> = {
  run: (received, { digest, before, after }) => {
    const made = createHash(digest);
    if (before !== undefined) made.update(before);
    made.update(received.bytes);
    if (after !== undefined) made.update(after);
    return digestOf(received, made.digest());
  },
};

export const HMAC: StepRunner<Of<"hmac">> = {
  run: (received, { digest, key }) =>
    digestOf(received, createHmac(digest, key).update(received.bytes).digest()),
};

export const ENCODE: StepRunner<Of<"encode">> = {
  run: (received, { as }) => ({ ...received, bytes: utf8(encoded(received.bytes, as)) }),
};

function encoded(bytes: Uint8Array, as: Of<"encode">["as"]): string {
  return as === "bcrypt-base64" ? encodeBcryptBase64(bytes) : Buffer.from(bytes).toString(as);
}

export const SURROUND: StepRunner<Of<"surround">> = {
  run: (received, { before, after }) => ({ ...received, bytes: joined(before, received.bytes, after) }),
};

/** bcrypt has to know where the secret begins: it may cut it off. */
export const PEPPER: StepRunner<Of<"pepper">> = {
  run: (received, { pepper, place }) =>
    place === "before"
      ? { ...received, bytes: joined(pepper, received.bytes) }
      : { ...received, bytes: joined(received.bytes, pepper), pepper },
};
