import { beforeEach, describe, expect, it, vi } from "vitest";
import { SOURCE_NAMES, type SourceName } from "../../src/index.js";
import { createLoginFallback, type LegacyUser } from "../../src/login/index.js";
import type { derive as realDerive } from "../../src/verify/engines/derive.js";
import { createDummyVerification, verifyPassword } from "../../src/verify/index.js";

/** What was computed, in the order of time: scheme, cost and bytes of each computation. */
const computed: string[] = [];

vi.mock("../../src/verify/engines/derive.js", async (original) => {
  const real = await original<{ derive: typeof realDerive }>();
  const derive: typeof realDerive = (primitive, request, signal) => {
    const costs = "cost" in request ? `cost ${request.cost}` : "";
    computed.push(`${primitive} ${costs}, ${request.password.length} bytes`);
    // The same with less work: this test counts and does not measure.
    const cheap = "cost" in request ? { ...request, cost: 4 } : request;
    return real.derive(primitive, cheap, signal);
  };
  return { ...real, derive };
});

beforeEach(() => computed.splice(0));

/** What most systems write, bcrypt with cost 10; nobody knows a password for it. */
const REAL = "$2a$10$abcdefghijklmnopqrstuuYLrprYlyyOU.eW6xkzAsdZFDalWKbfO";
const PASSWORDS = [
  "plain",
  "it's",
  'a "quoted" \\ one',
  "a\0b",
  " spaced ",
  "a<b & c",
  "k".repeat(73),
  "ﬁé",
  "",
];
const PEPPERS = [undefined, "", "a pepper"];

async function workOf(run: () => Promise<unknown>): Promise<readonly string[]> {
  computed.splice(0);
  await run();
  return [...computed];
}

const CASES = SOURCE_NAMES.flatMap((source) => PEPPERS.map((pepper) => [source, pepper] as const));

describe("the standard dummy", () => {
  it.each(CASES)(
    "computes for %s, pepper %o, what a user's hash takes, whatever is typed",
    async (source, pepper) => {
      const options = { source, ...(pepper === undefined ? {} : { pepper }) };
      const dummy = createDummyVerification(undefined, options);
      if (!dummy.ok) throw new Error(dummy.problems[0].code);
      for (const password of PASSWORDS) {
        const real = await workOf(() => verifyPassword(password, REAL, options));
        const made = await workOf(() => dummy.value.run(password));
        // A hash that nobody here can verify costs what the dummy costs, because the fallback runs it then.
        expect(made.length).toBeGreaterThan(0);
        if (real.length > 0) expect(made, JSON.stringify(password)).toEqual(real);
      }
    },
  );
});

describe("the fallback", () => {
  const user: LegacyUser = { id: "1", passwordHash: REAL };
  it.each<[SourceName | undefined, LegacyUser]>([
    [undefined, user],
    ["wordpress", user],
    ["symfony", user],
    ["woltlab", user],
    ["nextcloud", user],
    ["smf", user],
    ["wordpress", { ...user, passwordHash: "$2a$10$cut" }],
    ["symfony", { ...user, passwordHash: null }],
  ])("does the same work for unknown and for known users of %s", async (source, known) => {
    const fallback = createLoginFallback({
      findLegacyUser: async (identifier) => (identifier === "known" ? known : null),
      importUser: async () => undefined,
      ...(source === undefined ? {} : { source }),
    });
    for (const password of PASSWORDS) {
      const ofKnown = await workOf(() => fallback.attempt("known", password));
      const ofUnknown = await workOf(() => fallback.attempt("nobody", password));
      expect(ofUnknown.length).toBeGreaterThan(0);
      expect(ofUnknown, JSON.stringify(password)).toEqual(ofKnown);
    }
  });
});
