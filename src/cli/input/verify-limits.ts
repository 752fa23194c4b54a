import { InvalidArgumentError } from "commander";
import { DEFAULT_VERIFY_LIMITS, type VerifyLimits } from "../../verify/index.js";

type GivenLimits = Partial<VerifyLimits>;

/** Limits of a server's load: one verification on a command line has none. */
const OF_A_SERVER: readonly string[] = ["concurrency", "totalMemoryBytes", "queueLength"];

export const SERVER_LIMITS: readonly string[] = Object.keys(DEFAULT_VERIFY_LIMITS);

export const OWN_LIMITS: readonly string[] = SERVER_LIMITS.filter((name) => !OF_A_SERVER.includes(name));

/** Reads `--limit <name=number>`, which can be repeated. */
export function limitReader(names: readonly string[]): (text: string, earlier?: GivenLimits) => GivenLimits {
  return (text, earlier = {}) => {
    const [name = "", value = ""] = text.split("=", 2);
    if (!names.includes(name) || !/^[0-9]{1,15}$/.test(value)) {
      throw new InvalidArgumentError(`give name=number, with one of these names: ${names.join(", ")}`);
    }
    return { ...earlier, [name]: Number(value) };
  };
}
