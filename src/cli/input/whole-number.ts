import { InvalidArgumentError, Option } from "commander";

/** An option whose value is a whole number within bounds. */
export function wholeNumber(flags: string, description: string, least: number, most: number): Option {
  return new Option(flags, description).argParser((text) => {
    const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`it must be a whole number from ${least} to ${most}`);
  });
}
