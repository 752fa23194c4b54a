import { CLI_PROBLEMS } from "../../problems/cli.js";
import { OTPAUTH_PROBLEMS } from "../../problems/otpauth.js";
import { problemMaker } from "../../problems/problem-maker.js";
import { SECRET_PROBLEMS } from "../../problems/secret.js";
import type { Problem } from "../../result.js";
import type { SecretReadingOptions } from "../../secret/index.js";
import { MAXIMUM_SECRET_TEXT } from "../../secret/internal.js";
import { type CliIo, EXIT, type ExitCode, writeWaiting } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { type InputLine, inputLines } from "../input/input-lines.js";
import { NOT_UTF8 } from "../input/read-secret.js";
import { formatProblem } from "../output/format-problem.js";
import { styleFor } from "../style.js";
import { convertSecret } from "./convert-secret.js";
import { readReadings } from "./read-readings.js";
import { refused, type SecretAnswer } from "./secret-answer.js";

const { problem } = /* @__PURE__ */ problemMaker(CLI_PROBLEMS, OTPAUTH_PROBLEMS, SECRET_PROBLEMS);

/**
 * Converts a column: each line of standard input is a secret or URI of its own, and
 * one line comes out for each that goes in, an empty one where there is a problem, so
 * that the columns still belong together. Memory does not grow with the input.
 */
export async function convertSecretLines(options: SecretReadingOptions, json: boolean, io: CliIo): Promise<ExitCode> {
  const style = styleFor(io.stderr, io.env);
  let fine = true;
  let count = 0;
  for await (const input of inputLines(io.stdin, MAXIMUM_SECRET_TEXT)) {
    const { line } = input;
    count++;
    const answer = answerLine(input, options, json);
    const { problems, warnings } = answer;
    fine &&= problems.length === 0;
    if (json) {
      await writeWaiting(io.stdout, `${JSON.stringify({ line, ...answer.json, problems, warnings })}\n`);
      continue;
    }
    await writeWaiting(io.stdout, problems.length === 0 ? answer.text : "\n");
    for (const found of problems) io.stderr.write(formatProblem(found, style.bad(`line ${line}:`), style));
    for (const found of warnings) {
      io.stderr.write(formatProblem(found, style.warn(`line ${line}, warning:`), style));
    }
  }
  // Of a command before it that failed an empty list would count as converted.
  if (count === 0) throw new CouldNotRun("secret/empty", "there is no secret on standard input", NO_INPUT);
  return fine ? EXIT.fine : EXIT.problems;
}

const NO_INPUT =
  "Give the secrets on standard input, one per line: credport secret --lines --encoding hex < secrets.txt.";

function answerLine({ text, fault }: InputLine, options: SecretReadingOptions, json: boolean): SecretAnswer {
  if (fault !== undefined) return refused([FAULTS[fault]]);
  const readings = readReadings(text, options);
  if (!readings.ok) return refused(readings.problems);
  if (readings.value.kind === "several" && !json) return refused([SEVERAL]);
  const answer = convertSecret(readings.value);
  return { ...answer, warnings: [...readings.warnings, ...answer.warnings] };
}

const FAULTS: Readonly<Record<NonNullable<InputLine["fault"]>, Problem>> = {
  "too-long": problem("secret/too-long", `the line has more than ${MAXIMUM_SECRET_TEXT} characters`),
  "not-utf8": problem("cli/secret-unusable", "the line has bytes that are not UTF-8", { remedy: NOT_UTF8 }),
};

const ONE_SECRET = "the URI can hold several devices, and a line has room for one secret";
const LISTED = { remedy: "Add --json: it lists the devices of each line." };
const SEVERAL = problem("otpauth/other-kind", ONE_SECRET, LISTED);
