import fc from "fast-check";
import { expect, it } from "vitest";
import type { DatabaseStore } from "../../../src/login/index.js";
import { type StoredUser, storedUser } from "../../../src/login/store/stored-user.js";

type Store = Pick<DatabaseStore, "addressesOf" | "findLegacyUser" | "load" | "usersSharing"> & {
  readonly forgetUser: (user: StoredUser) => Promise<unknown>;
};

interface Kind {
  /** A later file takes the place of the one before it, with the users who are not in it. */
  readonly isWhole?: boolean;
  readonly numRuns?: number;
}

const ADDRESSES = ["a@x.io", "B@x.io"];
const NAMES = ["bob", "bob ", " bob", "ann", "A@x.io", "b@x.io"];
const TYPED = [...ADDRESSES, ...NAMES, "bob  "];

interface User {
  readonly externalUserId: string;
  readonly identifiers: readonly string[];
  readonly email?: string | undefined;
  readonly emailVerified?: boolean;
}

const drawnUser: fc.Arbitrary<User> = fc
  .record({
    externalUserId: fc.constantFrom("1", "2", "3"),
    email: fc.option(fc.constantFrom(...ADDRESSES), { nil: undefined }),
    emailVerified: fc.boolean(),
    names: fc.subarray(NAMES, { maxLength: 3 }),
  })
  .map(({ names, ...user }) => ({ ...user, identifiers: [user.email ?? "ann", ...names] }));

/** So many have one name that no store compares them all. */
const crowd: fc.Arbitrary<User[]> = fc
  .record({ count: fc.integer({ min: 1, max: 12 }), name: fc.constantFrom("bob", "a@x.io") })
  .map(({ count, name }) =>
    Array.from({ length: 12 }, (_, at) => ({ externalUserId: `c${at}`, identifiers: [at < count ? name : `c${at}`] })),
  );

const step = fc.record({
  system: fc.constantFrom("forum", "shop"),
  users: fc.oneof(
    { weight: 4, arbitrary: fc.uniqueArray(drawnUser, { minLength: 1, selector: (user) => user.externalUserId }) },
    { weight: 1, arbitrary: crowd },
  ),
  forgotten: fc.option(fc.constantFrom("1", "2", "3", "c1"), { nil: undefined }),
});

/** What a store answers, in an order that says nothing of when its users came. */
async function answersOf(store: Store): Promise<readonly string[]> {
  const asked = TYPED.map(async (typed) => {
    const sharing = await store.usersSharing(typed).catch((error: Error) => error.message);
    const found = await store.findLegacyUser(typed);
    const users = typeof sharing === "string" ? [sharing] : [found, ...sharing].map((user) => idAndHash(user)).sort();
    const addresses = await store.addressesOf(typed);
    return `${JSON.stringify(typed)}: ${users.join(", ")}; ${addresses.toSorted().join(", ")}`;
  });
  return Promise.all(asked);
}

function idAndHash(user: StoredUser | null | undefined): string {
  return user ? `${user.id} ${user.passwordHash}` : "-";
}

/** What earlier files have left in a store changes no answer. `open` gives an empty one. */
export function itAnswersAsLoadedOnce(open: () => Promise<Store>, { isWhole = false, numRuns = 60 }: Kind = {}): void {
  it("answers after any loads and any users forgotten as one into which only the last files were loaded", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        const store = await open();
        const last = new Map<string, Map<string, string>>();
        const forgotten = new Map<string, string>();
        for (const [at, { system, users, forgotten: id }] of steps.entries()) {
          const lines = users.map((user) => JSON.stringify({ ...user, passwordHash: `$P$${at}` }));
          await store.load(system, lines, { isLater: true });
          const kept = isWhole ? [] : (last.get(system) ?? []);
          const own = users.map(({ externalUserId }, index) => [externalUserId, lines[index] as string] as const);
          last.set(system, new Map([...kept, ...own]));
          const line = id === undefined ? undefined : last.get(system)?.get(id);
          if (line === undefined) continue;
          await store.forgetUser(userOf(system, line));
          forgotten.set(`${system}:${id}`, system);
        }
        const answers = await answersOf(store);
        const fresh = await open();
        for (const [system, lines] of last) await fresh.load(system, [...lines.values()]);
        for (const [id, system] of forgotten) {
          const line = last.get(system)?.get(id.slice(system.length + 1));
          if (line !== undefined) await fresh.forgetUser(userOf(system, line));
        }
        expect(answers).toEqual(await answersOf(fresh));
      }),
      { numRuns },
    );
  });
}

function userOf(system: string, line: string): StoredUser {
  const user = JSON.parse(line);
  return storedUser(user, {}, `${system}:${user.externalUserId}`);
}
