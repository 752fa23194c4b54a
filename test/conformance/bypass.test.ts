import { pbkdf2Sync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Implementation, runConformance } from "../../src/conformance/index.js";

/** Werkzeug's pbkdf2 and nothing else, with a comparison of one's choice. */
function pbkdf2Verifier(isSame: (computed: string, stored: string) => boolean): Implementation {
  return {
    name: "pbkdf2",
    version: "1",
    language: "JavaScript",
    operations: {
      verify({ hash, password, source }) {
        const parts = /^pbkdf2:(\w+):(\d+)\$([^$]*)\$([0-9a-f]*)$/.exec(String(hash));
        if (parts === null || typeof password !== "string" || source !== undefined) {
          return { skipped: { reason: "another scheme" } };
        }
        const [, name = "", iterations, salt = "", stored = ""] = parts;
        // More than OpenSSL computes.
        if (Number(iterations) >= 2 ** 31) return { error: { code: "out-of-range" } };
        const size = name === "sha256" ? 32 : name === "sha1" ? 20 : name === "sha384" ? 48 : 64;
        const computed = pbkdf2Sync(password, salt, Number(iterations), size, name).toString("hex");
        return { ok: { matches: isSame(computed, stored), scheme: "pbkdf2" } };
      },
    },
  };
}

const outcomeOf = async (isSame: (computed: string, stored: string) => boolean) => {
  const report = await runConformance(pbkdf2Verifier(isSame), { only: ["verify"] });
  if (!report.ok) throw new Error(report.problems[0].message);
  const failed = report.value.results.filter(({ status }) => status === "fail");
  return { outcome: report.value.outcome, failed: new Set(failed.map(({ vector }) => vector.topic)) };
};

describe("verifiers that can be bypassed", () => {
  it("fail where they compare as much of the digest as is stored", async () => {
    const { outcome, failed } = await outcomeOf((computed, stored) => computed.startsWith(stored));
    expect(outcome).toBe("fail");
    expect(failed).toEqual(new Set(["bypass"]));
  });

  it("fail where they compare as much of the digest as they compute", async () => {
    const { failed } = await outcomeOf((computed, stored) => stored.startsWith(computed));
    expect(failed).toEqual(new Set(["bypass"]));
  });

  it("pass where they compare all of it", async () => {
    const { outcome } = await outcomeOf((computed, stored) => computed === stored);
    expect(outcome).toBe("pass");
  });
});
