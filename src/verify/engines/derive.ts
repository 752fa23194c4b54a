import { chooseEngine } from "./choose-engine.js";
import type { Primitive, Requests } from "./engine.js";
import { EngineMissing } from "./engine-missing.js";

/** Computes with the chosen engine. */
export async function derive<P extends Primitive>(
  primitive: P,
  request: Requests[P],
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const engine = await chooseEngine(primitive, request);
  if (typeof engine === "string") throw new EngineMissing(primitive, engine === "forbidden");
  signal?.throwIfAborted();
  return engine.derive(request, signal);
}
