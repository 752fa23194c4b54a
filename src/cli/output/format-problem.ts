import type { Problem } from "../../result.js";
import type { Style } from "../style.js";

/** A problem for a person: what is wrong and where, then what to do next. */
export function formatProblem({ code, message, field, offset, remedy }: Problem, head: string, style: Style) {
  const place = [
    ...(field === undefined ? [] : [field]),
    ...(offset === undefined ? [] : [`character ${offset + 1}`]),
  ].join(", ");
  const where = place === "" ? "" : ` (${place})`;
  const what = `${head} ${message.replace(/\.$/, "")}${where} ${style.faint(`[${code}]`)}\n`;
  return remedy === undefined ? what : `${what}  ${remedy}\n`;
}
