import { createHash } from "node:crypto";
import { sodiumSalt } from "../../hash/catalogue/recompose.js";
import type { Scheme } from "../../hash/scheme.js";
import { failure, type Result, success } from "../../result.js";
import { equalBytes } from "../constant-time.js";
import { derive } from "../derive.js";
import { field, hexBytes, utf8 } from "../fields.js";
import { overLimit } from "../limits.js";
import type { Groups, Plan, PlanContext, Planner } from "../plan.js";

/** One hash over the one before it, the oldest first. */
type Layer = { readonly digest: "md5" | "sha256" } | Argon2Costs;

interface Argon2Costs {
  /** KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
}

/** What libsodium called interactive: since 1.0.15, and before. A string of version 2 does not say which. */
const INTERACTIVE: readonly Argon2Costs[] = [
  { memoryCost: 65_536, timeCost: 2 },
  { memoryCost: 32_768, timeCost: 4 },
];
const DIGESTS = { "0": { digest: "md5" }, "1": { digest: "sha256" } } as const;
const ARGON2ID_BYTES = 32;

/** Magento's hashes that can't be recomposed: fast digests, and layers that an update put over them. */
export const MAGENTO: Readonly<Record<string, Planner>> = {
  "magento-md5": planner("md5"),
  "magento-sha256": planner("sha256"),
  "magento-argon2-layered": planner("argon2"),
  "magento-argon2-unnamed-costs": planner("argon2"),
};

function planner(scheme: Scheme): Planner {
  return (groups, context) => planLayers(scheme, groups, context);
}

function planLayers(scheme: Scheme, groups: Groups, context: PlanContext): Result<Plan> {
  const readings = readingsOf(field(groups, "versions").split(":"));
  const costs = readings.flat().filter((layer) => "memoryCost" in layer);
  const memoryBytes = 1024 * Math.max(0, ...costs.map(({ memoryCost }) => memoryCost));
  const argon2TimeCost = Math.max(0, ...costs.map(({ timeCost }) => timeCost));
  const argon2Work = costs.reduce((sum, { memoryCost, timeCost }) => sum + memoryCost * timeCost, 0);
  const over = overLimit(context, { memoryBytes, argon2TimeCost, argon2Work });
  if (over !== null) return failure(over);
  const salt = field(groups, "salt");
  const expected = hexBytes(field(groups, "digest"));
  return success({
    scheme,
    parameters: {},
    memoryBytes,
    needsRehash: true,
    matches: async (password, signal) => {
      for (const layers of readings) {
        if (equalBytes(await digestOf(layers, password, salt, signal), expected)) return true;
      }
      return false;
    },
  });
}

/** One reading, or one for each pair of costs that version 2 may stand for. */
function readingsOf(versions: readonly string[]): readonly (readonly Layer[])[] {
  const costs = versions.includes("2") ? INTERACTIVE : INTERACTIVE.slice(0, 1);
  return costs.map((interactive) => versions.map((version) => layerOf(version, interactive)));
}

/** `0`, `1` or `2`, or `3_32_2_67108864`: argon2id with its bytes, passes and memory. */
function layerOf(version: string, interactive: Argon2Costs): Layer {
  if (version === "0" || version === "1") return DIGESTS[version];
  const [, , passes, memory] = version.split("_");
  if (passes === undefined) return interactive;
  return { memoryCost: Math.floor(Number(memory) / 1024), timeCost: Number(passes) };
}

/** Each layer but the last passes on its digest in hexadecimal. */
async function digestOf(
  layers: readonly Layer[],
  password: Uint8Array,
  salt: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  let input = password;
  let made = new Uint8Array();
  for (const layer of layers) {
    made = Uint8Array.from(await layerDigest(layer, input, salt, signal));
    input = utf8(Buffer.from(made).toString("hex"));
  }
  return made;
}

async function layerDigest(
  layer: Layer,
  input: Uint8Array,
  salt: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  if ("digest" in layer) return createHash(layer.digest).update(salt).update(input).digest();
  const request = {
    ...layer,
    parallelism: 1,
    length: ARGON2ID_BYTES,
    variant: "argon2id",
    version: 19,
  } as const;
  return derive("argon2", { ...request, password: input, salt: utf8(sodiumSalt(salt)) }, signal);
}
