import type { Problem } from "../../result.js";
import type { CliIo } from "../cli-io.js";
import { type Style, styleFor } from "../style.js";

export function writeProblems(
  problems: readonly Problem[],
  warnings: readonly Problem[],
  { stderr, env }: Pick<CliIo, "stderr" | "env">,
): void {
  const style = styleFor(stderr, env);
  for (const found of warnings) stderr.write(formatProblem(found, style.warn("warning:"), style));
  for (const found of problems) stderr.write(formatProblem(found, style.bad("credport:"), style));
}

/** A problem for a person: what is wrong and where, then what to do next. */
export function formatProblem({ code, message, field, offset, remedy }: Problem, head: string, style: Style) {
  const character = offset === undefined ? undefined : `character ${offset + 1}`;
  const place = [field, character].filter((part) => part !== undefined).join(", ");
  const where = place === "" ? "" : ` (${place})`;
  const what = `${head} ${message.replace(/\.$/, "")}${where} ${style.faint(`[${code}]`)}\n`;
  return remedy === undefined ? what : `${what}  ${remedy}\n`;
}
