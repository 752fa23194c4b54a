import type { ServiceProfile } from "../service/profile.js";

/** The faults of a service's parser, as its profile lists them. */
type ProviderScryptParser = ServiceProfile["providerScryptParser"];

/**
 * Reads a string as leniently as `ParsedFirebaseSCryptResponse.java` (12.1.1): base64 and ranges are not looked at,
 * parameters appear in any order, trailing dollar signs are dropped. Where the profile says so, an empty separator
 * is refused, and one whose base64 has `s=` in it is cut off there.
 */
export function readProviderScrypt(
  text: string,
  { refusesEmptySeparator, cutsSeparatorAfterSEquals }: ProviderScryptParser,
) {
  const parts = javaSplit(text);
  const [empty, marker, passwordHash, salt, ...parameters] = parts;
  if (parts.length !== 7 || empty !== "" || marker !== "f_scrypt") return undefined;
  const memCost = readInt(textAfter(parameters, "m="));
  const rounds = readInt(textAfter(parameters, "r="));
  const whole = textAfter(parameters, "s=");
  const separator = cutsSeparatorAfterSEquals ? whole?.split("s=")[0] : whole;
  if (passwordHash === undefined || salt === undefined) return undefined;
  if (memCost === undefined || rounds === undefined || separator === undefined) return undefined;
  if (refusesEmptySeparator && separator === "") return undefined;
  return { passwordHash, salt, separator, memCost, rounds };
}

/** `text.split("\\$")` of Java, which drops empty parts at the end. */
function javaSplit(text: string): readonly string[] {
  let end = text.length;
  while (end > 0 && text[end - 1] === "$") end--;
  return text.slice(0, end).split("$");
}

function textAfter(parameters: readonly string[], mark: string): string | undefined {
  return parameters.findLast((parameter) => parameter.startsWith(mark))?.slice(mark.length);
}

/** `Integer.parseInt` of Java. */
function readInt(text: string | undefined): number | undefined {
  if (text === undefined || !/^[+-]?[0-9]{1,20}$/.test(text)) return undefined;
  const value = Number(text);
  return Math.abs(value) <= 0x7fffffff ? value : undefined;
}
