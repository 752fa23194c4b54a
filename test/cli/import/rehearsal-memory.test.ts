import { describe, expect, it } from "vitest";
import { guessLogins, memoryNotice, tellMemory } from "../../../src/cli/import/rehearsal-memory.js";
import { createRehearsalService } from "../../../src/rehearsal/index.js";
import { formatUser } from "../../../src/source/index.js";
import { leastGrowth, liveBytes } from "../../live-bytes.js";
import { fakeIo } from "../fake-io.js";

const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const FROM = { from: "credport" } as const;

const user = (number: number, more: object = {}) =>
  `${formatUser({
    externalUserId: `u${number}`,
    email: `user${number}@example.com`,
    emailVerified: false,
    passwordHash: BCRYPT,
    thirdParty: [],
    totp: [],
    ...more,
  })}\n`;

function exportOf(users: number, more: object = {}) {
  const bytes = Buffer.from(Array.from({ length: users }, (_, number) => user(number, more)).join(""));
  return {
    size: bytes.length,
    open: async function* () {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
    },
  };
}

describe("the memory that a rehearsal needs", () => {
  it("is guessed from the length of the first users", async () => {
    const { open, size } = exportOf(20_000);
    const guessed = await guessLogins({ open }, size, FROM);
    expect(guessed).toBeGreaterThan(17_000);
    expect(guessed).toBeLessThan(21_000);
  });

  it("is counted where the export is short, with phone numbers, social logins and devices", async () => {
    const more = {
      phoneNumber: "+4915112345678",
      thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1", email: "a@example.com" }],
    };
    const few = exportOf(1, more);
    expect(await guessLogins(few, few.size, FROM)).toBe(3);
  });

  it("is not guessed where the export can't be read", async () => {
    const open = async function* () {
      yield Buffer.from([0xff, 0xfe, 0x00]);
    };
    expect(await guessLogins({ open }, 1_000_000_000, { from: "keycloak" })).toBeUndefined();
  });

  it.each([
    [100_000, 2 ** 32, undefined],
    [2_000_000, 2 ** 32, /^the rehearsal keeps all users in memory: it needs up to 1,954 MiB for this export$/],
    [4_000_000, 2 ** 32, /up to 3,907 MiB .* Node\.js allows 4,096 MiB: set NODE_OPTIONS=--max-old-space-size=5209/],
  ])("of %d logins with a heap of %d bytes is told", (logins, heap, notice) => {
    const told = memoryNotice(logins, heap);
    if (notice === undefined) expect(told).toBeUndefined();
    else expect(told).toMatch(notice);
  });

  it("is said once on stderr, for large exports alone", async () => {
    const { open } = exportOf(5_100);
    const fake = fakeIo();
    await tellMemory({ open, size: 1_000_000 }, FROM, fake.io);
    expect(fake.err()).toBe("");
    await tellMemory({ open, size: 1_000_000_000 }, FROM, fake.io);
    expect(fake.err()).toMatch(/^the rehearsal keeps all users in memory: it needs up to [0-9,]+ MiB for/);
  });

  it("is told at its most for tables, whose users are known at their end", async () => {
    const fake = fakeIo();
    const open = async function* () {
      yield* [] as Uint8Array[];
      throw new Error("is not read");
    };
    await tellMemory({ open, size: 200_000_000 }, { from: "laravel" }, fake.io);
    expect(fake.err()).toContain("up to 977 MiB");
  });
});

it("keeps at most 1 KiB of a login and of a device", async () => {
  const users = 4_000;
  const rehearsal = createRehearsalService();
  const post = async (path: string, body: object) => {
    const answer = await rehearsal.fetch(`http://localhost${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { user: { id: string } };
  };
  let number = 0;
  const importMore = async () => {
    const before = liveBytes();
    for (const end = number + users; number < end; number++) {
      const email = `user${number}@example.com`;
      // A hash of its own for each, as users have them.
      const passwordHash = `${BCRYPT.slice(0, -6)}${String(number).padStart(5, "0")}e`;
      await post("/recipe/user/passwordhash/import", { email, passwordHash });
    }
    return (liveBytes() - before) / users;
  };
  expect(await leastGrowth(1024, importMore)).toBeLessThan(1024);
});
