import { problem } from "../../problems/cli.js";
import type { Problem, Result } from "../../result.js";
import { readSecretText, type SecretReadingOptions, type SecretReadings } from "../../secret/index.js";
import type { SecretReading } from "../../secret/internal.js";
import { resultForOperator } from "../output/remedies.js";

/** All ways to read a secret or URI, with remedies for an operator. */
export function readReadings(text: string, options: SecretReadingOptions): Result<SecretReadings> {
  const read = resultForOperator(readSecretText(text, options));
  if (!read.ok) return read;
  const readings = read.value.readings.map((reading) => ({ ...reading, device: resultForOperator(reading.device) }));
  return { ...read, value: { ...read.value, readings } };
}

/** What to do when nothing says how a text is encoded. */
export function encodingNotNamed(readings: readonly SecretReading[]): Problem {
  const encodings = readings.flatMap(({ encoding }) => encoding ?? []);
  return problem("cli/encoding-not-named", `the text can be read as ${encodings.join(", ")}, each with another key`);
}
