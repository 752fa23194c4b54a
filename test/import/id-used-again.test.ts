import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { createAdministrationClient, createImportClient } from "../../src/client/index.js";
import { type ImportOptions, importUsers } from "../../src/import/index.js";
import { createRehearsalService, type RehearsalService } from "../../src/rehearsal/index.js";
import type { NormalizedUser } from "../../src/source/index.js";
import { byDay } from "../by-day.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { recordsOf } from "./user-records.js";

// Of "U*U", "U*U*" and others: crypt_blowfish, wrapper.c.
const HASHES = {
  a: "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
  b: "$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK",
};
const SECRETS = { a: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", b: "MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK" };

type Person = "a" | "b";

/** What an export has under an ID: of which of two persons each part is. */
interface Shown {
  readonly email?: Person;
  readonly isVerified?: boolean;
  readonly phone?: Person;
  readonly password?: Person;
  readonly social?: readonly Person[];
  readonly totp?: readonly Person[];
}

/** The user of an ID as a reader gives them. */
function userOf(at: number, { email, isVerified = false, phone, password, social = [], totp = [] }: Shown) {
  const address = (who: Person) => `${who}${at}@example.com`;
  const user: NormalizedUser = {
    ...{ externalUserId: `id-${at}`, emailVerified: email !== undefined && isVerified },
    ...(email === undefined ? {} : { email: address(email) }),
    ...(phone === undefined ? {} : { phoneNumber: `+1555${phone === "a" ? 1 : 2}${String(at).padStart(6, "0")}` }),
    ...(email !== undefined && phone !== undefined && !isVerified ? { codesToPhoneAlone: true } : {}),
    ...(password === undefined ? {} : { passwordHash: HASHES[password] }),
    thirdParty: social.map((who) => {
      return { thirdPartyId: "google", thirdPartyUserId: `${who}${at}`, email: address(who), isVerified: true };
    }),
    totp: totp.map((who) => ({ secretKey: SECRETS[who], period: 30, skew: 1 })),
  };
  return user;
}

const temporary = useTemporaryFolder();
let rehearsal: RehearsalService;

beforeEach(() => {
  rehearsal = createRehearsalService({ service: "supertokens" });
});

interface Step {
  readonly ends: ReadonlyMap<string, string>;
  readonly accounts: ReadonlyMap<string, string>;
  readonly overwritten: number;
}

/** What each user of one export after another came to, the problem's code where nothing was sent; and the accounts then. */
async function importInTurn(exports: readonly (readonly NormalizedUser[])[], more: Partial<ImportOptions> = {}) {
  const options = {
    ...{ baseUrl: "http://localhost", apiKey: "test", service: "supertokens" as const, sleep: async () => {} },
    fetch: rehearsal.fetch,
  };
  const administration = createAdministrationClient(options);
  const steps: Step[] = [];
  const ids = new Map<string, string>();
  for (const [turn, users] of exports.entries()) {
    const ends = new Map<string, string>();
    const path = (number: number) => `${temporary.path()}/journal-${number}`;
    const binding = {
      ...{ input: { bytes: 1, sha256: String(turn) }, source: "credport", baseUrl: "http://localhost" },
      ...{ tenantPath: "", profile: "supertokens" },
    };
    const result = await importUsers(recordsOf(users), {
      ...{ client: createImportClient(options), existing: { policy: "refuse", administration } },
      journal: { path: path(turn), binding },
      ...(turn === 0
        ? {}
        : { changedSince: { journal: path(turn - 1), passwords: "overwrite", users: () => recordsOf(users) } }),
      onOutcome: (outcome) => {
        const { userId = "", kind } = outcome;
        ends.set(userId, "problems" in outcome ? (outcome.problems[0]?.code ?? "") : kind);
        if ("serviceUserId" in outcome && outcome.serviceUserId !== undefined) ids.set(userId, outcome.serviceUserId);
      },
      ...more,
    });
    if (!result.ok) expect(result.problems).toEqual([]);
    const shown = new Map(rehearsal.state().users.map((user) => [user.id, JSON.stringify(user)]));
    const accounts = new Map([...ids].map(([id, serviceId]) => [id, shown.get(serviceId) ?? ""]));
    steps.push({ ends, accounts, overwritten: result.progress.overwrittenPasswords ?? 0 });
  }
  return steps;
}

const CARRIED = "already-there";
const NOT_CARRIED = "import/change-not-carried";

const ANNA: Shown = { phone: "a", email: "a" };
const VERIFIED = { isVerified: true };

describe("an ID that another person has by now", () => {
  test.each<[string, readonly Shown[], string]>([
    ["another unverified address and number", [ANNA, { phone: "b", email: "b" }], NOT_CARRIED],
    ["another verified address and number", [ANNA, { phone: "b", email: "b", ...VERIFIED }], NOT_CARRIED],
    ["another number, and no address", [ANNA, { phone: "b" }], NOT_CARRIED],
    ["another number, and a first address", [{ phone: "a" }, { phone: "b", email: "b" }], NOT_CARRIED],
    ["another verified address than was left out", [ANNA, { phone: "a", email: "b", ...VERIFIED }], NOT_CARRIED],
    [
      "an address that was unverified between",
      [{ ...ANNA, ...VERIFIED }, ANNA, { phone: "a", email: "b", ...VERIFIED }],
      NOT_CARRIED,
    ],
    ["all of it after that", [{ ...ANNA, ...VERIFIED }, ANNA, { phone: "b", email: "b", ...VERIFIED }], NOT_CARRIED],
    [
      "an unverified address beside another number",
      [{ ...ANNA, ...VERIFIED }, ANNA, { ...ANNA, phone: "b" }],
      NOT_CARRIED,
    ],
    ["an address that was gone between", [ANNA, { phone: "a" }, { phone: "a", email: "b", ...VERIFIED }], NOT_CARRIED],
    ["an address that came between", [{ phone: "a" }, ANNA, { phone: "b", email: "b" }], NOT_CARRIED],
    [
      "an address that only a refused export had",
      [{ phone: "a" }, { phone: "b", email: "b" }, { phone: "b" }],
      NOT_CARRIED,
    ],
    ["another left out between", [ANNA, { phone: "a", email: "b" }, { phone: "b", email: "b" }], NOT_CARRIED],
    [
      "a mark that was lost since the second",
      [ANNA, { ...ANNA, ...VERIFIED }, { phone: "b", email: "a" }],
      NOT_CARRIED,
    ],
    ["the same address and another number", [ANNA, { phone: "b", email: "a" }], CARRIED],
    ["the same address once it is verified", [ANNA, { phone: "a" }, { ...ANNA, ...VERIFIED }], CARRIED],
    ["a first address of the same number", [{ phone: "a" }, { ...ANNA, ...VERIFIED }], CARRIED],
    ["no address in either", [{ phone: "a" }, { phone: "b" }], CARRIED],
    [
      "a mark that is there once more",
      [{ ...ANNA, ...VERIFIED }, ANNA, { phone: "b", email: "a", ...VERIFIED }],
      CARRIED,
    ],
    [
      "the same second factor beside a first address",
      [
        { phone: "a", totp: ["a"] },
        { phone: "b", email: "b", totp: ["a"] },
      ],
      CARRIED,
    ],
  ])("is found by %s, or is not", async (_, shown, last) => {
    const steps = await importInTurn(shown.map((each) => [userOf(1, each)]));
    expect(steps.at(-1)?.ends.get("id-1")).toBe(last);
    if (last === NOT_CARRIED) expect(steps.at(-1)?.accounts).toEqual(steps.at(-2)?.accounts);
  });

  test("gets no hash of no password counted as the user's, in whichever export it is", async () => {
    const whole = userOf(1, { email: "a", ...VERIFIED, password: "a" });
    const chosen = { ...whole, passwordHash: HASHES.b, needsNewPassword: true as const };
    const steps = await importInTurn([[whole], [chosen], [whole]]);
    expect(steps.map(({ ends }) => ends.get("id-1"))).toEqual(["imported", CARRIED, CARRIED]);
    expect(steps.map(({ overwritten }) => overwritten)).toEqual([0, 0, 0]);
  });
});

const person = fc.constantFrom<Person>("a", "b");
const logins = fc.constantFrom<Shown>({}, {}, { totp: ["a"] }, { email: "a", password: "a" }, { social: ["a"] });
const firstShown = fc
  .tuple(fc.constantFrom<Shown>({}, { email: "a" }, { email: "a", ...VERIFIED }), logins)
  .map(([address, login]): Shown => ({ phone: "a", ...address, ...login }));
const change = fc.oneof(
  fc.record({ email: fc.option(person, { nil: undefined }), isVerified: fc.boolean() }),
  fc.record({ isVerified: fc.boolean() }),
  fc.record({ phone: person }),
  fc.record({ password: person }),
  fc.record({ totp: fc.constantFrom<readonly Person[]>(["a"], ["a", "b"], ["b"]) }),
  fc.record({ social: fc.constantFrom<readonly Person[]>(["a"], ["b", "a"]) }),
) as fc.Arbitrary<Shown>;
/** Some parts change each time; a password has an address. */
const shownInTurn = fc
  .tuple(firstShown, fc.array(fc.array(change, { maxLength: 2 }), { minLength: 3, maxLength: 3 }))
  .map(([first, changes]) => {
    const all = [first];
    for (const some of changes) all.push(Object.assign({}, all.at(-1), ...some));
    return all.map(
      ({ password, ...others }) => (others.email === undefined ? others : { ...others, password }) as Shown,
    );
  });

const partsOf = ({ phone, password, social = [], totp = [] }: Shown) => [
  ...[`phone ${phone}`, `password ${password}`].filter((part) => !part.endsWith("undefined")),
  ...social.map((who) => `social ${who}`),
  ...totp.map((who) => `totp ${who}`),
];

/** Why an export's user can't be taken for the one whom the earlier ones had, of whom the service has these parts. */
function otherPerson(shown: Shown, earlier: readonly Shown[], has: ReadonlySet<string>): string | undefined {
  const known = earlier.find(({ email }) => email !== undefined)?.email;
  if (known !== undefined && shown.email !== known) return "another address";
  if (earlier.some((one) => one.email === known && one.isVerified) && shown.isVerified !== true) {
    if (known !== undefined) return "a mark that is lost";
  }
  const isNew = known === undefined && shown.email !== undefined;
  return isNew && !partsOf(shown).some((part) => has.has(part)) ? "nothing in common" : undefined;
}

test("of drawn exports of one ID nothing is written that shows another person, and the same one is never refused", async () => {
  const numRuns = byDay(1200);
  const drawn = fc.sample(shownInTurn, { numRuns, seed: 20_261_128 });
  const turns = [0, 1, 2, 3];
  const steps = await importInTurn(turns.map((turn) => drawn.map((all, at) => userOf(at, all[turn] as Shown))));
  const counts = { written: 0, refused: 0, same: 0 };
  for (const [at, all] of drawn.entries()) {
    const id = `id-${at}`;
    if (steps[0]?.ends.get(id) !== "imported") continue;
    const has = new Set(partsOf(all[0] as Shown));
    for (const turn of turns.slice(1)) {
      const [before, now, shown] = [steps[turn - 1], steps[turn], all[turn] as Shown];
      const isCarried = now?.ends.get(id) === CARRIED;
      const isSame = now?.accounts.get(id) === before?.accounts.get(id);
      const isWritten = !isSame || (isCarried && partsOf(shown).some((part) => !has.has(part)));
      const told = JSON.stringify({ all: all.slice(0, turn + 1), end: now?.ends.get(id) });
      if (isWritten) expect([otherPerson(shown, all.slice(0, turn), has), told]).toEqual([undefined, told]);
      if (isWritten) expect([isCarried, told]).toEqual([true, told]);
      const isRepeated =
        JSON.stringify(shown) === JSON.stringify(all[turn - 1]) && before?.ends.get(id) !== NOT_CARRIED;
      if (isRepeated) expect([isCarried && isSame, told]).toEqual([true, told]);
      if (isCarried) for (const part of partsOf(shown)) has.add(part);
      counts.written += Number(isWritten);
      counts.refused += Number(!isCarried);
      counts.same += Number(isCarried && !isWritten);
    }
  }
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(20);
});
