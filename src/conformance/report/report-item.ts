import { defined } from "../../lib/defined.js";
import { counted } from "../../lib/plural.js";
import type { Answer, ImplementationName } from "../protocol/messages.js";
import { shownText } from "../protocol/shown-text.js";
import { type CaseResult, isFailing, isIdle } from "../results.js";
import type { ConformanceCase, JsonObject } from "../suite/conformance-case.js";
import { describeEvidence } from "../suite/evidence.js";
import { reproductionOf } from "./reproduction.js";

/** Characters of one value: the input of a vector can have a million. */
const LONGEST_VALUE = 300;

/** What a report says of one case, whatever its format. */
interface ReportItem {
  /** `plain`: passed, with nothing to say; `noted`: did not fail, and there is something to say. */
  readonly kind: "plain" | "noted" | "failing" | "idle";
  /** Why, for a person. */
  readonly message: string;
  readonly evidence: string;
  /** All that an issue about a failure needs, a name and a line each; empty where nothing failed. */
  readonly facts: Readonly<Record<string, string>>;
}

export function reportItem(result: CaseResult, implementation: ImplementationName): ReportItem {
  const { vector, status, otherReason, detail = otherReason ?? status } = result;
  const isPlain = status === "pass" && otherReason === undefined;
  const failing = isFailing(result);
  return {
    kind: failing ? "failing" : isIdle(result) ? "idle" : isPlain ? "plain" : "noted",
    message: detail,
    evidence: describeEvidence(vector),
    facts: failing ? factsOf(result, implementation) : {},
  };
}

function factsOf(result: CaseResult, implementation: ImplementationName): ReportItem["facts"] {
  const { vector } = result;
  const [flag] = vector.flags;
  return defined({
    input: fieldsOf(vector.input, "\n"),
    expected: expectedOf(vector),
    answer: answerOf(result),
    confirmed: describeEvidence(vector),
    effect: flag && `${flag.bugType}: ${flag.effect}`,
    reproduce: reproductionOf(vector, implementation),
  });
}

function expectedOf({ result, outputs, problem, mayRefuse }: ConformanceCase): string {
  const refusal = `a refusal${problem === undefined ? "" : ` (${problem})`}`;
  if (result === "invalid") return refusal;
  const answers = outputs.map((output) => fieldsOf(output));
  if (problem !== undefined || mayRefuse !== undefined) answers.push(refusal);
  return result === "acceptable" ? answers.join(", or ") : (answers[0] ?? "");
}

function answerOf({ answer, detail = "", status }: CaseResult): string {
  const said = answer === undefined || "skipped" in answer ? cut(detail) : saidIn(answer, detail);
  return status === "unexpected-pass" && answer !== undefined ? `${said} (${detail})` : said;
}

function saidIn(answer: Answer, detail: string): string {
  if ("ok" in answer) return fieldsOf(answer.ok);
  if (!("error" in answer)) return cut(detail);
  const { code } = answer.error;
  return code === undefined ? "a refusal" : `a refusal (${cut(code)})`;
}

function fieldsOf(fields: JsonObject, between = ", "): string {
  return Object.entries(fields)
    .map(([name, value]) => `${shownText(name, LONGEST_VALUE)}: ${cut(JSON.stringify(value))}`)
    .join(between);
}

function cut(text: string): string {
  const shown = shownText(text, LONGEST_VALUE);
  return text.length > LONGEST_VALUE ? `${shown} (${counted(text.length, "character")})` : shown;
}
