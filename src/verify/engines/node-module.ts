import { builtinModule } from "../../lib/builtin-module.js";

/** Node's own modules that a verification can use; a runtime may have all of them, some or none. */
interface NodeModules {
  readonly "node:crypto": typeof import("node:crypto");
  readonly "node:module": typeof import("node:module");
  readonly "node:os": typeof import("node:os");
  readonly "node:worker_threads": typeof import("node:worker_threads");
}

const found = new Map<string, unknown>();

/** One of Node's own modules, or undefined where the runtime has none of this name; looked up once. */
export function nodeModule<Name extends keyof NodeModules>(name: Name): NodeModules[Name] | undefined {
  if (!found.has(name)) found.set(name, builtinModule(name));
  return found.get(name) as NodeModules[Name] | undefined;
}
