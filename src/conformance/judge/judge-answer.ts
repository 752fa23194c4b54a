import type { Answer } from "../protocol/messages.js";
import type { ConformanceCase, JsonObject } from "../suite/conformance-case.js";
import { areDenials, differenceOf } from "./operation-rules.js";

type AnswerStatus =
  | "pass"
  /** One of several permitted answers to a case that is `acceptable`. */
  | "accepted-variant"
  /** A refusal where a plain no is right: the login was refused, but it is unknown whether the hash was read. */
  | "refused"
  | "fail"
  /** Not answered, by the implementation's own decision. */
  | "skipped"
  /** The adapter said that it failed. */
  | "errored";

interface Judgement {
  readonly status: AnswerStatus;
  /** What differs, in a few words; absent with `pass`. */
  readonly detail?: string;
  /** What explains a right answer otherwise than the vector does: a problem code, a place, or a field. */
  readonly otherReason?: string;
  readonly issueUrl?: string;
}

export function judgeAnswer(vector: ConformanceCase, answer: Answer): Judgement {
  if ("skipped" in answer) {
    const { reason, issueUrl } = answer.skipped;
    return { status: "skipped", detail: reason, ...(issueUrl === undefined ? {} : { issueUrl }) };
  }
  if ("errored" in answer) return { status: "errored", detail: answer.errored.context };
  return "ok" in answer ? judgeOutput(vector, answer.ok) : judgeRefusal(vector, answer.error);
}

function judgeRefusal(vector: ConformanceCase, { code, offset }: { code?: string; offset?: number }): Judgement {
  const given = code ?? "no code";
  const { result, problem, mayRefuse } = vector;
  if (result === "acceptable" && problem === undefined && mayRefuse !== undefined) {
    return { status: "accepted-variant", detail: mayRefuse };
  }
  if (result === "valid" || (result === "acceptable" && problem === undefined)) {
    return areDenials(vector.operation, vector.outputs)
      ? { status: "refused", detail: `refused (${given}) instead of saying no` }
      : { status: "fail", detail: `refused (${given}) what must be accepted` };
  }
  if (code !== undefined && code !== vector.problem) {
    return { ...right(vector), otherReason: `refused with ${code} instead of ${vector.problem}` };
  }
  if (vector.offset !== undefined && offset !== undefined && offset !== vector.offset) {
    return { ...right(vector), otherReason: `placed the fault at ${offset} instead of ${vector.offset}` };
  }
  return right(vector);
}

function judgeOutput(vector: ConformanceCase, actual: JsonObject): Judgement {
  if (vector.result === "invalid") {
    return { status: "fail", detail: `accepted what must be refused (${vector.problem})` };
  }
  const differences = vector.outputs.map((expected) =>
    differenceOf(vector.operation, withReason(vector, expected), actual),
  );
  if (differences.some(({ verdict, reason }) => verdict.length + reason.length === 0)) return right(vector);
  const sameVerdict = differences.find(({ verdict }) => verdict.length === 0);
  if (sameVerdict !== undefined) {
    return { ...right(vector), otherReason: `another ${sameVerdict.reason.join(", ")}` };
  }
  return { status: "fail", detail: `wrong ${differences[0]?.verdict.join(", ")}` };
}

/** Whether an answer is the first output, which an implementation gives that accepts the input. */
export function isFirstOutput({ operation, outputs }: ConformanceCase, answer: Answer | undefined): boolean {
  const [expected] = outputs;
  if (expected === undefined || answer === undefined || !("ok" in answer)) return false;
  return differenceOf(operation, expected, answer.ok).verdict.length === 0;
}

/** An identification is never refused, so its problem is a field of the output. */
function withReason({ operation, problem }: ConformanceCase, output: JsonObject): JsonObject {
  return operation === "identify" && problem !== undefined ? { ...output, problem } : output;
}

function right({ result }: ConformanceCase): Judgement {
  return result === "acceptable"
    ? { status: "accepted-variant", detail: "one of the permitted answers" }
    : { status: "pass" };
}
