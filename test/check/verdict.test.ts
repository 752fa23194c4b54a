import { expect, test } from "vitest";
import { type CheckReport, checkExport } from "../../src/check/index.js";
import { faultOfCheck, stepAfterCheck } from "../../src/check/internal.js";

async function checked(users: readonly object[]): Promise<CheckReport> {
  async function* open() {
    yield new TextEncoder().encode(JSON.stringify({ users }));
  }
  const found = await checkExport(open, { from: "firebase" });
  if (!found.ok) throw new Error(found.problems[0].code);
  return found.value;
}

const GOOD = { localId: "a", phoneNumber: "+15555550100" };
const known = (outcome: "matches" | "mismatch" | "not-verified") => ({ known: { outcome, message: "" } });
const AT_LOGIN = { importable: 0, loginOnly: 1 };

test.each([
  [[], {}, "other-file", "no-users"],
  [[], known("not-verified"), "other-file", "known-password"],
  [[GOOD], {}, "rehearse", "not-ready"],
  [[GOOD], known("matches"), "rehearse", "not-ready"],
  [[GOOD], known("mismatch"), "look-at-hashes", "known-password"],
  [[GOOD], known("not-verified"), "other-password", "known-password"],
  [[GOOD], AT_LOGIN, "load-fallback", "not-ready"],
  [[GOOD], { ...AT_LOGIN, otherLogins: 1 }, "rehearse", "not-ready"],
  [[{ localId: "b" }], {}, "follow-remedies", undefined],
  [[GOOD, { localId: "b" }], {}, "rehearse", undefined],
] as const)("of %j with %j comes %s, and the fault is %s", async (users, more, step, fault) => {
  const report: CheckReport = { ...(await checked(users)), ...more };
  expect([stepAfterCheck(report), faultOfCheck(report)]).toEqual([step, fault]);
});

test("an export that is not ready for what is said of its users has that as its fault", async () => {
  const report = await checked([GOOD]);
  const notices = [{ name: "verify/cost-over-limit", records: 1, firstLines: [1] }];
  expect(faultOfCheck({ ...report, notices })).toBe("verify/cost-over-limit");
});
