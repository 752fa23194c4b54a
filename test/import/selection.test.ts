import { describe, expect, it } from "vitest";
import { findSelectionFault, onlySelected, type Selection } from "../../src/import/internal.js";
import type { SourceRecord } from "../../src/source/index.js";
import { readIdentifiers } from "../../src/source/internal.js";

/** Users of a Firebase export with these IDs, as the pass that leaves hashes unread gives them. */
function exportOf(ids: readonly string[]): AsyncIterable<SourceRecord> {
  const users = ids.map((localId) => JSON.stringify({ localId, phoneNumber: "+15555550100" }));
  async function* file() {
    yield new TextEncoder().encode(`{"users":[\n${users.join(",\n")}\n]}`);
  }
  return readIdentifiers(file(), { from: "firebase" });
}

function selected(...records: readonly (readonly [number, string | null])[]): Selection {
  return new Map(records);
}

describe("a selection of records", () => {
  it("is of the export in which every record has the user that it had", async () => {
    const selection = selected([2, "c"], [0, "a"]);
    expect(await findSelectionFault(selection, exportOf(["a", "b", "c"]))).toBeUndefined();
  });

  it("is of another export where a record is another user, and says on which line", async () => {
    const fault = await findSelectionFault(selected([1, "b"]), exportOf(["a", "c", "b"]));
    expect(fault).toEqual({ kind: "other-user", record: 1, line: 3 });
  });

  it("is of another export where a record is beyond its end", async () => {
    const fault = await findSelectionFault(selected([0, "a"], [3, "d"]), exportOf(["a", "b", "c"]));
    expect(fault).toEqual({ kind: "records-missing" });
  });

  it("takes a record that had no ID for any user", async () => {
    expect(await findSelectionFault(selected([1, null]), exportOf(["a", "b"]))).toBeUndefined();
  });

  it("leaves an export that can't be read further to the import", async () => {
    async function* cut() {
      yield new TextEncoder().encode('{"users":[{"localId":"a"},');
    }
    const records = readIdentifiers(cut(), { from: "firebase" });
    expect(await findSelectionFault(selected([5, "f"]), records)).toBeUndefined();
  });

  it("reads no export where it is empty", async () => {
    const unread: AsyncIterable<SourceRecord> = {
      [Symbol.asyncIterator]: () => {
        throw new Error("was read");
      },
    };
    expect(await findSelectionFault(selected(), unread)).toBeUndefined();
  });

  it("selects its records and no others, also those that were refused before", async () => {
    const { select, retryRefused } = onlySelected(selected([1, "b"]));
    const indexes: number[] = [];
    for await (const record of exportOf(["a", "b", "c"])) {
      if (record.kind === "user" && select(record)) indexes.push(record.index);
    }
    expect([indexes, retryRefused]).toEqual([[1], true]);
  });
});
