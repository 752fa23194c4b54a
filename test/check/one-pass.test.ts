import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CheckOptions, checkExport } from "../../src/check/index.js";
import { damage, damaged } from "./damaged.js";

const HASH = "$2b$04$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234";

/** Users with few different identifiers, so that some share one, and with what makes a user refused or warned of. */
const user = fc
  .record({
    externalUserId: fc.integer({ min: 0, max: 30 }).map((number) => `u${number}`),
    email: fc.option(fc.integer({ min: 0, max: 40 }).map((number) => `a${number}@example.com`)),
    passwordHash: fc.option(
      fc.constantFrom(HASH, HASH.replace("04", "05"), `${HASH}x`, "5f4dcc3b5aa765d61d8327deb882cf99"),
    ),
    phoneNumber: fc.option(fc.constantFrom("+15555550100", "+15555550101", "0100")),
    nickname: fc.option(fc.constantFrom("x"), { freq: 8 }),
  })
  .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)));

describe("a check that hands no record on", () => {
  it("reports what one that does reports, damaged or not, whatever the records share", async () => {
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(user, { maxLength: 12 }),
        damage,
        fc.integer({ min: 1, max: 400 }),
        async (users, hurt, size) => {
          const bytes = damaged(users.map((one) => `${JSON.stringify(one)}\n`).join(""), hurt);
          let opened = 0;
          async function* open() {
            opened++;
            for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
          }
          const options: CheckOptions = { from: "credport", known: { identifier: "u1", password: "x" } };
          const counted = await checkExport(open, options);
          const passes = opened;
          const told: string[] = [];
          const handed = await checkExport(open, {
            ...options,
            onUser: ({ externalUserId }) => void told.push(externalUserId),
          });
          expect(counted).toEqual(handed);
          outcomes.add(handed.ok ? `${passes} readings` : handed.problems[0].code);
        },
      ),
      { numRuns: 400 },
    );
    // Both ways were gone, and files that can't be read were among them.
    expect([...outcomes]).toEqual(expect.arrayContaining(["1 readings", "2 readings", "source/cut-off"]));
  });

  it("opens the file once where no two users share anything, and twice where two do", async () => {
    const readingsOf = async (...ids: readonly string[]) => {
      let opened = 0;
      const report = await checkExport(
        async function* () {
          opened++;
          yield Buffer.from(ids.map((id) => `{"externalUserId":"${id}","phoneNumber":"+1555555010${id}"}\n`).join(""));
        },
        { from: "credport" },
      );
      return [opened, report.ok && report.value.importable];
    };
    expect(await readingsOf("1", "2", "3")).toEqual([1, 3]);
    expect(await readingsOf("1", "2", "1")).toEqual([2, 1]);
  });
});
