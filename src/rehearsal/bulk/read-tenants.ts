import type { CallContext } from "../call-context.js";
import { existsTenant } from "../tenants.js";

/** What is read beside the user: who is there already, and what is wrong so far. */
export interface BulkReading {
  readonly context: CallContext;
  /** External IDs of the same request. */
  readonly externalIds: Set<string>;
  readonly errors: string[];
}

/** Names of tenants in the service's form; without any, the public one. */
export function readTenants(
  given: readonly string[] | undefined,
  ending: string,
  { errors, context: { settings, appId } }: BulkReading,
): readonly string[] {
  if (given === undefined) return ["public"];
  return given.flatMap((name) => {
    const tenantId = name.trim().toLowerCase();
    if (existsTenant(settings, appId, tenantId)) return [tenantId];
    errors.push(`Invalid tenantId: ${name}${ending}`);
    return [];
  });
}
