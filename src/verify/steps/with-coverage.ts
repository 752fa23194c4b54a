import type { Sight } from "../../hash/internal.js";
import { narrower, seenOf } from "./coverage.js";
import type { Received } from "./step-runner.js";

export function withCoverage(received: Received, sees: "all" | Sight | undefined): Received {
  // What it can't see of a digest takes nothing of the password away.
  if (received.isDigest) return received;
  return { ...received, coverage: narrower(received.coverage, seenOf(sees, received.bytes)) };
}
