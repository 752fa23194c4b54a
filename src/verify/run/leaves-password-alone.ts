import type { Scheme, SourceName } from "../../hash/index.js";
import { passwordForms } from "../../hash/internal.js";
import { receivedForms } from "./compute.js";

/** Whether the system's hasher receives this password as the user types it, and in no other way. */
export function leavesPasswordAlone(
  password: string,
  source: SourceName | undefined,
  scheme: Scheme,
): boolean {
  const typed = Buffer.from(password);
  const received = receivedForms({ forms: passwordForms(source, scheme) }, typed);
  return received.every(({ bytes }) => typed.equals(bytes));
}
