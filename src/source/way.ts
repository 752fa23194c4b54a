import { VERIFICATION_LEFT_OUT } from "./assemble-user.js";
import type { ReadUser } from "./normalized-user.js";
import type { Carries } from "./user-account.js";

/** What of the bulk import is left out. */
interface LeftOutInBulk {
  readonly withoutRoles?: boolean | undefined;
  readonly withoutMetadata?: boolean | undefined;
}

/** How users go, as an account has to know it. */
export interface Way {
  readonly isBulk?: boolean;
  /** Fields of a user that have no place on the way. */
  readonly notCarriedBy: (read: Pick<ReadUser, "notCarried" | "metadata" | "roles" | "inBulk">) => readonly string[];
  /** What is carried beside logins. */
  readonly carries: Carries;
}

/** By the bulk import, or by calls that set the marks of verified addresses or do not. */
export function wayOf(bulk: LeftOutInBulk | undefined, verification: boolean): Way {
  if (bulk === undefined) {
    const isLost = (name: string): boolean => !verification || name !== VERIFICATION_LEFT_OUT;
    return { notCarriedBy: ({ notCarried = [] }) => notCarried.filter(isLost), carries: { verification } };
  }
  const { withoutRoles = false, withoutMetadata = false } = bulk;
  const carries = { verification: true, roles: !withoutRoles, metadata: !withoutMetadata };
  return { isBulk: true, notCarriedBy: (read) => notCarriedInBulk(read, bulk), carries };
}

/** The bulk import takes verified marks, the time of joining, roles and the fields of a profile. */
function notCarriedInBulk(
  { notCarried = [], metadata = {}, roles = [], inBulk = [] }: Parameters<Way["notCarriedBy"]>[0],
  { withoutRoles = false, withoutMetadata = false }: LeftOutInBulk,
): readonly string[] {
  // The field of the roles is the last one.
  const withPlace = withoutRoles && roles.length > 0 ? inBulk.slice(0, -1) : inBulk;
  const ofProfile = withoutMetadata ? [] : ["metadata", ...Object.keys(metadata)];
  const places = new Set([VERIFICATION_LEFT_OUT, ...withPlace, ...ofProfile]);
  return notCarried.filter((name) => !places.has(name));
}
