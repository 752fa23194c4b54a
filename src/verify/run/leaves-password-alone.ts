import type { Scheme, SourceName } from "../../hash/index.js";
import { type PasswordStep, passwordForms } from "../../hash/internal.js";
import { utf8 } from "../../lib/bytes.js";
import { receivedForms } from "./compute.js";
import { equalBytes } from "./constant-time.js";

interface SystemOfPasswords {
  readonly source?: SourceName | undefined;
  readonly passwordSteps?: readonly PasswordStep[] | undefined;
}

/** Whether the system's hasher receives this password as the user types it, and in no other way. */
export function leavesPasswordAlone(
  password: string,
  { source, passwordSteps = [] }: SystemOfPasswords,
  scheme: Scheme,
): boolean {
  const typed = utf8(password);
  const forms = passwordForms(source, scheme).map((steps) => [...passwordSteps, ...steps]);
  const received = receivedForms({ forms }, typed);
  return received.every(({ bytes }) => equalBytes(typed, bytes));
}
