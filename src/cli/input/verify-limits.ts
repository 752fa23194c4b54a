import { InvalidArgumentError } from "commander";
import { DEFAULT_VERIFY_LIMITS, type VerifyLimits } from "../../verify/index.js";

type GivenLimits = Partial<VerifyLimits>;

/** Limits of a server's load: one verification on a command line has none. */
const OF_A_SERVER: readonly string[] = ["concurrency", "totalMemoryBytes", "queueLength"];

/** Every limit by its name, for what answers many at a time. */
export const SERVER_LIMITS: readonly string[] = Object.keys(DEFAULT_VERIFY_LIMITS);

/** Limits of one verification. */
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
