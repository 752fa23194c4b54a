import { describe, expect, it } from "vitest";
import {
  BUILT_IN_FORMATS,
  createCatalogue,
  defineFormat,
  type OwnFormat,
  type ProblemCode,
} from "../../../src/index.js";
import { success } from "../../../src/result.js";
import { EngineMissing } from "../../../src/verify/engines/engine-missing.js";
import { estimateVerification, type PlanOptions } from "../../../src/verify/index.js";
import { verifyLimits } from "../../../src/verify/run/limits.js";
import { planVerification } from "../../../src/verify/run/plan-verification.js";
import { runPlan } from "../../../src/verify/run/run-plan.js";

const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const ARGON2 = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
const FIREBASE = `$f_scrypt$${"A".repeat(86)}==$c2FsdA==$m=14$r=8$s=Bw==`;
const KEY = `${"A".repeat(86)}==`;
const ZEROS = new Uint8Array(32);
const MD5 = "5f4dcc3b5aa765d61d8327deb882cf99";

/** The scheme of a hash that can be verified, or why it can't be: code and field. */
function planned(hash: string, options: PlanOptions): string {
  const estimate = estimateVerification(hash, options);
  if (estimate.ok) return estimate.value.scheme;
  const [{ code, field }] = estimate.problems;
  return field === undefined ? code : `${code} in ${field}`;
}

describe("what a verification needs beside the hash", () => {
  it.each<[string, PlanOptions, string]>([
    [BCRYPT, {}, "bcrypt"],
    [ARGON2, {}, "argon2"],
    [FIREBASE, {}, "verify/signer-key-missing in signerKey"],
    [FIREBASE, { signerKey: "!" }, "provider-scrypt/signer-key-malformed in signerKey"],
    [FIREBASE, { signerKey: "AAAA" }, "provider-scrypt/signer-key-malformed in signerKey"],
    [FIREBASE, { signerKey: KEY }, "provider-scrypt"],
    [MD5, {}, "scheme/ambiguous"],

    [BCRYPT, { source: "devise" }, "bcrypt"],
    [BCRYPT, { source: "devise", pepper: "x" }, "bcrypt"],
    [BCRYPT, { source: "flask-security" }, "verify/pepper-missing in pepper"],
    [BCRYPT, { source: "flask-security", pepper: "x" }, "bcrypt"],
    [ARGON2, { source: "flask-security", pepper: ["x", "y"] }, "argon2"],

    [BCRYPT, { source: "metabase" }, "wrapping/prehashed"],
    [BCRYPT, { source: "metabase", salt: {} }, "wrapping/prehashed"],
    [BCRYPT, { source: "metabase", salt: { before: "", after: "" } }, "wrapping/prehashed"],
    [BCRYPT, { source: "metabase", salt: { before: "x" } }, "bcrypt"],
    [BCRYPT, { source: "sorcery", salt: { after: "x" } }, "bcrypt"],
    [BCRYPT, { source: "smf", salt: { before: "ann" } }, "bcrypt"],
    ["$2a$05$CC", { source: "metabase", salt: { before: "x" } }, "bcrypt/truncated"],

    ["{SSHA}x", {}, "scheme/malformed"],
    ["!", {}, "scheme/no-password"],
    ["*LK*", { salt: { before: "x" } }, "scheme/no-password"],
  ])("%s with %j: %s", (hash, options, outcome) => {
    expect(planned(hash, options)).toBe(outcome);
  });
});

describe("a hash of a format of one's own", () => {
  const acme: OwnFormat = {
    name: "acme",
    system: "Acme",
    scheme: "sha256",
    treatment: null,
    markers: ["{acme}"],
    layout: "{acme}",
    reason: "A digest; the service does not verify it.",
    reference: "https://example.com/acme",
    parse: () => success(() => ({ readings: [{ steps: [{ kind: "digest", digest: "sha256" }], key: ZEROS }] })),
  };

  it("is planned with the catalogue that has the format, and unknown without", () => {
    const catalogue = createCatalogue([...BUILT_IN_FORMATS, defineFormat(acme)]);
    expect([planned("{acme}", { catalogue }), planned("{acme}", {})]).toEqual(["sha256", "hash/unrecognised"]);
  });
});

describe("what an engine's failure is told as", () => {
  it.each<[string, unknown, ProblemCode, string]>([
    ["a missing engine", new EngineMissing("bcrypt", false), "verify/engine-missing", "Install"],
    ["an engine that may not be loaded", new EngineMissing("bcrypt", true), "verify/engine-missing", "--allow-addons"],
    ["an error of the engine", new Error("password"), "verify/engine-failed", "Try again"],
    ["what looks like a missing one", { isForbidden: true }, "verify/engine-failed", "Try again"],
  ])("%s", async (_what, error, code, remedy) => {
    const plan = planVerification(BCRYPT, {});
    if (!plan.ok) throw new Error("not planned");
    const peppers = new Proxy([], {
      get: () => {
        throw error;
      },
    });
    const failed = await runPlan({ ...plan.value, peppers }, "U*U", verifyLimits());
    if (failed.ok) throw new Error("not refused");
    expect(failed.problems.map((problem) => problem.code)).toEqual([code]);
    expect(failed.problems[0].message).not.toContain("password");
    expect(failed.problems[0].remedy).toContain(remedy);
  });
});
