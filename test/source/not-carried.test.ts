import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { readUniqueUsers } from "../../src/source/index.js";
import { ALL_SOURCES } from "./all-sources.js";
import { bytesOf, collect } from "./read-users.js";
import { sampleOf } from "./systems/samples.js";

/** Read, and left out where they hold more than what was read, or what is read of them is not so. */
const IN_PART: ReadonlySet<string> = new Set(["PhoneNumber", "traits", "profile", "requiredActions"]);

const FILES = readdirSync(new URL("systems/samples/", import.meta.url));
const SAMPLES = ALL_SOURCES.flatMap((source) =>
  FILES.filter((file) => new RegExp(`^${source.name}(?:-[a-z0-9]+)?\\.(?:sql|json|ndjson|csv|tsv)$`).test(file)).map(
    (file) => ({ file, source }),
  ),
);

it.each(SAMPLES)("no field of $file that is read is listed as not carried", async ({ file, source }) => {
  const read = new Set(
    source.fields.flatMap(({ list, read: names }) =>
      [...names].map((name) => (list === undefined ? name : `${list}.${name}`)),
    ),
  );
  const records = await collect(readUniqueUsers(() => bytesOf(sampleOf(file)), { from: source }));
  const listed = records.flatMap((record) => {
    if (record.kind !== "user") return [];
    const known = record.loginOnly ?? record.rejected;
    return (record.result.ok ? record.result.value.notCarried : known?.notCarried) ?? [];
  });
  expect(listed.filter((name) => read.has(name) && !IN_PART.has(name))).toEqual([]);
});

it("has samples of most systems", () => {
  expect(new Set(SAMPLES.map(({ source }) => source)).size).toBeGreaterThan(55);
});
