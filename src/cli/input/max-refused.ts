import { InvalidArgumentError } from "commander";
import { grouped, value } from "./option-rows.js";

/** So many users who are not importable are fine. */
export interface MaxRefused {
  readonly number: number;
  /** Of a hundred records. */
  readonly isShare: boolean;
  readonly text: string;
}

/** `--max-refused`. */
export const MAX_REFUSED_OPTIONS = grouped("The export", [
  value("--max-refused <number>", "number of users not importable that is fine, or a share such as 2%", {
    read: maxRefused,
  }),
] as const);

function maxRefused(text: string): MaxRefused {
  const [, digits, percent] = /^(\d{1,9}(?:\.\d{1,6})?)(%?)$/.exec(text) ?? [];
  const number = Number(digits);
  const isShare = percent === "%";
  if (isShare ? number <= 100 : Number.isInteger(number)) return { number, isShare, text };
  throw new InvalidArgumentError("it must be a whole number, or a share from 0% to 100%");
}

/** How many of so many records may be not importable. */
export function mostRefused(max: MaxRefused | undefined, records: number): number {
  if (max === undefined) return 0;
  return max.isShare ? (records * max.number) / 100 : max.number;
}
