import { meant } from "../../lib/require-names.js";
import { failure, type Problem, type Result, success } from "../../result.js";
import type { FallbackUser } from "../fallback-user.js";
import { prefixOf } from "./database-users.js";
import type { FallbackStore } from "./open-fallback-store.js";
import { addressesAmong, byFirstKey, ownerAmong, type PepperValues, sharersAmong, storedUser } from "./stored-user.js";

/** A line that has the key of an identifier. */
export interface Owner {
  readonly user: FallbackUser;
  readonly isForgotten: boolean;
  /** Of two lines with one ID, forgetting one would forget the other user as well. */
  readonly isAlone: boolean;
}

/** The users of one file. */
export interface FallbackLookUp {
  readonly owners: (key: string) => Promise<readonly Owner[]>;
  readonly forget: (id: string) => Promise<boolean>;
  readonly claim: (id: string) => Promise<(() => Promise<void>) | null>;
  readonly hasBegun: (id: string) => Promise<boolean>;
  readonly noteBegun: (id: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What the files do not hold. */
interface Secrets {
  readonly peppers: PepperValues;
  readonly signerKey: string | undefined;
}

type Open = (path: string) => Promise<Result<FallbackLookUp>>;

/** One store of a file without a name, or of several old systems, each with a file and a name. */
export async function openFiles(
  files: string | Readonly<Record<string, string>>,
  secrets: Secrets,
  open: Open,
): Promise<Result<FallbackStore>> {
  const systems = new Map<string, FallbackLookUp>();
  const warnings: Problem[] = [];
  const close = async () => void (await Promise.all([...systems.values()].map((look) => look.close())));
  for (const [prefix, path] of pathsOf(files)) {
    const opened = await open(path);
    const named = (one: Problem): Problem =>
      prefix === UNNAMED ? one : { ...one, message: `${prefix} ${one.message}` };
    if (!opened.ok) {
      await close();
      const [first, ...others] = opened.problems;
      return failure(named(first), ...others.map(named));
    }
    systems.set(prefix, opened.value);
    warnings.push(...opened.warnings.map(named));
  }
  return success({ ...storeOf(systems, secrets), close }, warnings);
}

/** By what comes before the IDs of a file. */
function pathsOf(files: string | Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  if (typeof files === "string") return [[UNNAMED, files]];
  // A store of no file would know no user, and leave their addresses free for a sign-up.
  const isRecord = typeof files === "object" && files !== null && Object.keys(files).length > 0;
  if (!isRecord) throw new TypeError("file must be a path, or paths by the names of the old systems");
  return Object.entries(files).map(([name, path]) => [prefixOf(name), path]);
}

const UNNAMED = "";

function storeOf(
  systems: ReadonlyMap<string, FallbackLookUp>,
  { peppers, signerKey }: Secrets,
): Omit<FallbackStore, "close"> {
  /** All are asked, so that time does not tell whose user it is. */
  const ownersOf = async (identifier: string) => {
    const ownersBy = async (key: string) => {
      const asked = [...systems].map(async ([prefix, look]) =>
        (await look.owners(key)).map((owner) => ({ ...owner, prefix })),
      );
      return (await Promise.all(asked)).flat();
    };
    return byFirstKey(identifier, ownersBy);
  };
  const usersLeft = (owners: readonly (Owner & { readonly prefix: string })[]) =>
    owners
      .filter(({ isAlone, isForgotten }) => isAlone && !isForgotten)
      .map(({ user, prefix }) => storedUser(user, peppers, `${prefix}${user.externalUserId}`))
      // Under a name that no log shows and no copy takes along.
      .map((user) => (signerKey ? Object.defineProperty(user, "signerKey", { value: signerKey }) : user));
  const ofSystem = <T>(id: string, ask: (look: FallbackLookUp, own: string) => Promise<T>): Promise<T> => {
    const prefix = systems.has(UNNAMED) ? UNNAMED : id.slice(0, id.indexOf(":") + 1);
    const look = systems.get(prefix);
    if (look === undefined) {
      const names = [...systems.keys()].map((known) => known.slice(0, -1));
      throw new Error(`the user is of no system of this store${meant(prefix.slice(0, -1), names)}`);
    }
    return ask(look, id.slice(prefix.length));
  };
  return {
    findLegacyUser: async (identifier) => {
      const owner = ownerAmong(identifier, await ownersOf(identifier));
      return usersLeft(owner === undefined ? [] : [owner])[0] ?? null;
    },
    usersSharing: async (identifier) => usersLeft(sharersAmong(identifier, await ownersOf(identifier))),
    addressesOf: async (identifier) => addressesAmong(identifier, await ownersOf(identifier)),
    forgetUser: async ({ id }) => ofSystem(id, (look, own) => look.forget(own)),
    claimUser: async ({ id }) => ofSystem(id, (look, own) => look.claim(own)),
    hasBegun: async ({ id }) => ofSystem(id, (look, own) => look.hasBegun(own)),
    noteBegun: async ({ id }) => ofSystem(id, (look, own) => look.noteBegun(own)),
  };
}
