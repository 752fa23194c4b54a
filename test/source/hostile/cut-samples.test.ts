import { describe, expect, it } from "vitest";
import { detectSource, type ReadableSource, readUniqueUsers } from "../../../src/source/index.js";
import { ALL_SOURCES, loadedSource } from "../all-sources.js";
import { everySample } from "../every-sample.mjs";
import { bytesOf, collect } from "../read-users.js";
import { itemsOf, recordsIn } from "../readers/read-items.js";

/** Places at which a sample is cut, beside all those in its last bytes. */
const PLACES = 40;
const LAST_BYTES = 160;

const SAMPLES = everySample(ALL_SOURCES.map(({ name }) => name as ReadableSource)).flatMap(({ name, from, bytes }) => {
  const reader = loadedSource(from).readers.find(({ fits }) => fits(bytes));
  return reader === undefined ? [] : [{ name, bytes, reader }];
});

function placesIn(length: number): readonly number[] {
  const last = Math.min(LAST_BYTES, length);
  const all = Array.from({ length: PLACES }, (_, at) => Math.floor((at * length) / PLACES));
  return [...all, ...Array.from({ length: last }, (_, at) => length - last + at)];
}

const sample = (name: string) => SAMPLES.find((one) => one.name === name)?.bytes ?? Buffer.alloc(0);

describe("an export that was cut off", () => {
  it("gives no user without the rows of a joined table whose end is missing", async () => {
    const accounts = sample("better-auth-accounts.csv");
    for (const [bytes, kind] of [
      [accounts, "user"],
      [accounts.subarray(0, -1), "unreadable"],
    ] as const) {
      const join = [{ name: "accounts.csv", open: () => bytesOf(bytes) }];
      const open = () => bytesOf(sample("better-auth-users.csv"));
      const [first] = await collect(readUniqueUsers(open, { from: "better-auth", join }));
      expect(first?.kind).toBe(kind);
    }
  });

  it("has its system told all the same", async () => {
    const one = sample("clerk.csv").toString().split("\n").slice(0, 2).join("\n");
    expect(await detectSource(Buffer.from(one))).toMatchObject({ ok: true, value: { source: "clerk" } });
  });

  it.each(SAMPLES.map((one) => [one.name, one] as const))(
    "gives no record that it does not have as a whole: %s",
    async (_, { bytes, reader }) => {
      const whole = recordsIn(await itemsOf(reader, bytes));
      expect(whole.length).toBeGreaterThan(0);
      for (const place of placesIn(bytes.length)) {
        const found = recordsIn(await itemsOf(reader, bytes.subarray(0, place)));
        expect([place, found]).toEqual([place, whole.slice(0, found.length)]);
      }
    },
  );
});
