import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineIndex, RecentLines } from "../../src/import/line-index.js";

const uuid = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;

/** UUIDs, and what looks like them: each is the ID of another user. */
const ids = fc.oneof(
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
  fc.uuid().map((id) => id.replaceAll("-", "")),
  fc
    .tuple(fc.uuid(), fc.nat(35), fc.constantFrom("0", "-", "g", "A", "`", "/", ":"))
    .map(([id, at, character]) => id.slice(0, at) + character + id.slice(at + 1)),
  fc.string({ maxLength: 40 }),
);

describe("RecentLines", () => {
  test("knows each ID by all of its characters", () => {
    fc.assert(
      fc.property(fc.array(ids, { maxLength: 50 }), (given) => {
        const recent = new RecentLines();
        const known = new Map<string, number>();
        for (const [line, id] of [...given, ...given].entries()) {
          const other = known.get(id);
          expect(recent.lineOf(id)).toBe(other);
          expect(recent.claim(id, line)).toBe(other);
          if (other === undefined) known.set(id, line);
          else expect(recent.claim(id, other)).toBeUndefined();
        }
      }),
    );
  });

  test.each<[string, (number: number) => string]>([
    ["UUIDs", uuid],
    ["other IDs", (number) => `user-${number}`],
  ])("remembers the latest 262,144 %s, and not all", (_kind, idOf) => {
    const recent = new RecentLines();
    const users = 2 * 2 ** 18;
    for (let line = 1; line <= users; line++) {
      if (recent.claim(idOf(line), line) !== undefined) throw new Error(`line ${line} is another one's`);
      const old = line - 2 ** 18 + 1;
      if (old > 0 && line % 97 === 0 && recent.lineOf(idOf(old)) !== old) throw new Error(`line ${old} is forgotten`);
    }
    expect(recent.lineOf(idOf(1))).toBeUndefined();
  });
});

describe("LineIndex", () => {
  test("holds line 0", () => {
    const lines = new LineIndex("key");
    lines.set(uuid(1), 0);
    expect([lines.get(uuid(1)), lines.get(uuid(2)), lines.size]).toEqual([0, undefined, 1]);
  });
});
