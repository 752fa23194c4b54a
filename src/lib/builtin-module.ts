interface Runtime {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
}

/**
 * One of Node's own modules, or undefined where the runtime has none of this name. An `import` of it would keep the
 * whole package from loading in a browser or at the edge.
 */
export function builtinModule(name: string): unknown {
  try {
    return (globalThis as Runtime).process?.getBuiltinModule?.(name);
  } catch {
    return undefined;
  }
}
