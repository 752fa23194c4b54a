/** Roles of one application, and who has them in which tenant. */
export class RoleStore {
  readonly #permissions = new Map<string, Set<string>>();
  readonly #given = new Map<string, Map<string, Set<string>>>();

  exists(role: string): boolean {
    return this.#permissions.has(role);
  }

  names(): readonly string[] {
    return [...this.#permissions.keys()];
  }

  /** Whether the role is new. */
  create(role: string, permissions: readonly string[]): boolean {
    const known = this.#permissions.get(role);
    this.#permissions.set(role, new Set([...(known ?? []), ...permissions]));
    return known === undefined;
  }

  of(tenantId: string, userId: string): readonly string[] {
    return [...(this.#given.get(userId)?.get(tenantId) ?? [])];
  }

  /** Whether the user had the role already. */
  give(tenantId: string, userId: string, role: string): boolean {
    const byTenant = this.#given.get(userId) ?? new Map<string, Set<string>>();
    const roles = byTenant.get(tenantId) ?? new Set<string>();
    const had = roles.has(role);
    this.#given.set(userId, byTenant.set(tenantId, roles.add(role)));
    return had;
  }

  /** Takes every role from a user. */
  forget(userId: string): void {
    this.#given.delete(userId);
  }
}
