import type { Computation, Sight } from "../../hash/internal.js";
import { utf8 } from "../../lib/bytes.js";
import { cryptCharacter, cryptValue } from "../../lib/crypt-base64.js";
import { inSlices } from "../steps/in-slices.js";
import { digestOf, type StepRunner } from "../steps/step-runner.js";
import { withCoverage } from "../steps/with-coverage.js";

/** Seven bits of each character are the key, padded with NULs. */
const SIGHT: Sight = { upToNul: true, sevenBit: true };
const SIGHT_OF_EIGHT: Sight = { ...SIGHT, firstBytes: 8 };

/** Traditional crypt(3), which reads eight characters, and BSD/OS' extension of it, which reads all. */
export const DES_CRYPT: StepRunner<Extract<Computation, { kind: "des-crypt" }>> = {
  costs: ({ rounds }) => ({ digestRounds: rounds }),
  parameters: ({ rounds }) => ({ rounds }),
  run: async (received, { rounds, salt, readsAll }, signal) => {
    // Few have such hashes: a bundle loads the tables of DES with the first of them.
    const { desCrypt } = await import("../engines/des-crypt.js");
    const { round, digest } = desCrypt(received.bytes, [...salt].map(cryptValue), readsAll);
    await inSlices(rounds, round, signal);
    const text = digest().map(cryptCharacter).join("");
    return digestOf(withCoverage(received, readsAll ? SIGHT : SIGHT_OF_EIGHT), utf8(text));
  },
};
