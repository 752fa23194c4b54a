import type { Scheme, SourceName } from "../../hash/index.js";
import { passwordForms } from "../../hash/internal.js";
import { utf8 } from "../../lib/bytes.js";
import { receivedForms } from "./compute.js";
import { equalBytes } from "./constant-time.js";

/** Whether the system's hasher receives this password as the user types it, and in no other way. */
export function leavesPasswordAlone(
  password: string,
  source: SourceName | undefined,
  scheme: Scheme,
): boolean {
  const typed = utf8(password);
  const received = receivedForms({ forms: passwordForms(source, scheme) }, typed);
  return received.every(({ bytes }) => equalBytes(typed, bytes));
}
