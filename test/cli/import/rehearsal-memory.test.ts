import { describe, expect, it, vi } from "vitest";
import { tellMemory } from "../../../src/cli/import/rehearsal-memory.js";
import { createRehearsalService } from "../../../src/rehearsal/index.js";
import { formatUser, type ReadExportOptions } from "../../../src/source/index.js";
import { leastGrowth, liveBytes } from "../../live-bytes.js";
import { fakeIo } from "../fake-io.js";

vi.mock("node:v8", async (original) => ({
  ...(await original<typeof import("node:v8")>()),
  getHeapStatistics: () => ({ heap_size_limit: 2 ** 32 }),
}));

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

/** What is said on stderr. */
async function told(input: Parameters<typeof tellMemory>[0], source: ReadExportOptions = FROM): Promise<string> {
  const { io, err } = fakeIo();
  await tellMemory(input, source, io);
  return err();
}

const mebibytesIn = (notice: string): number => Number(/up to ([\d,]+) MiB/.exec(notice)?.[1]?.replaceAll(",", ""));

describe("the memory that a rehearsal needs", () => {
  it("is guessed from the length of the first users", async () => {
    const { open, size } = exportOf(20_000);
    const guessed = mebibytesIn(await told({ open, size: size * 100 }));
    expect(guessed).toBeGreaterThan(1_700);
    expect(guessed).toBeLessThan(2_050);
  });

  it("is counted where the export is short, with phone numbers, social logins and devices", async () => {
    const google = { thirdPartyId: "google", email: "a@example.com" };
    const more = {
      phoneNumber: "+4915112345678",
      thirdParty: Array.from({ length: 38 }, (_, at) => ({ ...google, thirdPartyUserId: `${at}` })),
    };
    expect(mebibytesIn(await told(exportOf(4_096, more)))).toBe(160);
  });

  it("is not guessed where the export can't be read", async () => {
    const open = async function* () {
      yield Buffer.from([0xff, 0xfe, 0x00]);
    };
    expect(await told({ open, size: 1_000_000_000 }, { from: "keycloak" })).toBe("");
  });

  it.each([
    [100_000, ""],
    [2_000_000, /^the rehearsal keeps all users in memory: it needs up to 1,954 MiB for this export\n$/],
    [4_000_000, /up to 3,907 MiB .* Node\.js allows 4,096 MiB: set NODE_OPTIONS=--max-old-space-size=5209/],
  ])("of %d logins with a heap of 4 GiB is told", async (logins, notice) => {
    const { open } = exportOf(0);
    // In tables a user is taken for 200 bytes.
    expect(await told({ open, size: logins * 200 }, { from: "laravel" })).toMatch(notice);
  });

  it("is said once on stderr, for large exports alone", async () => {
    const { open } = exportOf(5_100);
    expect(await told({ open, size: 1_000_000 })).toBe("");
    expect(await told({ open, size: 1_000_000_000 })).toMatch(
      /^the rehearsal keeps all users in memory: it needs up to [0-9,]+ MiB for/,
    );
  });

  it("is told at its most for tables, whose users are known at their end", async () => {
    const open = async function* () {
      yield* [] as Uint8Array[];
      throw new Error("is not read");
    };
    expect(await told({ open, size: 200_000_000 }, { from: "laravel" })).toContain("up to 977 MiB");
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
