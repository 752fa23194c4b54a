import { expect, test } from "vitest";
import { checkExport } from "../../src/check/index.js";
import type { FleetReport, FleetStatus, Phase } from "../../src/fleet/index.js";
import { verdictOnFleet } from "../../src/fleet/internal.js";
import { accountOfNone } from "../../src/import/internal.js";
import type { Problem } from "../../src/result.js";

type Found = Omit<FleetReport, "outcomes" | "refused">;

async function found(phase: Phase, more: Partial<Found> = {}): Promise<Found> {
  async function* open() {
    yield new TextEncoder().encode('{"users":[{"localId":"a","phoneNumber":"+15555550100"}]}');
  }
  const checked = await checkExport(open, { from: "firebase" });
  if (!checked.ok) throw new Error(checked.problems[0].code);
  const { calls: _, verifiedAddresses: __, ...account } = { ...accountOfNone(), records: 1, imported: 1 };
  const status = { phase, chunks: 2, checked: 1 } as FleetStatus;
  return { status, check: checked.value, ...(phase === "done" ? { import: account } : {}), ...more };
}

const MISSING: Problem = { code: "fleet/journals-missing", message: "journals are missing" };

test("a run is fine once it is at its end, and nothing of it is missing", async () => {
  expect(verdictOnFleet(await found("ready"), [])).toEqual({ isAtEnd: true, isFine: true });
  expect(verdictOnFleet(await found("done"), [])).toMatchObject({ isAtEnd: true, isFine: true });
  expect(verdictOnFleet(await found("ready"), [MISSING])).toMatchObject({ isFine: false, fault: MISSING });
});

test("the first chunks of an export say nothing of the others", async () => {
  const verdict = verdictOnFleet(await found("check"), []);
  expect(verdict).toMatchObject({ isAtEnd: false, isFine: false, fault: { code: "not-done" } });
});

test("why a run was stopped is what is wrong with it", async () => {
  const { status } = await found("check");
  const stopped = { code: "source/changed" };
  expect(verdictOnFleet(await found("check", { status: { ...status, stopped } }), []).fault).toEqual(stopped);
});

test("users who are not on the service are a fault of the run where no worker has come to them", async () => {
  const { import: account, ...rest } = await found("done");
  if (account === undefined) throw new Error("no account");
  const left = verdictOnFleet({ ...rest, import: { ...account, unfinished: 1 } }, []);
  expect(left).toMatchObject({ isFine: false, fault: { code: "import/interrupted" } });
  const failed = verdictOnFleet({ ...rest, import: { ...account, failed: 1 } }, []);
  expect(failed.isFine).toBe(false);
  expect(failed.fault).toBeUndefined();
});
