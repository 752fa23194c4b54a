import { counted } from "../../lib/plural.js";
import { chooseEngine } from "./choose-engine.js";
import type { Primitive, Requests } from "./engine.js";
import { EngineMissing } from "./engine-missing.js";

const BCRYPT_BYTES = 23;

/**
 * Computes with the chosen engine. What it gives back must be bytes of the length that was asked: anything else would look like a
 * wrong password, or become a hash that no password has.
 */
export async function derive<P extends Primitive>(
  primitive: P,
  request: Requests[P],
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const engine = await chooseEngine(primitive, request);
  if (typeof engine === "string") throw new EngineMissing(primitive, engine === "forbidden");
  signal?.throwIfAborted();
  const bytes: unknown = await engine.derive(request, signal);
  const length = "length" in request ? request.length : BCRYPT_BYTES;
  if (bytes instanceof Uint8Array && bytes.length === length) return bytes;
  throw new TypeError(`${engine.name} gave something other than ${counted(length, "byte")}`);
}
