import type { Problem } from "../result.js";
import { parseArgon2 } from "./argon2/argon2.js";
import { lengthDifference, notAsStated } from "./length-difference.js";
import type { HashReading } from "./read/hash-reading.js";
import { legacyRecipe } from "./read/legacy-recipe.js";
import { readHash } from "./read/read-hash.js";
import type { HashContext } from "./systems/source-context.js";

/** What a record says of a hash in fields beside it; undefined where it does not say. */
export interface StatedFacts {
  /** What it may be: schemes, variants of argon2, or names of the catalogue's rows. */
  readonly is?: readonly string[] | undefined;
  /** log2 of bcrypt's rounds. */
  readonly cost?: number | undefined;
  /** Bytes that come out of the computation. */
  readonly bytes?: number | undefined;
}

/** The same as the hash itself has it. */
interface OwnFacts {
  readonly names: readonly string[];
  readonly cost?: number | undefined;
  readonly bytes?: number | undefined;
}

/**
 * Where a record and its hash contradict one another; undefined where they do not, and for a text that is not a whole
 * hash, of which its reading says more.
 */
export function differenceFrom(
  stated: StatedFacts,
  text: string,
  field: string,
  context: HashContext = {},
): Problem | undefined {
  const reading = readHash(text, context);
  if (reading.disposition === "malformed" || reading.scheme === "no-password") return undefined;
  const own = ownFacts(reading);
  const { is, cost, bytes } = stated;
  if (is?.some((name) => own.names.includes(name)) === false) {
    return notAsStated(is.join(" or "), own.names[0] as string, field);
  }
  if (cost !== undefined && own.cost !== undefined && cost !== own.cost) {
    return notAsStated(`the cost ${cost}`, `of the cost ${own.cost}`, field);
  }
  return own.bytes === undefined ? undefined : lengthDifference(bytes, own.bytes, field);
}

function ownFacts(reading: HashReading): OwnFacts {
  const { scheme, format, wrapping, canonical } = reading;
  // A standard scheme inside a format that the service does not verify is of that format alone.
  const isStandard = STANDARD.has(scheme) && canonical === null;
  const names = [...(isStandard ? [] : [scheme]), format?.name ?? "", wrapping?.name ?? ""];
  if (canonical === null) return { names, ...computedFacts(reading) };
  if (canonical.providerScrypt !== undefined) {
    return { names, bytes: canonical.providerScrypt.passwordHash.length };
  }
  if (scheme === "bcrypt") return { names, cost: Number(canonical.text.slice(4, 6)) };
  const argon2 = parseArgon2(canonical.text);
  return argon2.ok ? { names: [...names, argon2.value.variant], bytes: argon2.value.digest.length } : { names };
}

const STANDARD: ReadonlySet<string> = new Set(["bcrypt", "argon2", "provider-scrypt"]);

/** Of the formats that the service does not verify; nothing where a text has readings that differ in it. */
function computedFacts(reading: HashReading): Pick<OwnFacts, "cost" | "bytes"> {
  const [first, ...others] = legacyRecipe(reading)?.readings ?? [];
  if (first === undefined || others.some(({ key }) => key.length !== first.key.length)) return {};
  return { bytes: first.key.length, cost: first.steps.find((step) => step.kind === "bcrypt")?.cost };
}
