import { chooseEngine } from "./choose-engine.js";
import type { Primitive, Requests } from "./engine.js";

/** No engine that is installed, or that may be loaded, computes what the hash asks for. */
export class EngineMissing extends Error {
  readonly primitive: Primitive;
  readonly isForbidden: boolean;

  constructor(primitive: Primitive, isForbidden: boolean) {
    super(`no engine for this ${primitive}`);
    this.primitive = primitive;
    this.isForbidden = isForbidden;
  }
}

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
