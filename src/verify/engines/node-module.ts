/** Node's own modules that a verification can use; a runtime may have all of them, some or none. */
interface NodeModules {
  readonly "node:crypto": typeof import("node:crypto");
  readonly "node:events": typeof import("node:events");
  readonly "node:module": typeof import("node:module");
  readonly "node:os": typeof import("node:os");
  readonly "node:worker_threads": typeof import("node:worker_threads");
}

interface Runtime {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
}

const found = new Map<string, unknown>();

/**
 * One of Node's own modules, or undefined where the runtime has none of this name. Asked for when it
 * is needed: an `import` of it would keep the whole package from loading in a browser or at the edge.
 */
export function nodeModule<Name extends keyof NodeModules>(name: Name): NodeModules[Name] | undefined {
  if (!found.has(name)) found.set(name, lookUp(name));
  return found.get(name) as NodeModules[Name] | undefined;
}

function lookUp(name: string): unknown {
  try {
    return (globalThis as Runtime).process?.getBuiltinModule?.(name);
  } catch {
    return undefined;
  }
}
