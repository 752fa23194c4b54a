import { InvalidArgumentError } from "commander";
import type { MaxRefused } from "../../source/internal.js";
import { grouped, value } from "./option-rows.js";

const EXPECTED = "number of users, or a file with their IDs: stop if any are missing";
export const EXPECT_OPTION = value("--expect <users>", EXPECTED, { isInput: true });

export const MAX_REFUSED_OPTIONS = grouped("The export", [
  value("--max-refused <number>", "number of users not importable that is fine, or a share such as 2%", {
    read: maxRefused,
  }),
] as const);

function maxRefused(text: string): MaxRefused & { readonly text: string } {
  const [, digits, percent] = /^(\d{1,9}(?:\.\d{1,6})?)(%?)$/.exec(text) ?? [];
  const number = Number(digits);
  const isShare = percent === "%";
  if (isShare ? number <= 100 : Number.isInteger(number)) return { number, isShare, text };
  throw new InvalidArgumentError("it must be a whole number, or a share from 0% to 100%");
}
