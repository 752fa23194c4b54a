import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type ExportForm, FORMS, WAYS } from "../../bench/_export-forms.mjs";
import { readExport } from "../../src/source/index.js";
import { leastGrowth, liveBytes } from "../live-bytes.js";

const USERS = 8_000;
/** Of the second half of the users: who keeps 28 bytes of each, such as a number in a map, has more. */
const MOST_BYTES = 28 * (USERS / 2);
const CHUNK_BYTES = 1 << 14;

/** Those that this room reads from one file; how commands read and write is in test/cli/check. */
const FORMS_OF_ONE_FILE = Object.entries(FORMS).filter(
  ([name, form]) => form.from !== "table" && form.packed !== "zstd" && (!(name in WAYS) || isOtherInput(form)),
);

function isOtherInput({ written, isPiped, threads, counted }: ExportForm): boolean {
  return [written, isPiped, threads, counted].every((option) => option === undefined);
}

/** The first MiB is kept while the system is looked for: the first half has to be longer. */
function usersOf({ from }: ExportForm): number {
  return from === "auto" ? USERS * 2 : USERS;
}

function bytesOf(form: ExportForm): Buffer {
  const { text, packed, encoding } = form;
  const whole = [...text(usersOf(form))].join("");
  const bytes = encoding === undefined ? Buffer.from(whole) : Buffer.from(`\ufeff${whole}`, encoding);
  return packed === undefined ? bytes : gzipSync(bytes, { level: 1 });
}

/** Reads an export and lets each record go; by how much more lives at its end than at its middle. */
async function growthOver(form: ExportForm) {
  const bytes = bytesOf(form);
  let [middle, end] = [0, 0];
  async function* file() {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      if (middle === 0 && at > bytes.length / 2) middle = liveBytes();
      yield bytes.subarray(at, at + CHUNK_BYTES);
    }
    end = liveBytes();
  }
  const options = { from: form.from, ...form.reading } as Parameters<typeof readExport>[1];
  let [records, refused] = [0, 0];
  for await (const record of readExport(file(), options)) {
    records++;
    if (record.kind !== "user" || !record.result.ok) refused++;
  }
  return { records, refused, growth: end - middle };
}

describe("reading keeps nothing of a user who was handed on", () => {
  it.each(FORMS_OF_ONE_FILE)("%s", async (_, form) => {
    const least = await leastGrowth(MOST_BYTES, async () => {
      const { growth, ...counts } = await growthOver(form);
      expect(counts).toEqual({ records: usersOf(form), refused: 0 });
      return growth;
    });
    expect(least).toBeLessThan(MOST_BYTES);
  });
});
