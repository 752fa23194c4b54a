import type { Primitive } from "./engine.js";

/** No engine that is installed, or that may be loaded, computes what the hash asks for. */
export class EngineMissing extends Error {
  readonly primitive: Primitive | "digest" | "HMAC";
  readonly isForbidden: boolean;

  constructor(primitive: EngineMissing["primitive"], isForbidden: boolean) {
    super(`no engine for this ${primitive}`);
    this.primitive = primitive;
    this.isForbidden = isForbidden;
  }
}
