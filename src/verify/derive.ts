import { chooseEngine } from "./engines/choose-engine.js";
import type { Primitive, Requests } from "./engines/engine.js";

/** No installed engine computes what the hash asks for. */
export class EngineMissing extends Error {
  readonly primitive: Primitive;

  constructor(primitive: Primitive) {
    super(`no engine for this ${primitive}`);
    this.primitive = primitive;
  }
}

/** Computes with the chosen engine. */
export async function derive<P extends Primitive>(
  primitive: P,
  request: Requests[P],
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const engine = await chooseEngine(primitive, request);
  if (engine === null) throw new EngineMissing(primitive);
  signal?.throwIfAborted();
  return engine.derive(request, signal);
}
