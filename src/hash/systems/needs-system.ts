/**
 * Whether a hash of this notation could be over something else than the password, unless its system is known: some hash a
 * digest of it, and WordPress, phpBB and Drupal write phpass over passwords that they have changed.
 */
export function needsSystem(notation: string | null): boolean {
  return notation === "bcrypt" || notation === "argon2" || notation === "phpass";
}
