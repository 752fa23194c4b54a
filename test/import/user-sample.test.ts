import { expect, test } from "vitest";
import { UserSample } from "../../src/import/journal/user-sample.js";

function sampleOf(users: number): UserSample {
  const sample = new UserSample();
  for (let record = 0; record < users; record++)
    sample.add({ record, line: record + 1, serviceUserId: `id-${record}` });
  return sample;
}

const recordsIn = (sample: UserSample) => sample.groups().map((group) => group.map(({ record }) => record));

test("has the first users, the latest, and some between, three in a row", () => {
  expect(recordsIn(sampleOf(0))).toEqual([]);
  expect(recordsIn(sampleOf(2))).toEqual([
    [0, 1],
    [1, 0],
  ]);
  expect(recordsIn(sampleOf(8))).toEqual([
    [0, 1, 2],
    [3, 4, 5],
    [6, 7],
    [7, 6, 5],
  ]);
});

test.each([9, 24, 25, 100, 999, 100_000])("finds a gap of a quarter of %d users, by nine of them", (users) => {
  const groups = recordsIn(sampleOf(users));
  expect(groups.length).toBeLessThanOrEqual(9);
  const places = groups.map(([head = 0]) => head).sort((one, other) => one - other);
  expect([places[0], places.at(-1)]).toEqual([0, users - 1]);
  const gaps = places.slice(1).map((place, at) => place - (places[at] ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(Math.max(3, users / 4));
  for (const [head = 0, ...others] of groups.slice(0, -2)) expect(others).toEqual([head + 1, head + 2]);
});

test("has nobody whom an undo has deleted, and nobody without an ID", () => {
  const sample = sampleOf(4);
  for (const record of [0, 1, 2]) sample.remove(record);
  expect(recordsIn(sample)).toEqual([[3], [3]]);
  sample.add({ record: 9, line: 10 });
  sample.remove(3);
  expect(recordsIn(sample)).toEqual([]);
});
