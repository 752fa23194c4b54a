/** Roles of one application, and who has them in which tenant. */
export class RoleStore {
  /** Names alone: no call here says what a role permits. */
  readonly names = new Set<string>();
  readonly #given = new Map<string, Map<string, Set<string>>>();

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
