import { type RecordLine, type Tally, TallySheet } from "../../lib/tally.js";
import type { WritableFallbackUser } from "../../login/index.js";
import { fallbackIdentifiers, keysToKeep } from "../../login/internal.js";
import type { UserRecord } from "../../source/index.js";
import { DuplicateFinder } from "../../source/internal.js";
import { estimateVerification } from "../../verify/index.js";

/**
 * Finds what will be wrong with users in the fallback's file: several log in with the same, since one user's name can be
 * another one's address; a hash is over a pepper that is not named, and no right password would match; or a user who could be
 * imported has no hash there, since their second factor is not at hand.
 */
export class FallbackFaults {
  readonly #finder = new DuplicateFinder();
  /** Of each user in the file, in its order. */
  readonly #users: { readonly place: RecordLine; readonly found: readonly string[] }[] = [];

  async add(user: WritableFallbackUser, pepperName: string | undefined, record: UserRecord): Promise<void> {
    const keys = new Set(fallbackIdentifiers(user).flatMap(keysToKeep));
    const identifiers = [...keys].map((value) => ({ kind: "email", value }) as const);
    const { line, userId, file } = record;
    await this.#finder.add([{ index: this.#users.length, line, identifiers }]);
    const lacksPepper = pepperName === undefined && isPeppered(user);
    const found = [...(lacksPepper ? ["fallback/pepper-missing"] : []), ...lockedOut(user, record)];
    this.#users.push({ place: { line, userId, file }, found });
  }

  /** Of the users who share something, as the store will say it of their lines, and of users who can't log in. */
  async tallies(): Promise<readonly Tally[]> {
    const shared = await this.#finder.finish();
    const sheet = new TallySheet();
    for (const [index, { place, found }] of this.#users.entries()) {
      const isShared = !shared.isEmpty && shared.of(index).length > 0;
      sheet.addNames(place, isShared ? ["fallback/users-doubled", ...found] : found);
    }
    return sheet.tallies();
  }

  close(): Promise<void> {
    return this.#finder.close();
  }
}

/** Of a user who could be imported: why the password alone, which the import would take, does not let them in here. */
function lockedOut({ lacksSecondFactor, standing }: WritableFallbackUser, { result }: UserRecord): readonly string[] {
  if (!result.ok || lacksSecondFactor !== true || standing !== undefined) return [];
  const isSealed = result.warnings.some(({ code }) => code === "user/second-factor-encrypted");
  return [isSealed ? "user/second-factor-encrypted-at-login" : "user/second-factor-at-login"];
}

function isPeppered({ hash, source, peppered }: WritableFallbackUser): boolean {
  if (hash === undefined || peppered === false) return false;
  if (peppered === true) return true;
  const estimate = estimateVerification(hash, { source });
  return !estimate.ok && estimate.problems[0].code === "verify/pepper-missing";
}
