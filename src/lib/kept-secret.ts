const SECRETS = /* @__PURE__ */ new WeakMap<object, string>();

/** Keeps a secret with an object, for code of this package that gets it, and shows it nowhere. */
export function keepSecret(owner: object, secret: string): void {
  SECRETS.set(owner, secret);
}

/** Undefined for an object that was made elsewhere, such as a copy. */
export function keptSecret(owner: object): string | undefined {
  return SECRETS.get(owner);
}
