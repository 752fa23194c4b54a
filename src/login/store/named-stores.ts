import { type Problem, type Result, success } from "../../result.js";
import type { FallbackUser } from "../fallback-user.js";
import { prefixOf } from "./database-users.js";
import type { FallbackStore } from "./open-fallback-store.js";
import { addressesFor, type StoredUser } from "./stored-user.js";

/** Who has an identifier in a file: without a user, more than one of its lines. */
export interface Owner {
  readonly user?: FallbackUser;
  readonly isForgotten?: boolean;
}

/** The users of one file. */
export interface FallbackLookUp {
  readonly find: (identifier: string, system?: string) => Promise<StoredUser | null>;
  readonly owner: (identifier: string) => Promise<Owner | null>;
  readonly forget: (id: string) => Promise<boolean>;
  readonly claim: (id: string) => Promise<(() => Promise<void>) | null>;
  readonly hasBegun: (id: string) => Promise<boolean>;
  readonly noteBegun: (id: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

type Open = (path: string) => Promise<Result<FallbackLookUp>>;

/** One store of several old systems, each with a file and a name. */
export async function openNamedStores(
  files: Readonly<Record<string, string>>,
  open: Open,
): Promise<Result<FallbackStore>> {
  // A store of no file would know no user, and leave their addresses free for a sign-up.
  const isRecord = typeof files === "object" && files !== null && Object.keys(files).length > 0;
  if (!isRecord) throw new TypeError("file must be a path, or paths by the names of the old systems");
  const systems = new Map<string, FallbackLookUp>();
  const warnings: Problem[] = [];
  const close = async () => void (await Promise.all([...systems.values()].map((look) => look.close())));
  for (const [name, path] of Object.entries(files)) {
    prefixOf(name);
    const opened = await open(path);
    if (!opened.ok) {
      await close();
      return opened;
    }
    systems.set(name, opened.value);
    warnings.push(...opened.warnings);
  }
  return success({ ...storeOf(systems), close }, warnings);
}

function storeOf(systems: ReadonlyMap<string, FallbackLookUp>): Omit<FallbackStore, "close"> {
  /** All are asked, so that time does not tell whose user it is; one that two systems have belongs to no user. */
  const ownerOf = async (identifier: string) => {
    const asked = [...systems].map(async ([name, look]) => ({
      look,
      name,
      owner: await look.owner(identifier),
    }));
    const found = (await Promise.all(asked)).filter(({ owner }) => owner !== null);
    return found.length === 1 ? found[0] : undefined;
  };
  const ofSystem = <T>(id: string, ask: (look: FallbackLookUp, own: string) => Promise<T>): Promise<T> => {
    const colon = id.indexOf(":");
    const look = systems.get(id.slice(0, colon));
    if (colon < 0 || look === undefined) throw new Error("the user is of no system of this store");
    return ask(look, id.slice(colon + 1));
  };
  return {
    findLegacyUser: async (identifier) => {
      const one = await ownerOf(identifier);
      return one === undefined ? null : one.look.find(identifier, one.name);
    },
    addressesOf: async (identifier) => addressesFor(identifier, (await ownerOf(identifier))?.owner?.user?.email),
    forgetUser: async ({ id }) => ofSystem(id, (look, own) => look.forget(own)),
    claimUser: async ({ id }) => ofSystem(id, (look, own) => look.claim(own)),
    hasBegun: async ({ id }) => ofSystem(id, (look, own) => look.hasBegun(own)),
    noteBegun: async ({ id }) => ofSystem(id, (look, own) => look.noteBegun(own)),
  };
}
