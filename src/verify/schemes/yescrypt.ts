import type { Computation } from "../../hash/internal.js";
import { utf8 } from "../../lib/bytes.js";
import { encodeCryptBase64 } from "../../lib/crypt-base64.js";
import { yescrypt } from "../engines/yescrypt.js";
import { digestOf, type StepRunner } from "../steps/step-runner.js";

type Yescrypt = Extract<Computation, { kind: "yescrypt" }>;

/** Bytes of tables that each lane has beside the memory. */
const TABLE_BYTES = 12_288;
/** How many times as long a block takes here as one of scrypt takes an engine that is compiled. */
const TIMES_SCRYPT = 4;

/** yescrypt as crypt(3) writes it. */
export const YESCRYPT: StepRunner<Yescrypt> = {
  costs: ({ n, r, p, t }) => ({
    memoryBytes: 128 * r * (n + p) + TABLE_BYTES * p,
    scryptWork: Math.ceil(TIMES_SCRYPT * r * n * passes(t)),
  }),
  parameters: ({ n, r, p, t }) => ({ n, r, p, t }),
  run: async (received, { kind, gost, ...parameters }, signal) => {
    const password = received.bytes;
    const key = await yescrypt({ password, ...parameters }, signal);
    const output =
      gost === undefined ? key : (await import("../engines/streebog.js")).gostKey(password, utf8(gost), key);
    return digestOf(received, utf8(encodeCryptBase64(output)));
  },
};

/** Over the memory: one that fills it, and those that `t` adds. */
function passes(t: number): number {
  return t < 2 ? (4 + t) / 3 : t;
}
