import { expect, test } from "vitest";
import type { KnownSignIns } from "../../src/import/index.js";
import { accountOfNone, stepAfterRehearsal, verdictOn, waitForLicence } from "../../src/import/internal.js";
import type { Problem } from "../../src/result.js";

const NONE = accountOfNone();
const INTERRUPTED: Problem = { code: "import/interrupted", message: "interrupted", remedy: "Resume." };
const RUN = { stopped: undefined, signIns: undefined, isRehearsal: false, total: 1 };

function signIns(tried: number, signedIn: number, failed: readonly string[] = []): KnownSignIns {
  return { tried, signedIn, failed, notVerified: [], notImported: 0 };
}

test.each([
  [{}, {}, "fine", undefined],
  [{ failed: 1 }, {}, "problems", undefined],
  [{ unfinished: 1 }, {}, "problems", "import/interrupted"],
  [{}, { signIns: signIns(1, 1) }, "fine", undefined],
  [{ unfinished: 1 }, { signIns: signIns(1, 0) }, "problems", "import/known-not-signed-in"],
  [{}, { stopped: INTERRUPTED }, "stopped", "import/interrupted"],
] as const)("an import with %j and %j ends %s, and the fault is %s", (numbers, run, end, code) => {
  const verdict = verdictOn({ ...NONE, ...numbers }, { ...RUN, ...run });
  expect([verdict.end, verdict.fault?.code]).toEqual([end, code]);
});

test("a run that was interrupted after its last record says so, and a rehearsal starts again", () => {
  const atEnd = verdictOn({ ...NONE, records: 1 }, { ...RUN, stopped: INTERRUPTED });
  expect(atEnd.stopped?.message).toContain("after its last record");
  expect(atEnd.stopped?.remedy).toBe("Resume.");
  const before = verdictOn(NONE, { ...RUN, stopped: INTERRUPTED, isRehearsal: true });
  expect(before.stopped?.message).toBe("interrupted");
  expect(before.stopped?.remedy).toContain("a rehearsal keeps nothing");
});

test.each([
  [{}, undefined, "other-file"],
  [{ records: 1 }, undefined, "follow-remedies"],
  [{ records: 1, atLogin: 1 }, undefined, "load-fallback"],
  [{ records: 2, atLogin: 1, imported: 1 }, undefined, "import"],
  [{ records: 1, alreadyThere: 1 }, signIns(1, 1), "import"],
  [{ records: 1, imported: 1 }, signIns(0, 0), "other-known-user"],
  [{ records: 1, imported: 1 }, signIns(1, 0), "cheaper-known-user"],
  [{ records: 1, imported: 1 }, signIns(2, 1, ["ada@example.com"]), "look-at-hashes"],
] as const)("after a rehearsal with %j and %j comes %s", (numbers, known, step) => {
  expect(stepAfterRehearsal({ ...NONE, ...numbers }, known)).toBe(step);
});

test("one user may wait for both features, so the greater number is the least", () => {
  const tally = (name: string, records: number) => ({ name, records, firstLines: [1] });
  const problems = [tally("import/linking-withheld", 2), tally("import/totp-withheld", 3), tally("import/gave-up", 9)];
  expect(waitForLicence({ problems })).toBe(3);
  expect(waitForLicence({ problems: [] })).toBe(0);
});
